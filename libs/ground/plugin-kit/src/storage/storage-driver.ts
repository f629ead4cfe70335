import type { Readable } from 'node:stream';
import type { HostServices } from '../host-services.js';
import type { PluginLifecycle } from '../lifecycle.js';

/** Part of a file: the bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file as the driver stores it. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Stores files under keys such as `org_…/originals/doc_….pdf`: segments of letters, digits, `.`, `_`, `-` separated by
 * `/`, none starting with a `.`, at most 512 characters. A driver must reject any other key, and a write to an
 * existing key, with a `PermanentPluginError`.
 */
export interface StorageDriver extends PluginLifecycle {
  /** The folder of this machine that the files are written to, if they are: the host watches the free space there. */
  readonly folder?: string;
  /**
   * Stores the stream under a new key and returns the number of bytes written. When the promise resolves, the bytes
   * survive a power failure, and only then may `read` return them. On an error of the source, or on abort, nothing is
   * left behind. Rejects an existing key.
   */
  write(key: string, source: Readable, options: { signal?: AbortSignal }): Promise<number>;
  /**
   * Returns the bytes, or those of `range`; `undefined` for an unknown key. The caller destroys the stream. A stream that
   * has begun is complete even when the key is deleted meanwhile: files are moved between plugins while they are read.
   */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Returns `undefined` for an unknown key. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Removes the key; succeeds when it does not exist. */
  delete(key: string): Promise<void>;
  /** Yields all keys that start with `prefix` (a whole number of segments, or empty for all keys), in any order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /**
   * Removes unfinished writes that started before `olderThan` and were interrupted by a crash. Returns their number.
   */
  sweepUnfinished(olderThan: Date): Promise<number>;
  /**
   * As in {@link PluginLifecycle}: throws when files cannot be written, and leaves nothing behind. For the plugin that
   * new files are written with the host calls it on startup as well.
   */
  check(signal: AbortSignal): Promise<void>;
}

/**
 * What a plugin declares under `provides.storage`. The setting `STORAGE_PLUGIN` chooses the one that new files are
 * written to; files are read from and removed with the plugin that has them, as long as it is loaded. A plugin that has
 * no file and is not chosen is never created, so it may be installed without settings.
 */
export interface StorageDeclaration<Config extends object = object> {
  create(host: HostServices<Config>): StorageDriver | Promise<StorageDriver>;
}
