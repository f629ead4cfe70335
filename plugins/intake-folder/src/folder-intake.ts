import { constants } from 'node:fs';
import { access, opendir, realpath } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder, type Intake, type IntakeContext } from '@archivolt/plugin-kit';
import { FileEndings } from './file-endings.js';
import { FileChanged } from './file-faults.js';
import { findReferenced } from './file-reference.js';
import { FolderLayout, isOrganizationName } from './folder-layout.js';
import { FolderSession, type SessionHost } from './folder-session.js';
import { openFile } from './open-file.js';
import { ReportedFiles } from './reported-files.js';

const MOST_CHECKED = 1_000;

/** Makes documents of the files that are put into the folders of organizations. */
export class FolderIntake implements Intake {
  constructor(private readonly host: SessionHost) {
    new FolderLayout(host.config); // says what is wrong with the folders before the first file
  }

  async run(context: IntakeContext): Promise<void> {
    if (this.host.config.enabled) await this.#watch(context);
    else if (!context.signal.aborted) await once(context.signal, 'abort');
  }

  async reopen(reference: string): Promise<Readable | undefined> {
    const found = await findReferenced(await this.#layout(), reference);
    if (!found) return undefined;
    try {
      return await openFile(found.path, found.state);
    } catch (error) {
      if (error instanceof FileChanged) throw new Error('it is being changed. Remedy: wait, and try again');
      throw error;
    }
  }

  async finish(reference: string): Promise<void> {
    const layout = await this.#layout();
    const found = await findReferenced(layout, reference);
    if (found) await new FileEndings(layout, this.host.config).takenLater(found);
  }

  async check(signal: AbortSignal): Promise<void> {
    const { config, logger } = this.host;
    if (!config.enabled) return;
    const { root } = await this.#layout();
    const unknown: string[] = [];
    let checked = 0;
    for await (const entry of await opendir(root)) {
      signal.throwIfAborted();
      if ((checked += 1) > MOST_CHECKED) break;
      if (isOrganizationName(entry.name)) await checkWritable(join(root, entry.name));
      else if (!entry.name.startsWith('.')) unknown.push(entry.name);
    }
    if (unknown.length > 0)
      logger.warn(`${root} contains what belongs to no organization: ${unknown.slice(0, 10).join(', ')}`);
  }

  async #watch(context: IntakeContext): Promise<void> {
    const reported = await ReportedFiles.open(this.host.state);
    await new FolderSession(this.host, await this.#layout(), context, reported).run();
  }

  /** The folder is created when it is not there. */
  async #layout(): Promise<FolderLayout> {
    const { config } = this.host;
    const { root } = new FolderLayout(config);
    try {
      await makeFolder(root);
      const real = await realpath(root);
      await checkWritable(real);
      return new FolderLayout(config, real);
    } catch (error) {
      throw new Error(
        `the watched folder cannot be used: ${(error as Error).message}\nRemedy: let the user of the server create and write to ${root}, or correct INTAKE_FOLDER_ROOT_PATH.`,
        { cause: error },
      );
    }
  }
}

/** A process that takes a file away writes to the folder that it is in. */
async function checkWritable(folder: string): Promise<void> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(
      `the server may not read and write the folder ${folder}. Remedy: give its user the right to do so`,
      { cause: error },
    );
  }
}
