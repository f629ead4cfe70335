import { UnitOfWork } from '#ground/database';
import { DocumentsService } from '#archive/documents';
import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { AppError, Clock, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { Tasks, type TaskProgress } from '#archive/tasks';
import { BatchChunks, type Chunk } from './batch-chunks.js';
import type { BatchOperation } from './batch-operation.js';
import { BatchOperations } from './batch-operations.js';
import { BatchRepository, type Batch } from './batch.repository.js';
import { RunBatch, type RunBatchData } from './batches.jobs.js';

/** The result of the task of a batch. */
export interface BatchResult {
  /** Documents that were really changed. */
  changedCount: number;
  /** Documents that are gone; in an undo also those that were changed by others since. */
  skippedCount: number;
  /** The first 100 of them. */
  skippedDocumentIds: string[];
}

const NOTHING: BatchResult = { changedCount: 0, skippedCount: 0, skippedDocumentIds: [] };
const SHOWN_DOCUMENTS = 100;

/** What the batch needs is gone, such as a custom property: another attempt would fail, too. */
const FINAL: readonly ErrorCategory[] = ['conflict', 'invalid', 'not_found'];

/** Pause after a chunk, for each millisecond of work: requests come first. */
const REST_SHARE = 1;
const LONGEST_REST_MS = 250;

/** Does the work of a batch: writes down its documents, then changes them chunk by chunk. */
@HandlesJob(RunBatch)
export class RunBatchInChunks implements JobHandler<RunBatchData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly batches: BatchRepository,
    private readonly chunks: BatchChunks,
    private readonly operations: BatchOperations,
    private readonly tasks: Tasks,
    private readonly clock: Clock,
  ) {}

  async handle({ data, signal }: Pick<Job<RunBatchData>, 'data' | 'signal'>): Promise<void> {
    const { organizationId, taskId } = data;
    const begun = await this.tasks.start({ organizationId }, taskId);
    if (!begun) return;
    const batch = await this.batches.find({ organizationId }, taskId);
    // Only a task that had failed, and is started again by hand more than an hour later.
    if (!batch) throw new Error(`the documents of ${taskId} are not known any more`);
    const ctx = { ...batch.requestedBy, organizationId };
    const operation = this.operations.of(batch.operation);
    try {
      await this.tasks.untilCancelled(async () => {
        const selected = await this.#select(ctx, operation, batch, begun, signal);
        await this.#change(ctx, operation, batch, selected, signal);
      });
    } catch (error) {
      if (!(error instanceof AppError) || !FINAL.includes(error.category)) throw error;
      await this.unitOfWork.run((tx) => this.tasks.fail(tx, ctx, taskId, error.message));
    }
  }

  /** Writes down the documents of a query. An interrupted selection starts over: the query may match others now. */
  async #select(
    ctx: OrganizationContext,
    operation: BatchOperation,
    { taskId, query, isSelected }: Batch,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<TaskProgress> {
    if (isSelected || query === null) return begun;
    while (await this.batches.removeDocuments(taskId)) signal.throwIfAborted();
    for await (const ids of operation.idsOf?.(ctx, query) ?? this.documents.matchingIds(ctx, query)) {
      signal.throwIfAborted();
      await this.unitOfWork.run(async (tx) => {
        await this.batches.addDocuments(tx, taskId, ids);
        await this.tasks.advance(tx, ctx, taskId, begun);
      });
    }
    const progress = { ...begun, total: await this.batches.countDocuments(taskId) };
    await this.unitOfWork.run(async (tx) => {
      await this.batches.markSelected(tx, taskId);
      await this.tasks.advance(tx, ctx, taskId, progress);
    });
    return progress;
  }

  async #change(
    ctx: OrganizationContext,
    operation: BatchOperation,
    batch: Batch,
    begun: TaskProgress,
    signal: AbortSignal,
  ): Promise<void> {
    let progress = { ...begun, total: begun.total ?? (await this.chunks.count(batch)) };
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const chunk = await this.chunks.next(ctx, operation, batch, progress.resumeAfter ?? '');
      if (!chunk) {
        const { processed, result } = progress;
        const end = { processed, result: result ?? NOTHING };
        await this.unitOfWork.run((tx) => this.tasks.complete(tx, ctx, batch.taskId, end));
        return;
      }
      progress = await this.#save(ctx, batch, progress, chunk);
      await this.clock.sleep(Math.min(LONGEST_REST_MS, (performance.now() - began) * REST_SHARE), { signal });
    }
  }

  /** Commits the changes of a chunk together with the change set and the progress of the task. */
  async #save(
    ctx: OrganizationContext,
    { taskId }: Batch,
    progress: TaskProgress & { total: number },
    { documentIds, apply }: Chunk,
  ): Promise<TaskProgress & { total: number }> {
    return this.unitOfWork.run(async (tx) => {
      const { changes, skipped } = await apply(tx);
      await this.batches.addChanges(tx, taskId, changes);
      const before = (progress.result as BatchResult | null) ?? NOTHING;
      const result: BatchResult = {
        changedCount: before.changedCount + changes.length,
        skippedCount: before.skippedCount + skipped.length,
        skippedDocumentIds: [...before.skippedDocumentIds, ...skipped].slice(0, SHOWN_DOCUMENTS),
      };
      const resumeAfter = documentIds.at(-1) ?? progress.resumeAfter;
      const next = { ...progress, processed: progress.processed + documentIds.length, resumeAfter, result };
      await this.tasks.advance(tx, ctx, taskId, next);
      return next;
    });
  }
}
