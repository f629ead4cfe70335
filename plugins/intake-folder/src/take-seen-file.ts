import {
  PermanentPluginError,
  type IntakeContext,
  type IntakeFile,
  type IntakeResult,
  type PluginLogger,
} from '@archivolt/plugin-kit';
import type { FileContent } from './file-content.js';
import type { FileEndings } from './file-endings.js';
import { FileChanged, FileUnreadable } from './file-faults.js';
import { referenceOf } from './file-reference.js';
import type { FolderConfig } from './folder.config.js';
import type { LiveOrganizations } from './live-organizations.js';
import { openFile } from './open-file.js';
import type { PostponedFiles } from './postponed-files.js';
import type { ReportedFiles } from './reported-files.js';
import { nameOf, tagsOf, type FileState, type SeenFile } from './seen-file.js';

/** `again`: it has changed and is waited for once more. `left`: it stays where it is, and may be tried later. */
export type TakeOutcome = 'again' | 'ended' | 'left';

type FileFacts = Required<Pick<IntakeFile, 'fileName' | 'key' | 'organizationId' | 'reference'>>;

export interface TakeSurroundings {
  config: FolderConfig;
  context: IntakeContext;
  logger: PluginLogger;
  organizations: LiveOrganizations;
  endings: FileEndings;
  postponed: PostponedFiles;
  reported: ReportedFiles;
}

/** Hands one file over and does with it what its result asks for: first the durable result, then the change to the folder. */
export class TakeSeenFile {
  constructor(private readonly surroundings: TakeSurroundings) {}

  /** Never rejects. */
  async execute(file: SeenFile): Promise<TakeOutcome> {
    const { postponed, context, logger } = this.surroundings;
    try {
      return await this.#take(file);
    } catch (error) {
      if (context.signal.aborted) return 'left';
      if (error instanceof FileChanged) return 'again';
      if (error instanceof FileUnreadable) await this.report(file, error.message);
      else if (error instanceof PermanentPluginError) await this.report(file, `It cannot be taken: ${error.message}.`);
      else logger.warn(`${file.path} could not be taken now: ${(error as Error).message}`);
      postponed.add(file.path);
      return 'left';
    }
  }

  /** Puts the file on the list that people see, once for each reason. */
  async report(file: SeenFile, reason: string): Promise<void> {
    const { reported, context, logger } = this.surroundings;
    try {
      if (!(await reported.isNews(file, reason))) return;
      await context.reportFailure({ ...(await this.#facts(file)), reason });
      await reported.add(file, reason);
    } catch (error) {
      logger.warn(`${file.path}: ${reason} The list of failures could not be written: ${(error as Error).message}`);
    }
  }

  async #take(file: SeenFile): Promise<TakeOutcome> {
    const { postponed, reported, config, endings, organizations } = this.surroundings;
    if (!(await organizations.isLive(file.organizationId))) return 'left';
    if (file.state.nlink > 1n && !config.hardLinksAllowed)
      throw new FileUnreadable(
        'It has another name in another place (hard link), and may be the file of another user. Put a copy into the folder.',
      );
    const facts = await this.#facts(file);
    const result = await this.#upload(file, facts, await openFile(file.path, file.state));
    if (result.outcome === 'refused' && !(await organizations.isLive(file.organizationId))) return 'left';
    await reported.forget(file);
    if (result.outcome === 'refused') await this.#end(file, facts, result.reason);
    else await endings.taken(file);
    postponed.forget(file.path);
    return 'ended';
  }

  async #upload(file: SeenFile, facts: FileFacts, content: FileContent): Promise<IntakeResult> {
    const { config, context } = this.surroundings;
    const tags = config.tagsFromFolders ? tagsOf(file) : [];
    try {
      return await context.upload({ ...facts, content, ...(tags.length > 0 && { tags }) });
    } catch (error) {
      throw content.errored instanceof FileChanged || content.errored instanceof FileUnreadable
        ? content.errored
        : error;
    } finally {
      content.destroy();
    }
  }

  /** When the error folder has the same bytes, they are what another attempt of this file will read. */
  async #end(file: SeenFile, facts: FileFacts, reason: string): Promise<void> {
    const { context, endings } = this.surroundings;
    const refer = async (kept: FileState) =>
      context.reportFailure({ ...facts, reference: referenceOf({ ...file, state: kept }), reason });
    await endings.refused(file, reason, refer);
  }

  async #facts(file: SeenFile): Promise<FileFacts> {
    return {
      organizationId: file.organizationId,
      key: await this.surroundings.reported.keyOf(file),
      fileName: nameOf(file),
      reference: referenceOf(file),
    };
  }
}
