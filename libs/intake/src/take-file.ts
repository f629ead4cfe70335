import { PermanentPluginError, TransientPluginError, type IntakeFile, type IntakeResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import mime from 'mime';
import { NotInOrganization } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import {
  DocumentAlreadyExists,
  DocumentRepository,
  storableMimeType,
  storableName,
  UploadDocument,
} from '#libs/documents';
import { AppError, isId, systemContext, type ErrorCategory, type OrganizationContext } from '#libs/kernel';
import { IntakeFileRepository, TakenMeanwhile, type IntakeSource } from './intake-file.repository.js';

export type { IntakeSource };

const LONGEST_KEY = 500;
/** For a source that stops sending in the middle of a file. */
const RECEIVE_WITHIN_MS = 15 * 60_000;
/** Failures that depend on the file or its organization, not on the moment. */
const FINAL: readonly ErrorCategory[] = ['conflict', 'forbidden', 'invalid', 'not_found', 'too_large'];

/** Makes documents of the files that intakes hand over: once for each key, however often it is called. */
@Injectable()
export class TakeFile {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly uploads: UploadDocument,
    private readonly documents: DocumentRepository,
    private readonly taken: IntakeFileRepository,
  ) {}

  /**
   * Stores the file and its document, and with them the result, in one transaction. Throws a `TransientPluginError`
   * when a later call may succeed.
   */
  async execute(source: IntakeSource, file: IntakeFile, signal: AbortSignal): Promise<IntakeResult> {
    const { content } = file;
    content.on('error', () => undefined); // the reader of the stream gets it; without a listener it would end the process
    try {
      checkFile(file);
      signal.throwIfAborted();
      return (await this.taken.find(source, file)) ?? (await this.#take(source, file, signal));
    } catch (error) {
      if (error instanceof PermanentPluginError) throw error;
      throw new TransientPluginError((error as Error).message, { cause: error });
    } finally {
      content.destroy();
    }
  }

  async #take(source: IntakeSource, file: IntakeFile, signal: AbortSignal): Promise<IntakeResult> {
    const ctx = systemContext(file.organizationId, `plugin:${source.pluginId}`);
    try {
      return await this.#store(source, ctx, file, signal);
    } catch (error) {
      const known = error instanceof TakenMeanwhile ? await this.taken.find(source, file) : undefined;
      if (known) return known;
      if (!(error instanceof AppError) || !FINAL.includes(error.category)) throw error;
      const { message } = error;
      const reason = NotInOrganization.matches(error) ? `There is no organization ${file.organizationId}.` : message;
      return this.unitOfWork.run((tx) => this.taken.record(tx, source, file, { outcome: 'refused', reason }));
    }
  }

  async #store(
    source: IntakeSource,
    ctx: OrganizationContext,
    { fileName, type, content, ...file }: IntakeFile,
    signal: AbortSignal,
  ): Promise<IntakeResult> {
    if (!(await this.unitOfWork.run((tx) => this.documents.isOrganizationLive(tx, ctx)))) throw NotInOrganization();
    const name = storableName(fileName) || 'unnamed';
    const details = {
      mimeType: storableMimeType(type) ?? mime.getType(name) ?? 'application/octet-stream',
      ocrLanguages: [],
    };
    const within = AbortSignal.any([signal, AbortSignal.timeout(RECEIVE_WITHIN_MS)]);
    const stop = () => content.destroy(within.reason as Error);
    within.addEventListener('abort', stop, { once: true });
    await using received = await this.uploads
      .receive(ctx, { name, content }, within)
      .finally(() => within.removeEventListener('abort', stop));
    try {
      return await this.unitOfWork.run(async (tx) => {
        const { id: documentId } = await this.uploads.complete(tx, ctx, received, details);
        return this.taken.record(tx, source, file, { outcome: 'created', documentId });
      });
    } catch (error) {
      if (!DocumentAlreadyExists.matches(error)) throw error;
      return await this.unitOfWork.run(async (tx) => {
        const same = await this.documents.findByHash(tx, ctx, received.stored.sha256);
        if (!same) throw new TransientPluginError('the document with the same content was purged at the same moment');
        return this.taken.record(tx, source, file, { outcome: 'duplicate', documentId: same.id });
      });
    }
  }
}

/** The types of a plugin do not hold at run time. What fails here would fail in the same way the next time. */
function checkFile({ organizationId, key, fileName, type }: IntakeFile): void {
  const isText = (value: unknown) => typeof value === 'string';
  if (!isText(key) || key === '' || key.length > LONGEST_KEY || !key.isWellFormed())
    throw new PermanentPluginError(`the key of a file must have 1 to ${LONGEST_KEY} characters of valid Unicode`);
  if (!isText(organizationId) || !isId('org', organizationId))
    throw new PermanentPluginError('the `organizationId` of a file must be the id of an organization: org_…');
  if (!isText(fileName) || (type !== undefined && !isText(type)))
    throw new PermanentPluginError('the `fileName` and `type` of a file must be texts');
}
