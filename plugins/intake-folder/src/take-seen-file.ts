import { PermanentPluginError, type IntakeContext, type IntakeResult, type PluginLogger } from '@archivolt/plugin-kit';
import type { FileContent } from './file-content.js';
import type { FileEndings } from './file-endings.js';
import { FileChanged, FileUnreadable } from './file-faults.js';
import { referenceOf } from './file-reference.js';
import type { FolderConfig } from './folder.config.js';
import type { LiveOrganizations } from './live-organizations.js';
import { openFile } from './open-file.js';
import type { PutAside } from './put-aside.js';
import { nameOf, tagsOf, type FileState, type SeenFile } from './seen-file.js';

/** `again`: it has changed and is waited for once more. `left`: it stays where it is, and may be tried later. */
export type TakeOutcome = 'again' | 'ended' | 'left';

export interface TakeSurroundings {
  config: FolderConfig;
  context: IntakeContext;
  logger: PluginLogger;
  organizations: LiveOrganizations;
  endings: FileEndings;
  aside: PutAside;
}

/** Hands one file over and does with it what its result asks for: first the durable result, then the change to the folder. */
export class TakeSeenFile {
  constructor(private readonly surroundings: TakeSurroundings) {}

  /** Never rejects. */
  async execute(file: SeenFile): Promise<TakeOutcome> {
    const { aside, context, logger } = this.surroundings;
    try {
      return await this.#take(file);
    } catch (error) {
      if (context.signal.aborted) return 'left';
      if (error instanceof FileChanged) return 'again';
      if (error instanceof FileUnreadable) await this.report(file, error.message);
      else if (error instanceof PermanentPluginError) await this.report(file, `It cannot be taken: ${error.message}.`);
      else logger.warn(`${file.path} could not be taken now: ${(error as Error).message}`);
      aside.put(file.path);
      return 'left';
    }
  }

  /** Puts the file on the list that people see, once for each reason. */
  async report(file: SeenFile, reason: string): Promise<void> {
    const { aside, context, logger } = this.surroundings;
    if (!aside.isNews(file, reason)) return;
    try {
      await context.reportFailure({ ...this.#facts(file), reason });
      aside.noteReport(file, reason);
    } catch (error) {
      logger.warn(`${file.path}: ${reason} The list of failures could not be written: ${(error as Error).message}`);
    }
  }

  async #take(file: SeenFile): Promise<TakeOutcome> {
    const { aside, config, endings, organizations } = this.surroundings;
    if (!(await organizations.isLive(file.organizationId))) return 'left';
    if (file.state.nlink > 1n && !config.hardLinksAllowed)
      throw new FileUnreadable(
        'It has another name in another place (hard link), and may be the file of another user. Put a copy into the folder.',
      );
    const result = await this.#upload(file, await openFile(file.path, file.state));
    if (result.outcome !== 'refused') await endings.taken(file);
    else if (await organizations.isLive(file.organizationId)) await this.#end(file, result.reason);
    else return 'left';
    aside.forget(file.path);
    return 'ended';
  }

  async #upload(file: SeenFile, content: FileContent): Promise<IntakeResult> {
    const { config, context } = this.surroundings;
    const tags = config.tagsFromFolders ? tagsOf(file) : [];
    try {
      return await context.upload({ ...this.#facts(file), content, ...(tags.length > 0 && { tags }) });
    } catch (error) {
      throw content.errored instanceof FileChanged || content.errored instanceof FileUnreadable
        ? content.errored
        : error;
    } finally {
      content.destroy();
    }
  }

  /** When the error folder has the same bytes, they are what another attempt of this file will read. */
  async #end(file: SeenFile, reason: string): Promise<void> {
    const { context, endings } = this.surroundings;
    const refer = async (kept: FileState) =>
      context.reportFailure({ ...this.#facts(file), reference: referenceOf({ ...file, state: kept }), reason });
    await endings.refused(file, reason, refer);
  }

  #facts(file: SeenFile) {
    return {
      organizationId: file.organizationId,
      key: this.surroundings.aside.keyFor(file),
      fileName: nameOf(file),
      reference: referenceOf(file),
    };
  }
}
