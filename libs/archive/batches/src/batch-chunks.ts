import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { LockDocuments } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import type { BatchOperation, DocumentChange } from './batch-operation.js';
import { BatchRepository, type Batch } from './batch.repository.js';

/** What one transaction of a batch does. */
export interface Chunk {
  documentIds: string[];
  /** Changes the documents that still exist. */
  apply(tx: Transaction): Promise<ChunkOutcome>;
}

interface ChunkOutcome {
  changes: DocumentChange[];
  /** Documents that are gone, or are no longer what the batch had made of them. */
  skipped: string[];
}

/** Divides the work of a batch: its documents, or the changes that it takes back, in the order of the ids. */
@Injectable()
export class BatchChunks {
  constructor(
    private readonly batches: BatchRepository,
    private readonly lockDocuments: LockDocuments,
  ) {}

  count({ taskId, undoes }: Batch): Promise<number> {
    return undoes === null ? this.batches.countDocuments(taskId) : this.batches.countChanges(undoes);
  }

  /** The chunk that follows the document `after`; undefined at the end. */
  async next(
    ctx: OrganizationContext,
    operation: BatchOperation,
    batch: Batch,
    after: string,
  ): Promise<Chunk | undefined> {
    const page = { after, limit: operation.chunkSize(batch.parameters) };
    const chunk =
      batch.undoes === null
        ? await this.#applied(ctx, operation, batch, page)
        : await this.#undone(ctx, operation, batch.undoes, page);
    return chunk.documentIds.length === 0 ? undefined : chunk;
  }

  async #applied(ctx: OrganizationContext, operation: BatchOperation, batch: Batch, page: Page): Promise<Chunk> {
    const listed = await this.batches.nextDocuments(batch.taskId, page);
    const documentIds = (await operation.fitting?.(ctx, listed, 'apply')) ?? listed;
    const prepared = await operation.prepare?.(ctx, documentIds, 'apply');
    return {
      documentIds,
      apply: async (tx) => {
        const referenced = operation.referencedDocuments?.(batch.parameters) ?? [];
        const { existing, gone } = await this.#lock(tx, ctx, documentIds, referenced);
        return { changes: await operation.apply(tx, ctx, existing, batch.parameters, prepared), skipped: gone };
      },
    };
  }

  async #undone(ctx: OrganizationContext, operation: BatchOperation, undoes: string, page: Page): Promise<Chunk> {
    const listed = await this.batches.nextChanges(undoes, page);
    const listedIds = listed.map(({ documentId }) => documentId);
    const documentIds = (await operation.fitting?.(ctx, listedIds, 'undo')) ?? listedIds;
    const made = listed.slice(0, documentIds.length);
    const prepared = await operation.prepare?.(ctx, documentIds, 'undo');
    return {
      documentIds,
      apply: async (tx) => {
        const { existing, gone } = await this.#lock(tx, ctx, documentIds, operation.referencedDocuments?.(made) ?? []);
        const present = new Set(existing);
        const left = made.filter(({ documentId }) => present.has(documentId));
        const { changes, skipped } = await operation.undo(tx, ctx, left, prepared);
        return { changes, skipped: [...gone, ...skipped] };
      },
    };
  }

  async #lock(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    referenced: readonly string[],
  ): Promise<{ existing: string[]; gone: string[] }> {
    const locked = new Set(await this.lockDocuments.execute(tx, ctx, [...documentIds, ...referenced]));
    return { existing: documentIds.filter((id) => locked.has(id)), gone: documentIds.filter((id) => !locked.has(id)) };
  }
}

interface Page {
  after: string;
  limit: number;
}
