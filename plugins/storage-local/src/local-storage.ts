import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, constants, link, open, opendir, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import {
  makeFolder,
  PermanentPluginError,
  type ByteRange,
  type StorageDriver,
  type StoredObject,
} from '@archivolt/plugin-kit';
import { FolderFlushes } from './folder-flushes.js';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_KEY_LENGTH = 512;
const UNFINISHED = '.unfinished';
/** Unfinished files, and what file systems have at their top, which only root may read. */
const NOT_LISTED: ReadonlySet<string> = new Set([UNFINISHED, 'lost+found']);
/** Documents are for the server only, not for other users of the machine. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Files below one folder, at the path that the key says. A file is written under a name of its own in `.unfinished`,
 * flushed, then linked to its place: it is there whole or not at all, and an existing file is never replaced.
 */
export class LocalStorage implements StorageDriver {
  readonly #flushes = new FolderFlushes();

  constructor(private readonly root: string) {}

  get folder(): string {
    return this.root;
  }

  async write(key: string, source: Readable, { signal }: { signal?: AbortSignal }): Promise<number> {
    const target = this.#path(key);
    const unfinished = join(this.root, UNFINISHED, randomBytes(16).toString('hex'));
    let bytes: number;
    try {
      bytes = await this.#fill(unfinished, source, signal);
      await this.#link(unfinished, target, key);
    } catch (error) {
      await this.#remove(unfinished);
      throw error;
    }
    await Promise.all([this.#flushes.flush(dirname(target)), this.#remove(unfinished)]);
    return bytes;
  }

  /** Writes a new file and flushes it. Returns its length. */
  async #fill(path: string, source: Readable, signal: AbortSignal | undefined): Promise<number> {
    source.on('error', () => undefined); // the loop gets it; before that, nothing else would listen
    if (signal) addAbortSignal(signal, source);
    const file = await createdIn(
      () => open(path, 'wx', FILE_MODE),
      () => makeFolder(dirname(path), FOLDER_MODE),
    ).catch((error: unknown) => {
      source.destroy();
      throw error;
    });
    let bytes = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        await file.writeFile(chunk); // goes on where the last one has ended
        bytes += chunk.length;
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return bytes;
  }

  async #link(unfinished: string, target: string, key: string): Promise<void> {
    try {
      await createdIn(
        () => link(unfinished, target),
        () => this.#createFolder(dirname(target)),
      );
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new PermanentPluginError(`there is a file with the key ${key} already`);
      throw error;
    }
  }

  async #remove(path: string): Promise<void> {
    try {
      await unlink(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') throw error;
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const stream = createReadStream(this.#path(key), range ?? {});
    return new Promise((resolve, reject) => {
      stream.once('open', () => resolve(stream));
      stream.once('error', (error) => (codeOf(error) === 'ENOENT' ? resolve(undefined) : reject(error)));
    });
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    return fileAt(key, this.#path(key));
  }

  async delete(key: string): Promise<void> {
    await this.#remove(this.#path(key));
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    const start = prefix === '' ? this.root : this.#path(prefix.replace(/\/$/, ''));
    yield* this.#walk(start);
  }

  async sweepUnfinished(olderThan: Date): Promise<number> {
    let removed = 0;
    for (const name of await namesIn(join(this.root, UNFINISHED))) {
      const path = join(this.root, UNFINISHED, name);
      const found = await stat(path).catch(() => undefined);
      if (!found || found.mtime >= olderThan) continue;
      await rm(path, { force: true });
      removed += 1;
    }
    return removed;
  }

  async check(): Promise<void> {
    try {
      await makeFolder(join(this.root, UNFINISHED), FOLDER_MODE);
      await access(this.root, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      throw new PermanentPluginError(
        `the folder for files ${this.root} cannot be written (${codeOf(error) ?? 'error'}); make it writable for the user that runs Archivolt, or set DOCUMENT_STORAGE_FILESYSTEM_ROOT or DATA_DIR to a folder that is`,
        { cause: error },
      );
    }
  }

  #path(key: string): string {
    const segments = key.split('/');
    if (key.length > MAX_KEY_LENGTH || !segments.every((segment) => SEGMENT.test(segment))) {
      throw new PermanentPluginError(
        'the storage key is not made of letters, digits, ".", "_" and "-" between slashes',
      );
    }
    return join(this.root, ...segments);
  }

  /** A new folder survives a power cut only when the folder that holds it was flushed too. */
  async #createFolder(path: string): Promise<void> {
    const first = await makeFolder(path, FOLDER_MODE);
    if (first === undefined) return;
    for (let folder = path; folder.length >= dirname(first).length; folder = dirname(folder))
      await this.#flushes.flush(folder);
  }

  async *#walk(folder: string): AsyncIterable<StoredObject> {
    const directory = await opendir(folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (!directory) return;
    for await (const entry of directory) {
      const path = join(folder, entry.name);
      if (NOT_LISTED.has(entry.name)) continue;
      if (entry.isDirectory()) yield* this.#walk(path);
      else if (entry.isFile()) {
        // Also one whose name is no key: it does not belong here, which is what a list is for.
        const key = path
          .slice(this.root.length + 1)
          .split(sep)
          .join('/');
        const found = await fileAt(key, path);
        if (found) yield found;
      }
    }
  }
}

async function fileAt(key: string, path: string): Promise<StoredObject | undefined> {
  try {
    const { size, mtime } = await stat(path);
    return { key, size, modifiedAt: mtime };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** The folder is nearly always there, so it is created when the system says that it is missing. */
async function createdIn<Result>(create: () => Promise<Result>, createFolder: () => Promise<unknown>): Promise<Result> {
  return create().catch(async (error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    await createFolder();
    return create();
  });
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) names.push(entry.name);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  return names;
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
