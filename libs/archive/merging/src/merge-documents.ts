import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import {
  boundedBytes,
  DocumentFilesRepository,
  LockDocuments,
  MOST_PAGES_OF_VERSION,
  UploadDocument,
  type FiledDocument,
  type ReceivedFile,
} from '#archive/documents';
import { TagRepository } from '#archive/tags';
import { Tasks } from '#archive/tasks';
import { MoveDocuments } from '#archive/trash';
import { AddDocuments } from '#archive/uploads';
import { ExtractionService } from '#capabilities/extraction';
import { StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import { UnitOfWork, type Transaction } from '#ground/database';
import { AppError, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { PDF } from './mergeable.js';
import type { MergeDocumentsData } from './merging.jobs.js';
import { NotMerged, PagesOfDocuments } from './pages-of-documents.js';

/** Milliseconds of work for the new file. */
const TIMEOUT_MS = 120_000;
const GONE = 'A document was changed, moved to the trash or deleted before the documents were merged.';
/** Failures that depend on the documents, not on the moment. */
const FINAL: readonly ErrorCategory[] = ['conflict', 'forbidden', 'invalid', 'not_found', 'too_large'];

/**
 * Makes one document of several. The file is stored durably first; then the document, the end of the originals and the end
 * of the task are one transaction: whenever it is interrupted, all of it has happened or nothing.
 */
@Injectable()
export class MergeIntoDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentFilesRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly pages: PagesOfDocuments,
    private readonly extraction: ExtractionService,
    private readonly uploads: UploadDocument,
    private readonly addDocuments: AddDocuments,
    private readonly tags: TagRepository,
    private readonly moves: MoveDocuments,
    private readonly tasks: Tasks,
    private readonly config: DocumentsConfig,
  ) {}

  /** Doing it twice changes nothing: the task has ended then. */
  async execute(data: MergeDocumentsData, signal: AbortSignal): Promise<void> {
    const ctx: OrganizationContext = { ...data.requestedBy, organizationId: data.organizationId };
    if (!(await this.tasks.start(ctx, data.taskId))) return;
    try {
      await this.#merge(ctx, data, signal);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await this.unitOfWork.run((tx) => this.tasks.fail(tx, ctx, data.taskId, (error as Error).message));
    }
  }

  async #merge(ctx: OrganizationContext, data: MergeDocumentsData, signal: AbortSignal): Promise<void> {
    const documents = await this.documents.findInOrder(ctx, data.documentIds);
    if (documents.length !== data.documentIds.length || documents.some(({ isInTrash }) => isInTrash))
      throw new NotMerged(GONE);
    await using received = new AsyncDisposableStack();
    let file: ReceivedFile | undefined;
    const mostBytes = this.config.maxUploadBytes;
    const stream = this.pages.streamOf(documents, ctx.organizationId, signal);
    const joined = await this.extraction.joinFiles(
      {
        ...{ type: PDF, sizes: stream.sizes },
        open: async () => Readable.from(boundedBytes(await stream.open(), mostBytes), { objectMode: false }),
      },
      {
        ...{ mostPages: MOST_PAGES_OF_VERSION, mostBytes: mostBytes > 0 ? mostBytes : Number.MAX_SAFE_INTEGER },
        ...{ timeoutMs: TIMEOUT_MS, signal, owner: ctx.organizationId },
      },
      async ({ path }) => {
        const content = createReadStream(path);
        file = received.use(await this.uploads.receive(ctx, { name: data.name, content }, signal));
      },
    );
    if (joined.outcome === 'cancelled') throw new Error('merging was cancelled');
    if (joined.outcome !== 'selected') throw new NotMerged(joined.reason ?? 'The files could not be merged.');
    if (!file) throw new Error('merging made no file');
    const made = file;
    await this.unitOfWork.run((tx) => this.#commit(tx, ctx, { data, documents, file: made }));
  }

  async #commit(tx: Transaction, ctx: OrganizationContext, { data, documents, file }: Work): Promise<void> {
    const { documentIds, taskId, trashOriginals } = data;
    const locked = await this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly: true });
    const hashes = await this.documents.hashes(tx, ctx, documentIds);
    if (locked.length !== documentIds.length || documents.some(({ id, sha256 }) => hashes.get(id) !== sha256))
      throw new NotMerged(GONE);
    const tags = await this.tags.ofDocuments(ctx, documentIds);
    const tagIds = [...new Set([...tags.values()].flat().map(({ id }) => id))];
    const [first] = documents;
    const details = { mimeType: PDF, ocrLanguages: first?.ocrLanguages ?? [], tagIds };
    const { id: documentId } = await this.addDocuments.addIn(tx, ctx, file, details, { areTagsKnown: true });
    if (trashOriginals) await this.moves.toTrash(tx, ctx, documentIds);
    await this.tasks.complete(tx, ctx, taskId, { processed: documents.length, result: { documentId } });
  }
}

interface Work {
  data: MergeDocumentsData;
  documents: readonly FiledDocument[];
  file: ReceivedFile;
}

function isFinal(error: unknown): boolean {
  if (error instanceof NotMerged || StoredFileMissing.matches(error) || StoredFileDamaged.matches(error)) return true;
  return error instanceof AppError && FINAL.includes(error.category);
}
