import { existsSync } from 'node:fs';
import { lstat, realpath, rm } from 'node:fs/promises';
import { makeFolder } from '@archivolt/plugin-kit';
import type { FolderConfig } from './folder.config.js';
import type { FolderLayout } from './folder-layout.js';
import { moveInto, removeSeen, type MovableFile } from './move-file.js';
import { removeReasons, writeReason } from './reason-files.js';
import { stateOf, type FileState } from './seen-file.js';

type EndingFile = MovableFile & { organizationId: string };

/** What becomes of a file whose result is durable. Each method can be repeated after a crash in it. */
export class FileEndings {
  constructor(
    private readonly layout: FolderLayout,
    private readonly config: Pick<FolderConfig, 'strategy'>,
  ) {}

  /** Removes the file, or moves it to the done folder. */
  async taken(file: EndingFile): Promise<void> {
    if (this.config.strategy !== 'move') {
      removeSeen(file);
      return;
    }
    const folder = await this.#prepared(this.layout.doneFolder(file.organizationId), file.organizationId);
    const { isSame } = await moveInto(folder, file);
    if (isSame) removeSeen(file);
  }

  /**
   * Moves the file to the error folder, with the reason next to it. Calls `onSame` with the state of a file there that has
   * the same bytes, before the file is removed.
   */
  async refused(file: EndingFile, reason: string, onSame: (kept: FileState) => Promise<void>): Promise<void> {
    const folder = await this.#prepared(this.layout.errorFolder(file.organizationId), file.organizationId);
    const { path, isSame } = await this.#withReason(reason, (write) => moveInto(folder, file, write));
    if (!isSame) return;
    await onSame(stateOf(await lstat(path, { bigint: true })));
    removeSeen(file);
  }

  /** As {@link taken}, for a file that was refused before. */
  async takenLater(file: EndingFile & { isInErrorFolder: boolean }): Promise<void> {
    await this.taken(file);
    if (file.isInErrorFolder) await removeReasons(file.path);
  }

  /** The reason is there before the file, and removed when the file could not be moved. */
  async #withReason<Result>(
    reason: string,
    move: (write: (target: string) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    let written: { target: string; path: string } | undefined;
    try {
      return await move(async (target) => {
        written = { target, path: await writeReason(target, reason) };
      });
    } catch (error) {
      if (written && !existsSync(written.target)) await rm(written.path, { force: true });
      throw error;
    }
  }

  /**
   * A user who puts files into the folder of an organization could put a symbolic link there, too, and have the server
   * write to another place.
   */
  async #prepared(folder: string, organizationId: string): Promise<string> {
    await makeFolder(folder);
    const real = await realpath(folder);
    if (real !== folder && !this.layout.isChosen(folder, organizationId))
      throw new Error(`${folder} is reached through a symbolic link. Remedy: put a folder in its place`);
    return real;
  }
}
