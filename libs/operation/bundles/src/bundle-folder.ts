import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StoredFileDamaged } from '#capabilities/storage';
import { faultOf, syncFolder, writeDurably, type WrittenFile } from '#operation/backup';
import { BundleError } from './bundle-error.js';
import { MANIFEST, readManifest, type Manifest } from './manifest.js';

/** Documents are for their owner, not for other users of the machine. */
const FOLDER_MODE = 0o700;
/** Has what an export needs until its end, and files of an earlier export that may be taken over. */
const UNFINISHED = '.unfinished';
const OWNER = 'organization.json';
const EARLIER = 'earlier-';

/** The folder of a bundle while it is written. It has a manifest only when everything else is there and flushed. */
export class BundleFolder {
  #earlier: string[] = [];
  #parts = 0;
  /** Folders with new names, which are flushed at the end. */
  readonly #changed = new Set<string>();

  constructor(readonly path: string) {}

  /** A place for what the export has to remember until its end. */
  get workFolder(): string {
    return join(this.path, UNFINISHED);
  }

  /**
   * Makes the folder one of an unfinished bundle. Throws `BundleError` for a folder with anything other than a bundle of
   * this organization, because what is in it would be removed.
   */
  async begin(organizationId: string): Promise<void> {
    await this.#refuseForeign(organizationId);
    await mkdir(this.workFolder, { recursive: true, mode: FOLDER_MODE });
    await writeFile(join(this.workFolder, OWNER), JSON.stringify(organizationId), { mode: 0o600 });
    await syncFolder(this.workFolder);
    await rm(join(this.path, MANIFEST), { force: true });
    await syncFolder(this.path);
    await rm(join(this.path, 'records'), { recursive: true, force: true });
    await this.#setFilesAside();
    for (const name of ['records', 'files']) await mkdir(join(this.path, name), { mode: FOLDER_MODE });
  }

  async #refuseForeign(organizationId: string): Promise<void> {
    const names = await readdir(this.path).catch((error: unknown): string[] => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    });
    const owner = names.includes(MANIFEST)
      ? (await readManifest(this.path)).organization.ref
      : names.includes(UNFINISHED)
        ? await this.#unfinishedOwner()
        : undefined;
    const isFree = owner === undefined && names.every((name) => name === UNFINISHED);
    if (owner === organizationId || isFree) return;
    throw new BundleError(
      `${this.path} ${owner === undefined ? 'is not empty' : 'has the bundle of another organization'}.\nRemedy: name an empty or a new folder.`,
    );
  }

  async #unfinishedOwner(): Promise<string | undefined> {
    try {
      return String(JSON.parse(await readFile(join(this.workFolder, OWNER), 'utf8')));
    } catch {
      return undefined; // killed before it was written
    }
  }

  /** Files are taken from there when they are still wanted; the rest is removed at the end. */
  async #setFilesAside(): Promise<void> {
    for (const name of await readdir(this.workFolder))
      if (name !== OWNER && !name.startsWith(EARLIER)) await rm(join(this.workFolder, name), { recursive: true });
    const files = join(this.path, 'files');
    const earlier = (await readdir(this.workFolder)).filter((name) => name.startsWith(EARLIER));
    const numbers = earlier.map((name) => Number(name.slice(EARLIER.length)));
    const next = `${EARLIER}${Math.max(0, ...numbers) + 1}`;
    if ((await stat(files).catch(() => undefined)) !== undefined) {
      await rename(files, join(this.workFolder, next));
      earlier.push(next);
    }
    this.#earlier = earlier.map((name) => join(this.workFolder, name));
  }

  /** Writes a file of the bundle that is not one of a document. */
  async write(path: string, content: AsyncIterable<Buffer>, signal: AbortSignal): Promise<WrittenFile> {
    const target = join(this.path, path);
    this.#changed.add(dirname(target));
    return writeDurably(target, content, signal);
  }

  /**
   * Puts a file in its place: one that an earlier export has left there, if it has the right bytes, or else the bytes of
   * `read`. Throws `StoredFileDamaged` when these are not the right ones, and leaves nothing then.
   */
  async take(
    path: string,
    expected: WrittenFile,
    read: () => Promise<AsyncIterable<Buffer>>,
    signal: AbortSignal,
  ): Promise<'copied' | 'kept'> {
    const target = join(this.path, path);
    await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
    this.#changed.add(dirname(target));
    const present = await this.#earlierFile(path, expected);
    if (present !== undefined) {
      await rename(present, target);
      return 'kept';
    }
    const part = join(this.workFolder, 'parts', String((this.#parts += 1)));
    const written = await writeDurably(part, await read(), signal);
    if (written.sha256 !== expected.sha256 || written.bytes !== expected.bytes) {
      await rm(part);
      throw StoredFileDamaged();
    }
    await rename(part, target);
    return 'copied';
  }

  async #earlierFile(path: string, expected: WrittenFile): Promise<string | undefined> {
    const inFiles = path.slice('files/'.length);
    for (const folder of this.#earlier) {
      const found = join(folder, inFiles);
      if ((await faultOf(found, expected)) === undefined) return found;
    }
    return undefined;
  }

  /** From here on it is a bundle. */
  async finish(manifest: Manifest): Promise<void> {
    for (const folder of [...this.#changed, join(this.path, 'records'), join(this.path, 'files')])
      await syncFolder(folder);
    for (const folder of this.#earlier) await rm(folder, { recursive: true });
    const unfinished = join(this.workFolder, MANIFEST);
    await writeDurably(unfinished, [Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)]);
    await syncFolder(this.path);
    await rename(unfinished, join(this.path, MANIFEST));
    await syncFolder(this.path);
    await rm(this.workFolder, { recursive: true });
  }
}
