import { Readable } from 'node:stream';
import type { ByteRange, StorageDriver } from '@archivolt/plugin-kit';
import type { LoadedPlugin } from '#ground/plugin-host';
import { LocalStorage } from '../../plugins/storage-local/src/local-storage.js';
import { loadedPlugin } from '../support/loaded-plugin.js';

export const WATCHED = 'storage-watched';

/** Files below a folder, with a list of those that are being read. */
export class WatchedStorage extends LocalStorage implements StorageDriver {
  readonly open = new Set<Readable>();
  /** Returns what is read instead of a file; undefined for the file itself. */
  instead: (key: string) => Readable | undefined = () => undefined;

  override async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const stream = this.instead(key) ?? (await super.read(key, range));
    if (!stream) return undefined;
    this.open.add(stream);
    return stream.once('close', () => this.open.delete(stream));
  }

  asPlugin(): LoadedPlugin {
    return loadedPlugin(WATCHED, { storage: { create: () => this } });
  }
}

/** Sends its bytes, in chunks as of a file, then waits until it is closed. */
export function stuck(bytes: Buffer): Readable {
  let sent = 0;
  return new Readable({
    read() {
      if (sent < bytes.length) this.push(bytes.subarray(sent, (sent += 65_536)));
    },
  });
}

/** Sends its bytes, then fails. */
export function broken(bytes: Buffer): Readable {
  return Readable.from(
    (async function* () {
      yield await Promise.resolve(bytes);
      throw new Error('the disk cannot be read');
    })(),
    { objectMode: false },
  );
}
