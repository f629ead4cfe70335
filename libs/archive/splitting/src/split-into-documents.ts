import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import {
  ArchiveNumbers,
  DocumentFilesRepository,
  LockDocuments,
  UploadDocument,
  type FiledDocument,
  type ReceivedFile,
} from '#archive/documents';
import { TagRepository } from '#archive/tags';
import { Tasks } from '#archive/tasks';
import { MoveDocuments } from '#archive/trash';
import { AddDocuments } from '#archive/uploads';
import { ExtractionService } from '#capabilities/extraction';
import { FileStore, StoredFileDamaged, StoredFileMissing } from '#capabilities/storage';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { AppError, forThisRequest, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { partName } from './part-name.js';
import { DocumentSplitEnded, DocumentSplitRefused } from './splitting.events.js';
import type { SplitDocumentData } from './splitting.jobs.js';
import { SplittingRepository, type DocumentSplit } from './splitting.repository.js';

const PDF = 'application/pdf';
/** Milliseconds of work for one part. */
const PART_TIMEOUT_MS = 60_000;
const REPLACED = 'The document is gone, or another split of it was requested.';
const CHANGED = 'The document has another file since the pages were chosen.';
const IN_TRASH = 'The document was moved to the trash before it was split.';
/** Failures that depend on the parts, not on the moment. */
const FINAL: readonly ErrorCategory[] = ['conflict', 'forbidden', 'invalid', 'not_found', 'too_large'];

/** Why a document is not split; nothing was changed. */
class Refused extends Error {}

/**
 * Makes documents of the parts of a document. The files are stored one after the other; then all documents, the end of the
 * original and the end of the split are one transaction: whenever it is interrupted, there are all parts or none.
 */
@Injectable()
export class SplitIntoDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly splits: SplittingRepository,
    private readonly documents: DocumentFilesRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly uploads: UploadDocument,
    private readonly addDocuments: AddDocuments,
    private readonly tags: TagRepository,
    private readonly numbers: ArchiveNumbers,
    private readonly moves: MoveDocuments,
    private readonly tasks: Tasks,
    private readonly changes: Changes,
    private readonly config: DocumentsConfig,
  ) {}

  /** Doing it twice changes nothing, also when another split was requested meanwhile. */
  async execute(data: SplitDocumentData, signal: AbortSignal): Promise<void> {
    const { organizationId, documentId, taskId } = data;
    const split = await this.splits.find(undefined, { organizationId }, documentId);
    if (taskId !== undefined && !(await this.tasks.start({ organizationId }, taskId))) return;
    if (!isWaiting(split, data)) {
      await this.#leave(data);
      return;
    }
    const ctx = { ...split.requestedBy, organizationId };
    try {
      await this.#split(ctx, split, data, signal);
    } catch (error) {
      const isFinal = error instanceof AppError && FINAL.includes(error.category);
      if (!(error instanceof Refused) && !isFinal) throw error;
      await this.#refuse(ctx, data, error.message);
    }
  }

  async #split(
    ctx: OrganizationContext,
    split: DocumentSplit,
    data: SplitDocumentData,
    signal: AbortSignal,
  ): Promise<void> {
    const [document] = await this.documents.findInOrder(ctx, [data.documentId]);
    if (document?.isInTrash !== false) throw new Refused(IN_TRASH);
    if (split.plan.sha256 !== undefined && split.plan.sha256 !== document.sha256) throw new Refused(CHANGED);
    await using received = new AsyncDisposableStack();
    const files: ReceivedFile[] = [];
    const mostBytes = Math.max(this.config.maxUploadBytes, document.size);
    const made = await this.extraction.selectPages(
      {
        open: () => this.files.read(document.storageKey),
        fileName: document.originalName,
        declaredType: document.mimeType,
      },
      {
        ...{ parts: split.plan.parts, mostBytes, timeoutMs: PART_TIMEOUT_MS },
        ...{ signal, owner: ctx.organizationId },
      },
      async ({ path }, index) => {
        const part = { name: partName(document.name, index + 1), content: createReadStream(path) };
        files.push(received.use(await this.uploads.receive(ctx, part, signal, { maxBytes: mostBytes })));
      },
    );
    if (made.outcome === 'cancelled') throw new Error('splitting was cancelled');
    if (made.outcome !== 'selected') throw new Refused(made.reason ?? 'The file could not be split.');
    await this.unitOfWork.run((tx) => this.#commit(tx, ctx, { split, data, document, files }));
  }

  async #commit(tx: Transaction, ctx: OrganizationContext, { split, data, document, files }: Work): Promise<void> {
    const { documentId, taskId } = data;
    const { plan } = split;
    const [locked] = await this.lockDocuments.execute(tx, ctx, [documentId], { activeOnly: true });
    if (locked === undefined) throw new Refused(IN_TRASH);
    // Another run may have ended it meanwhile, or another split was requested.
    if (!isWaiting(await this.splits.find(tx, ctx, documentId), data)) {
      if (taskId !== undefined) await this.tasks.fail(tx, ctx, taskId, REPLACED);
      return;
    }
    const present = await this.documents.hashes(tx, ctx, [documentId]);
    if (present.get(documentId) !== document.sha256) throw new Refused(CHANGED);
    if (plan.freesArchiveNumber === true) await this.numbers.release(tx, ctx, documentId);
    const partIds = await this.#add(tx, ctx, document, files, await this.#tagsOf(ctx, split, documentId));
    this.changes.record(tx, ctx, DocumentSplitEnded, { documentId, partIds });
    if (!plan.keepsOriginal) await this.moves.toTrash(tx, ctx, [documentId]);
    await this.splits.end(tx, documentId, { outcome: 'split', reason: null, partIds });
    if (taskId === undefined) return;
    await this.tasks.complete(tx, ctx, taskId, { processed: partIds.length, result: { documentIds: partIds } });
  }

  /** Adds the parts as uploads are added. Throws when one of them is refused. */
  async #add(
    tx: Transaction,
    ctx: OrganizationContext,
    { id: splitFromId, name: splitFromName, ocrLanguages, source }: FiledDocument,
    files: readonly ReceivedFile[],
    tagIds: readonly string[],
  ): Promise<string[]> {
    const details = { mimeType: PDF, ocrLanguages, source, tagIds, splitFrom: { splitFromId, splitFromName } };
    const uploads = files.map((file) => ({ ctx, file, details, within: forThisRequest() }));
    const added = await this.addDocuments.execute(tx, uploads, { areTagsKnown: true });
    return added.map((part, index) => {
      if (part instanceof AppError) throw new Refused(`Part ${index + 1} was refused: ${part.message}`);
      return part.id;
    });
  }

  async #tagsOf(ctx: OrganizationContext, { plan }: DocumentSplit, documentId: string): Promise<readonly string[]> {
    if (plan.tagIds !== undefined) return plan.tagIds;
    const tags = await this.tags.ofDocuments(ctx, [documentId]);
    return (tags.get(documentId) ?? []).map(({ id }) => id);
  }

  async #refuse(ctx: OrganizationContext, data: SplitDocumentData, reason: string): Promise<void> {
    const { documentId, taskId } = data;
    await this.unitOfWork.run(async (tx) => {
      const [locked] = await this.lockDocuments.execute(tx, ctx, [documentId]);
      if (locked !== undefined && isWaiting(await this.splits.find(tx, ctx, documentId), data)) {
        this.changes.record(tx, ctx, DocumentSplitRefused, { documentId, reason });
        await this.splits.end(tx, documentId, { outcome: 'refused', reason, partIds: [] });
      }
      if (taskId !== undefined) await this.tasks.fail(tx, ctx, taskId, reason);
    });
  }

  /** Ends the task of a split that another one has replaced. */
  async #leave({ organizationId, taskId }: SplitDocumentData): Promise<void> {
    if (taskId === undefined) return;
    await this.unitOfWork.run((tx) => this.tasks.fail(tx, { organizationId }, taskId, REPLACED));
  }
}

interface Work {
  split: DocumentSplit;
  data: SplitDocumentData;
  document: FiledDocument;
  files: readonly ReceivedFile[];
}

function isWaiting(split: DocumentSplit | undefined, { splitId }: SplitDocumentData): split is DocumentSplit {
  return split?.id === splitId && split.outcome === null;
}

/** The file cannot be read: another attempt would end the same way. */
export function isFileGone(error: unknown): boolean {
  return StoredFileMissing.matches(error) || StoredFileDamaged.matches(error);
}
