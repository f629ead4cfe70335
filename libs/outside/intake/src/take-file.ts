import {
  cleanFileName,
  PermanentPluginError,
  TransientPluginError,
  type IntakeFile,
  type IntakeResult,
} from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import mime from 'mime';
import { NotInOrganization } from '#people/auth';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentAlreadyExists,
  documentOf,
  DocumentRepository,
  storableMimeType,
  UploadDocument,
} from '#archive/documents';
import { AppError, forThisRequest, systemContext, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { checkFile } from './check-file.js';
import type { FailureSource } from './intake-failure.schema.js';
import { IntakeFailures } from './intake-failures.js';
import { IntakeFileRepository, TakenMeanwhile, type IntakeSource } from './intake-file.repository.js';
import { IntakeTags } from './intake-tags.js';

export type { IntakeSource };

/** What is known of a file apart from itself. */
export interface IntakeFileFacts {
  source: FailureSource;
  /** The sender of the mail that the file was in. */
  sender?: string | undefined;
  subject?: string | undefined;
}

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
    private readonly failures: IntakeFailures,
    private readonly tags: IntakeTags,
  ) {}

  /**
   * Stores the file and its document, and with them the result, in one transaction; what is refused is on the list of
   * failures then. `again`: tries what was refused before once more. Throws a `TransientPluginError` when a later call
   * may succeed.
   */
  async execute(
    source: IntakeSource,
    file: IntakeFile,
    signal: AbortSignal,
    { again = false, ...facts }: Partial<IntakeFileFacts> & { again?: boolean } = {},
  ): Promise<IntakeResult> {
    const { content } = file;
    content.on('error', () => undefined); // the reader of the stream gets it; without a listener it would end the process
    try {
      checkFile(file);
      signal.throwIfAborted();
      const known = await this.taken.find(source, file);
      if (known && known.outcome !== 'refused') await this.#resolve(source, file, again);
      if (known && !(again && known.outcome === 'refused')) return known;
      return await this.#take({ source, file, facts: { source: 'plugin', ...facts }, again }, signal);
    } catch (error) {
      if (error instanceof PermanentPluginError) throw error;
      throw new TransientPluginError((error as Error).message, { cause: error });
    } finally {
      content.destroy();
    }
  }

  /** A source may have reported a file that was taken before, for instance because it cannot remove it. */
  async #resolve(source: IntakeSource, file: IntakeFile, again: boolean): Promise<void> {
    await this.unitOfWork.run((tx) => this.failures.resolve(tx, source, file, { again }));
  }

  async #take(work: Work, signal: AbortSignal): Promise<IntakeResult> {
    const { source, file } = work;
    const ctx = systemContext(file.organizationId, `plugin:${source.pluginId}`);
    try {
      return await this.#store(work, ctx, signal);
    } catch (error) {
      const known = error instanceof TakenMeanwhile ? await this.taken.find(source, file) : undefined;
      if (known) return known;
      if (!(error instanceof AppError) || !FINAL.includes(error.category)) throw error;
      return this.#refuse(work, error);
    }
  }

  /** Records nothing without an organization, which has no list of failures: a deleted one may be restored. */
  async #refuse({ source, file, facts, again }: Work, error: AppError): Promise<IntakeResult> {
    const { organizationId, key, fileName, type, reference, tags } = file;
    const { message: reason } = error;
    if (NotInOrganization.matches(error))
      return { outcome: 'refused', reason: `There is no organization ${organizationId}.` };
    return this.unitOfWork.run(async (tx) => {
      const result = await this.taken.record(tx, source, file, { outcome: 'refused', reason }, { again });
      const failure = { organizationId, key, kind: 'file' as const, reason, ...facts };
      await this.failures.save(tx, source, { ...failure, fileName, mimeType: type, reference, tags: tags?.slice() });
      return result;
    });
  }

  async #store(work: Work, ctx: OrganizationContext, signal: AbortSignal): Promise<IntakeResult> {
    const { fileName, type, content, tags = [] } = work.file;
    if (!(await this.unitOfWork.run((tx) => this.documents.isOrganizationLive(tx, ctx)))) throw NotInOrganization();
    const name = cleanFileName(fileName) || 'unnamed';
    const details = {
      mimeType: storableMimeType(type) ?? mime.getType(name) ?? 'application/octet-stream',
      ocrLanguages: [],
      source: work.facts.source,
    };
    const within = AbortSignal.any([signal, AbortSignal.timeout(RECEIVE_WITHIN_MS)]);
    const stop = () => content.destroy(within.reason as Error);
    within.addEventListener('abort', stop, { once: true });
    await using received = await this.uploads
      .receive(ctx, { name, content }, within)
      .finally(() => within.removeEventListener('abort', stop));
    try {
      return await this.unitOfWork.run(async (tx) => {
        const tagIds = await this.tags.idsOf(tx, ctx, tags);
        const upload = { ctx, file: received, details, within: forThisRequest() };
        const { id: documentId } = documentOf(await this.uploads.complete(tx, [upload]));
        await this.tags.add(tx, ctx, documentId, tagIds);
        return this.#record(tx, work, { outcome: 'created', documentId });
      });
    } catch (error) {
      if (!DocumentAlreadyExists.matches(error)) throw error;
      return await this.unitOfWork.run(async (tx) => {
        const same = await this.documents.findByHash(tx, ctx, received.stored.sha256);
        if (!same) throw new TransientPluginError('the document with the same content was purged at the same moment');
        return this.#record(tx, work, { outcome: 'duplicate', documentId: same.id });
      });
    }
  }

  async #record(tx: Transaction, { source, file, again }: Work, result: IntakeResult): Promise<IntakeResult> {
    await this.failures.resolve(tx, source, file, { again });
    return this.taken.record(tx, source, file, result, { again });
  }
}

interface Work {
  source: IntakeSource;
  file: IntakeFile;
  facts: IntakeFileFacts;
  again: boolean;
}
