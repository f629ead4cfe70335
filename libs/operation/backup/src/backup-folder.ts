import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { BackupError, MANIFEST, readManifest, type Manifest, type WrittenFile } from './manifest.js';

/** Backups are for the administrator, not for other users of the machine. */
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
const UNFINISHED = '.unfinished';

/** A backup whose manifest could be read, or the reason why not. */
export interface ListedBackup {
  id: string;
  manifest?: Manifest;
  fault?: string;
}

/** A folder with backups, and with the files of all of them by their hash. */
export class BackupFolder {
  constructor(
    readonly path: string,
    private readonly secret: string,
  ) {}

  folderOf(id: string): string {
    return join(this.path, 'backups', id);
  }

  /** Where the file with this hash is. */
  fileOf(sha256: string): string {
    return join(this.path, 'files', sha256.slice(0, 2), sha256);
  }

  /** All backups, the oldest first. A backup that never ended is none. */
  async list(): Promise<ListedBackup[]> {
    const names = await readdir(join(this.path, 'backups')).catch(noneIfMissing);
    const listed: ListedBackup[] = [];
    for (const id of names.filter((name) => !name.endsWith(UNFINISHED)).sort()) {
      try {
        listed.push({ id, manifest: await this.read(id) });
      } catch (error) {
        if (!(error instanceof BackupError)) throw error;
        listed.push({ id, fault: error.message });
      }
    }
    return listed;
  }

  async read(id: string): Promise<Manifest> {
    const manifest = await readManifest(this.folderOf(id), this.secret);
    if (manifest.id !== id) throw new BackupError(`${this.folderOf(id)} has the manifest of the backup ${manifest.id}`);
    return manifest;
  }

  /** The backup with this id; without one, the latest. */
  async find(id: string | undefined): Promise<string> {
    const backups = await this.list();
    const found = id === undefined ? backups.at(-1) : backups.find((backup) => backup.id === id);
    if (found) return found.id;
    throw new BackupError(id === undefined ? `${this.path} has no backups` : `${this.path} has no backup ${id}`);
  }

  /** Creates the folder of a backup that is not complete yet. */
  async begin(id: string): Promise<string> {
    const folder = `${this.folderOf(id)}${UNFINISHED}`;
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    return folder;
  }

  /** Makes a folder of {@link begin} a backup. */
  async finish(id: string, manifestText: string): Promise<void> {
    const folder = `${this.folderOf(id)}${UNFINISHED}`;
    await writeDurably(join(folder, MANIFEST), [Buffer.from(manifestText)]);
    await rename(folder, this.folderOf(id));
    await syncFolder(join(this.path, 'backups'));
  }

  /** From here on it is not a backup, also when its removal is interrupted. */
  async remove(id: string): Promise<void> {
    await rename(this.folderOf(id), `${this.folderOf(id)}${UNFINISHED}`);
    await syncFolder(join(this.path, 'backups'));
    await this.removeUnfinished();
  }

  /** Removes what interrupted backups and removals have left. No other process may make a backup here. */
  async removeUnfinished(): Promise<void> {
    const backups = join(this.path, 'backups');
    for (const name of await readdir(backups).catch(noneIfMissing))
      if (name.endsWith(UNFINISHED)) await rm(join(backups, name), { recursive: true });
    await rm(join(this.path, 'files', UNFINISHED), { recursive: true, force: true });
  }

  /** Whether the file with this hash is there; its bytes are not read. */
  async has(sha256: string, size: number): Promise<boolean> {
    const found = await stat(this.fileOf(sha256)).catch(undefinedIfMissing);
    return found?.size === size;
  }

  /** Takes a file under the hash that is found while it is written. */
  async take(source: AsyncIterable<Buffer>, signal: AbortSignal): Promise<WrittenFile> {
    const unfinished = join(this.path, 'files', UNFINISHED, randomBytes(16).toString('hex'));
    try {
      const written = await writeDurably(unfinished, source, signal);
      const target = this.fileOf(written.sha256);
      await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
      await rename(unfinished, target);
      await syncFolder(dirname(target));
      return written;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  /** The hashes that begin with these two digits. */
  async *filesBelow(prefix: string): AsyncIterable<string> {
    const folder = await opendir(join(this.path, 'files', prefix)).catch(undefinedIfMissing);
    if (!folder) return;
    for await (const { name } of folder) yield name;
  }
}

/** Writes a new file and flushes it. */
export async function writeDurably(
  path: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const file = await open(path, 'wx', FILE_MODE);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of source) {
      signal?.throwIfAborted();
      await file.writeFile(chunk); // goes on where the last one has ended
      hash.update(chunk);
      bytes += chunk.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Writes what the source has, compressed. */
export async function writeCompressed(
  path: string,
  source: AsyncIterable<Buffer | string>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  let written: WrittenFile | undefined;
  const write = async (compressed: AsyncIterable<Buffer>): Promise<void> => {
    written = await writeDurably(path, compressed);
  };
  await pipeline(source, createZstdCompress(), write, { ...(signal && { signal }) });
  if (!written) throw new Error(`${path} was not written`);
  return written;
}

/** The content of a file of {@link writeCompressed}. */
export function readCompressed(path: string): AsyncIterable<Buffer> {
  const source = createReadStream(path);
  const content = createZstdDecompress();
  source.on('error', (error) => content.destroy(error));
  return source.pipe(content);
}

/** What is wrong with a file; undefined when it has these bytes. */
export async function faultOf(path: string, { bytes, sha256 }: WrittenFile): Promise<string | undefined> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (!found) return 'is missing';
  if (found.size !== bytes) return `has ${found.size} bytes instead of ${bytes}`;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256 ? undefined : 'has other bytes than those that were written';
}

/** A new name survives a power cut only when the folder was flushed, too. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

function noneIfMissing(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}

function undefinedIfMissing(error: unknown): undefined {
  if (isMissing(error)) return undefined;
  throw error;
}
