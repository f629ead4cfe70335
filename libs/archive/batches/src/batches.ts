import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentSelection, DocumentsService, LockDocuments, type DocumentFilter } from '#archive/documents';
import type { Permission } from '#ground/http-kit';
import { JobQueue } from '#ground/jobs';
import { inTimeZone, type OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import type { BatchOperation, DocumentChange } from './batch-operation.js';
import { BatchRepository, type Batch } from './batch.repository.js';
import { RunBatch } from './batches.jobs.js';

export interface BatchRequest<Parameters extends object> {
  filter: DocumentFilter;
  parameters: Parameters;
  /** Makes a task of a small batch too. */
  prefersAsync: boolean;
}

/** The task of a batch that is done in the background, or the changes of one that is done, in the order of the filter. */
export type BatchAnswer<Difference extends object> =
  { taskId: string; changes?: undefined } | { taskId?: undefined; changes: DocumentChange<Difference>[] };

const MOST_IN_REQUEST = 1_000;

/** Changes many documents: a few in the request, all or none; many in a task that can be cancelled and undone. */
@Injectable()
export class Batches {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly selection: DocumentSelection,
    private readonly lockDocuments: LockDocuments,
    private readonly batches: BatchRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  async request<Parameters extends object, Difference extends object, Prepared>(
    caller: OrganizationContext,
    operation: BatchOperation<Parameters, Difference, Prepared>,
    { filter, parameters, prefersAsync }: BatchRequest<Parameters>,
  ): Promise<BatchAnswer<Difference>> {
    const ctx = 'query' in filter ? inTimeZone(caller, filter) : caller;
    if (!prefersAsync) {
      const most = operation.mostInRequest?.(parameters) ?? MOST_IN_REQUEST;
      const selected = await this.#select(ctx, operation, filter, most + 1);
      if (selected.length <= most && (await this.#fit(ctx, operation, selected)))
        return { changes: await this.#applyNow(ctx, operation, { filter, selected, parameters }) };
    }
    return { taskId: await this.#applyLater(ctx, operation, { filter, parameters }) };
  }

  /** Returns all of the documents, or at least `most` of them. */
  async #select(
    ctx: OrganizationContext,
    operation: Pick<BatchOperation, 'idsOf'>,
    filter: DocumentFilter,
    most: number,
  ): Promise<string[]> {
    if ('documentIds' in filter) return [...new Set(filter.documentIds)];
    const ids: string[] = [];
    const matching = operation.idsOf?.(ctx, filter.query) ?? this.documents.matchingIds(ctx, filter.query);
    for await (const chunk of matching) {
      ids.push(...chunk);
      if (ids.length >= most) break;
    }
    return ids;
  }

  async #fit(
    ctx: OrganizationContext,
    operation: Pick<BatchOperation, 'fitting'>,
    documentIds: readonly string[],
  ): Promise<boolean> {
    const fitting = await operation.fitting?.(ctx, documentIds, 'apply');
    return fitting === undefined || fitting.length === documentIds.length;
  }

  async #applyNow<Parameters extends object, Difference extends object, Prepared>(
    ctx: OrganizationContext,
    operation: BatchOperation<Parameters, Difference, Prepared>,
    { filter, selected, parameters }: { filter: DocumentFilter; selected: string[]; parameters: Parameters },
  ): Promise<DocumentChange<Difference>[]> {
    if (selected.length === 0) return [];
    const prepared = (await operation.prepare?.(ctx, selected, 'apply')) as Prepared;
    return this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, selected);
      const referenced = operation.referencedDocuments?.(parameters) ?? [];
      const locked = new Set(await this.lockDocuments.execute(tx, ctx, [...selected, ...referenced]));
      const existing = selected.filter((id) => locked.has(id));
      await operation.check?.(tx, ctx, parameters);
      const changes = await operation.apply(tx, ctx, existing, parameters, prepared);
      const byDocument = new Map(changes.map((change) => [change.documentId, change]));
      return selected.flatMap((id) => byDocument.get(id) ?? []);
    });
  }

  /** Refuses what can be refused before there is a task. */
  async #applyLater<Parameters extends object>(
    ctx: OrganizationContext,
    operation: Pick<BatchOperation<Parameters>, 'check' | 'idsOf' | 'name' | 'permissions'>,
    { filter, parameters }: { filter: DocumentFilter; parameters: Parameters },
  ): Promise<string> {
    if ('query' in filter) operation.idsOf?.(ctx, filter.query);
    const named = 'documentIds' in filter ? [...new Set(filter.documentIds)] : [];
    return this.unitOfWork.run(async (tx) => {
      await this.selection.check(tx, ctx, filter, named);
      await operation.check?.(tx, ctx, parameters);
      const taskId = await this.add(tx, ctx, {
        type: operation.name,
        permissions: operation.permissions,
        operation: operation.name,
        parameters,
        query: 'query' in filter ? filter.query : null,
        undoes: null,
        isSelected: 'documentIds' in filter,
      });
      await this.batches.addDocuments(tx, taskId, named);
      return taskId;
    });
  }

  /** Adds the task, the batch and its job. Returns the id of the task. */
  async add(
    tx: Transaction,
    ctx: OrganizationContext,
    {
      type,
      permissions,
      ...batch
    }: Omit<Batch, 'requestedBy' | 'taskId'> & { type: string; permissions: readonly Permission[] },
  ): Promise<string> {
    const { organizationId, ...requestedBy } = ctx;
    const taskId = await this.tasks.create(tx, ctx, type, { isCancellable: true, isUndoable: true, permissions });
    await this.batches.insert(tx, { ...batch, taskId, requestedBy });
    await this.jobs.enqueue(tx, RunBatch, { organizationId, taskId });
    return taskId;
  }
}
