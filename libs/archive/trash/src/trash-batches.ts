import { Injectable } from '@nestjs/common';
import { IsBatchOperation, type BatchOperation, type DocumentChange, type UndoneChanges } from '#archive/batches';
import type { Transaction } from '#ground/database';
import { TrashedDocumentRepository, type TrashMark } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { MoveDocuments, type PreparedTexts, type Trashed } from './move-documents.js';
import { OnlyWholeTrash } from './trash.errors.js';

/** Since when a document was in the trash, and since when it is; null for an active one. */
export interface TrashDifference {
  before: TrashMark | null;
  after: TrashMark | null;
}

type TrashChange = DocumentChange<TrashDifference>;

/** With the texts of documents in memory when they leave the trash. */
const CHUNK_DOCUMENTS = 100;
const CHUNK_TEXT_BYTES = 8_000_000;

/** What moving documents into the trash and out of it have in common: each is undone by the other. */
@Injectable()
abstract class TrashBatch {
  readonly permissions = ['documents:delete'] as const;

  constructor(
    protected readonly documents: MoveDocuments,
    protected readonly trashed: TrashedDocumentRepository,
  ) {}

  chunkSize(): number {
    return CHUNK_DOCUMENTS;
  }

  /** Returns the first documents whose texts fit into one chunk; only those in the trash count, whose texts are read. */
  fitting(ctx: OrganizationContext, documentIds: readonly string[], _purpose: 'apply' | 'undo'): Promise<string[]> {
    return this.trashed.firstOfBytes(ctx, documentIds, CHUNK_TEXT_BYTES);
  }

  async undo(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly TrashChange[],
    prepared: PreparedTexts,
  ): Promise<UndoneChanges<TrashDifference>> {
    const restored = await this.documents.outOfTrash(tx, ctx, marksOf(changes, 'after'), prepared);
    const wereInTrash = marksOf(changes, 'before');
    const back = new Set(await this.documents.backToTrash(tx, ctx, wereInTrash));
    const trashed = wereInTrash.filter(({ documentId }) => back.has(documentId));
    const undone = [...asRestored(restored), ...asTrashed(trashed)];
    const ids = new Set(undone.map(({ documentId }) => documentId));
    return { changes: undone, skipped: changes.map(({ documentId }) => documentId).filter((id) => !ids.has(id)) };
  }
}

/** Moves many documents to the trash. */
@Injectable()
@IsBatchOperation()
export class TrashDocuments extends TrashBatch implements BatchOperation<object, TrashDifference, PreparedTexts> {
  readonly name = 'trash-documents';

  override fitting(
    ctx: OrganizationContext,
    documentIds: readonly string[],
    purpose: 'apply' | 'undo',
  ): Promise<string[]> {
    return purpose === 'undo' ? super.fitting(ctx, documentIds, purpose) : Promise.resolve([...documentIds]);
  }

  prepare(ctx: OrganizationContext, documentIds: readonly string[], purpose: 'apply' | 'undo'): Promise<PreparedTexts> {
    return purpose === 'undo' ? this.documents.prepareTexts(ctx, documentIds) : Promise.resolve(new Map());
  }

  async apply(tx: Transaction, ctx: OrganizationContext, documentIds: readonly string[]): Promise<TrashChange[]> {
    return asTrashed(await this.documents.toTrash(tx, ctx, documentIds));
  }
}

/** Takes many documents out of the trash: those that are named, or all. */
@Injectable()
@IsBatchOperation()
export class RestoreDocuments extends TrashBatch implements BatchOperation<object, TrashDifference, PreparedTexts> {
  readonly name = 'restore-documents';

  mostInRequest(): number {
    return CHUNK_DOCUMENTS;
  }

  idsOf(ctx: OrganizationContext, query: string): AsyncIterable<string[]> {
    if (query.trim() !== '') throw OnlyWholeTrash();
    return this.trashed.idsInTrash(ctx);
  }

  /** Prepares a batch, or the undo of one: the undone batch can be undone in turn. */
  prepare(ctx: OrganizationContext, documentIds: readonly string[]): Promise<PreparedTexts> {
    return this.documents.prepareTexts(ctx, documentIds);
  }

  async apply(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    _parameters: object,
    prepared: PreparedTexts,
  ): Promise<TrashChange[]> {
    const wanted = documentIds.map((documentId) => ({ documentId }));
    return asRestored(await this.documents.outOfTrash(tx, ctx, wanted, prepared));
  }
}

function marksOf(changes: readonly TrashChange[], when: keyof TrashDifference): Trashed[] {
  return changes.flatMap(({ documentId, difference }) => {
    const mark = difference[when];
    return mark ? [{ documentId, mark }] : [];
  });
}

function asTrashed(documents: readonly Trashed[]): TrashChange[] {
  return documents.map(({ documentId, mark }) => ({ documentId, difference: { before: null, after: mark } }));
}

function asRestored(documents: readonly Trashed[]): TrashChange[] {
  return documents.map(({ documentId, mark }) => ({ documentId, difference: { before: mark, after: null } }));
}
