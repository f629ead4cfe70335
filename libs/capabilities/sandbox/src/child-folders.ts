import { constants, createWriteStream } from 'node:fs';
import {
  chown,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  unlink,
  type FileHandle,
} from 'node:fs/promises';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import type { PrivateFiles } from './private-files.js';
import { removeTree } from './remove-tree.js';
import type { Identity } from './isolation.js';
import { ENGINE_FOLDER, type ChildFolders } from './permissions.js';

/**
 * The folders of one child. What runs in it may own `in` and `temp` and put anything there at any moment, symbolic links
 * included, while this process may be root. So a path below them is only ever given to calls that do not follow a link
 * in its last part, and nothing is removed recursively before the child has ended.
 */
export class ChildWorkspace implements ChildFolders {
  readonly input: string;
  readonly temp: string;
  readonly file: string;
  readonly tempDir: string;
  readonly textFile: string;
  readonly pagesFile: string;
  readonly layoutFile: string;
  readonly pixelsFile: string;
  readonly headFile: string;
  readonly partsFile: string;

  private constructor(
    private readonly home: string,
    private readonly identity: Identity | undefined,
  ) {
    this.input = join(home, 'in');
    this.temp = join(home, 'tmp');
    this.file = join(this.input, 'file');
    this.tempDir = join(this.temp, 'task');
    this.textFile = join(this.temp, 'text');
    this.pagesFile = join(this.temp, 'pages');
    this.layoutFile = join(this.temp, 'layout');
    this.pixelsFile = join(this.temp, 'pixels');
    this.headFile = join(this.temp, 'head');
    this.partsFile = join(this.temp, 'parts');
  }

  static async make(files: PrivateFiles, identity: Identity | undefined): Promise<ChildWorkspace> {
    const workspace = new ChildWorkspace(await files.makeFolder('child', identity?.gid), identity);
    const { input, temp } = workspace;
    const engine = join(temp, ENGINE_FOLDER);
    for (const folder of [input, temp, engine]) {
      await mkdir(folder, { mode: 0o700 });
      if (identity) await chown(folder, identity.uid, identity.gid);
    }
    return workspace;
  }

  /** Puts a file of the server's into the child's folder, as the child's own. */
  async putFile(path: string): Promise<void> {
    await this.put(this.file, (staged) =>
      link(path, staged).catch(() => copyFile(path, staged, constants.COPYFILE_FICLONE)),
    );
  }

  /** Gives the child a copy of the pages that were recognized in an earlier turn. */
  async putPages(path: string | undefined): Promise<void> {
    if (path === undefined) return;
    await this.put(this.pagesFile, (staged) => copyFile(path, staged, constants.COPYFILE_FICLONE));
  }

  /**
   * Returns the path of the pages that an interrupted child has recognized, out of its reach; undefined if it left
   * none.
   */
  async takePages(): Promise<string | undefined> {
    const taken = join(this.home, 'pages');
    const isThere = await rename(this.pagesFile, taken).then(
      () => true,
      () => false,
    );
    if (!isThere) return undefined;
    const found = await lstat(taken);
    // A second name would let a child change the pages of a later turn.
    return found.isFile() && found.nlink === 1 ? taken : undefined;
  }

  /** Puts a file into a folder of the child's. It gets its owner where the child cannot exchange it. */
  private async put(target: string, stage: (staged: string) => Promise<void>): Promise<void> {
    const { home, identity } = this;
    const staged = join(home, 'staged');
    try {
      await stage(staged);
      if (identity) await chown(staged, identity.uid, identity.gid);
      await rename(staged, target);
    } finally {
      await rm(staged, { force: true });
    }
  }

  /** The child is not trusted with the size: no more is read than the text may have, three bytes a character. */
  async readText(maxChars: number): Promise<string> {
    const text = await this.readLeft(this.textFile, maxChars * 3 + 3);
    return text.toString('utf8').replaceAll('\0', '').slice(0, maxChars).toWellFormed();
  }

  /** The layout of the pages, as the child has left it. */
  readLayout(mostBytes: number): Promise<Buffer> {
    return this.readLeft(this.layoutFile, mostBytes);
  }

  /** Throws unless the child has left exactly these bytes. */
  async readPixels(bytes: number): Promise<Buffer> {
    const pixels = await this.readLeft(this.pixelsFile, bytes + 1);
    if (pixels.length !== bytes) throw new Error('the process that draws pages left a picture of another size');
    return pixels;
  }

  /** Returns the head of a mail, or the list of the files in a file, as the child has left it. */
  readHead(mostBytes: number): Promise<Buffer> {
    return this.readLeft(this.headFile, mostBytes);
  }

  /** Copies the files in a file to where the child cannot change them. Throws unless it has left exactly these bytes. */
  takeParts(target: string, bytes: number): Promise<void> {
    return this.withLeft(this.partsFile, async (file, size) => {
      if (size !== bytes) throw new Error('the process that opens files left other files than it named');
      const copy = createWriteStream(target, { mode: 0o600 });
      if (bytes === 0) {
        await finished(copy.end());
        return;
      }
      await pipeline(file.createReadStream({ start: 0, end: bytes - 1, autoClose: false }), copy);
      if (copy.bytesWritten !== bytes) throw new Error('the process that opens files has cut the files in it');
    });
  }

  /** As `takeParts`; false when the child has left anything else. */
  async tryTakeParts(target: string, bytes: number): Promise<boolean> {
    try {
      await this.takeParts(target, bytes);
      return true;
    } catch (error) {
      // A full disk says nothing about the file.
      if ((error as NodeJS.ErrnoException).syscall === 'write') throw error;
      return false;
    }
  }

  private readLeft(path: string, mostBytes: number): Promise<Buffer> {
    return this.withLeft(path, async (file, size) => {
      const buffer = Buffer.alloc(Math.min(size, mostBytes));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
      return buffer.subarray(0, bytesRead);
    });
  }

  private async withLeft<Result>(
    path: string,
    work: (file: FileHandle, size: number) => Promise<Result>,
  ): Promise<Result> {
    // Windows has neither flag. Without the second a pipe in place of the file would block a thread of this process.
    const notThroughLinks = 'O_NOFOLLOW' in constants ? constants.O_NOFOLLOW : 0;
    const neverWaiting = 'O_NONBLOCK' in constants ? constants.O_NONBLOCK : 0;
    const file = await open(path, constants.O_RDONLY | notThroughLinks | neverWaiting);
    try {
      const found = await file.stat();
      // A second name would make a file that only the server may read the text of a document.
      const isForeign = found.nlink !== 1 || (this.identity !== undefined && found.uid !== this.identity.uid);
      if (!found.isFile() || isForeign)
        throw new Error('the process that reads documents left something else than a text, pixels or a mail');
      return await work(file, found.size);
    } finally {
      await file.close();
    }
  }

  /** Makes room for the next file. False when the child has left more than it may; then it has to end. */
  async clear(): Promise<boolean> {
    const left = [this.textFile, this.layoutFile, this.pagesFile, this.pixelsFile, this.headFile, this.partsFile];
    for (const path of [this.file, ...left]) await unlink(path).catch(() => undefined);
    const others = [...(await readdir(this.input)), ...(await readdir(this.temp))];
    return others.length === 1 && others[0] === ENGINE_FOLDER;
  }

  /** Once the child has ended. */
  async remove(): Promise<void> {
    await removeTree(this.home);
  }
}
