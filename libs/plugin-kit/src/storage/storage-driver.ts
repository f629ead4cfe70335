import type { Readable } from 'node:stream';
import type { HostServices } from '../host-services.js';

/** Part of a file: the bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file as the driver knows it. */
export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Keeps the bytes of files under keys such as `org_…/originals/doc_….pdf`: segments of letters, digits, `.`, `_`, `-`
 * separated by `/`, none beginning with a `.`, at most 512 characters. Any other key must be refused with a
 * `PermanentPluginError`, and so must writing to a key that exists.
 */
export interface StorageDriver {
  /**
   * Stores the stream under a new key. When the promise settles well the bytes survive a power cut, and only then may
   * `read` see them. On an error of the source, or on abort, nothing is left behind. An existing key is refused.
   * Gives the number of bytes written.
   */
  write(key: string, source: Readable, options: { signal?: AbortSignal }): Promise<number>;
  /** The bytes, or those of `range`; `undefined` when there is no such key. The caller destroys the stream. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** `undefined` when there is no such key. */
  stat(key: string): Promise<StoredObject | undefined>;
  /** Removes the key; succeeds when there is none. */
  delete(key: string): Promise<void>;
  /** All keys that start with `prefix` (a whole number of segments, or empty for everything), in any order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Removes what writes that a crash interrupted left behind, older than `olderThan`. Gives how many. */
  sweepUnfinished(olderThan: Date): Promise<number>;
  /** Throws with a sentence that names cause and remedy when files cannot be written. */
  check(): Promise<void>;
}

/** What a plugin declares under `provides.storage`. An installation writes to one storage plugin. */
export interface StorageDeclaration<Config extends object = object> {
  /** Called once at start; `check` follows. */
  create(host: HostServices<Config>): StorageDriver | Promise<StorageDriver>;
}
