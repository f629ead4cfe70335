import { Readable } from 'node:stream';
import { PermanentPluginError, type ByteRange, type StorageDriver, type StoredObject } from '@archivolt/plugin-kit';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_KEY_LENGTH = 512;

/** Keeps files in memory, to show what the contract asks. Put your service in place of the map. */
export class TemplateStorage implements StorageDriver {
  private readonly files = new Map<string, { content: Buffer; modifiedAt: Date }>();

  async write(key: string, source: Readable, { signal }: { signal?: AbortSignal }): Promise<number> {
    refuseOddKey(key);
    const stop = (): void => void source.destroy(signal?.reason as Error);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      signal?.throwIfAborted();
      const parts: Buffer[] = [];
      for await (const part of source) parts.push(part as Buffer);
      signal?.throwIfAborted();
      if (this.files.has(key)) throw new PermanentPluginError(`there is a file with the key ${key} already`);
      const content = Buffer.concat(parts);
      this.files.set(key, { content, modifiedAt: new Date() });
      return content.length;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    refuseOddKey(key);
    const content = this.files.get(key)?.content;
    if (content === undefined) return undefined;
    const wanted = range === undefined ? content : content.subarray(range.start, range.end + 1);
    return Readable.from(wanted.length === 0 ? [] : [wanted], { objectMode: false });
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    refuseOddKey(key);
    const found = this.files.get(key);
    return found && { key, size: found.content.length, modifiedAt: found.modifiedAt };
  }

  async delete(key: string): Promise<void> {
    refuseOddKey(key);
    this.files.delete(key);
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const folder = prefix.replace(/\/$/, '');
    if (prefix !== '') refuseOddKey(folder);
    for (const [key, { content, modifiedAt }] of this.files)
      if (prefix === '' || key === folder || key.startsWith(`${folder}/`))
        yield { key, size: content.length, modifiedAt };
  }

  async sweepUnfinished(_olderThan: Date): Promise<number> {
    return 0; // a write that was interrupted leaves nothing in memory
  }

  async check(): Promise<void> {
    // Throw a PermanentPluginError that names cause and remedy when nothing can be written.
  }
}

function refuseOddKey(key: string): void {
  if (key.length <= MAX_KEY_LENGTH && key.split('/').every((segment) => SEGMENT.test(segment))) return;
  throw new PermanentPluginError('the storage key is not made of letters, digits, ".", "_" and "-" between slashes');
}
