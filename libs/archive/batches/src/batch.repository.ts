import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { UNDO_HOURS } from '#archive/tasks';
import type { DocumentChange } from './batch-operation.js';

/** The actor who requested a batch; its changes are recorded as changes of this actor. */
export type Requester = Omit<OrganizationContext, 'organizationId'>;

export interface Batch {
  taskId: string;
  operation: string;
  parameters: object;
  query: string | null;
  undoes: string | null;
  requestedBy: Requester;
  isSelected: boolean;
}

const COLUMNS = `batch.task_id as "taskId", batch.operation, batch.parameters, batch.query, batch.undoes,
  batch.requested_by as "requestedBy", batch.is_selected as "isSelected"`;

/** A request to undo that began within the hour may be committed after it. */
const MARGIN_MINUTES = 10;

/** Rows that one statement removes. */
const REMOVED_AT_ONCE = 5_000;

/** Every statement on batches, their documents and their changes. */
@Injectable()
export class BatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(tx: Transaction, batch: Batch): Promise<void> {
    const { taskId, operation, parameters, query, undoes, requestedBy, isSelected } = batch;
    await tx.sql.query(
      `insert into batch (task_id, operation, parameters, query, undoes, requested_by, is_selected)
       values ($1, $2, $3::jsonb, $4, $5, $6::jsonb, $7)`,
      [taskId, operation, JSON.stringify(parameters), query, undoes, JSON.stringify(requestedBy), isSelected],
    );
  }

  /** Undefined when it is removed, or of another organization. */
  async find({ organizationId }: OrganizationScope, taskId: string): Promise<Batch | undefined> {
    const [batch] = await sqlOver(this.unitOfWork.db).query<Batch>(
      `select ${COLUMNS} from batch join task on task.id = batch.task_id
       where task.organization_id = $1 and batch.task_id = $2`,
      [organizationId, taskId],
    );
    return batch;
  }

  /** Finds a batch in the transaction that has locked its task. */
  async findIn(tx: Transaction, taskId: string): Promise<Batch | undefined> {
    const [batch] = await tx.sql.query<Batch>(`select ${COLUMNS} from batch where task_id = $1`, [taskId]);
    return batch;
  }

  async addDocuments(tx: Transaction, taskId: string, documentIds: readonly string[]): Promise<void> {
    await tx.sql.query(
      `insert into batch_document (task_id, document_id) select $1, id from unnest($2::text[]) as given(id)
       on conflict do nothing`,
      [taskId, documentIds],
    );
  }

  /** Removes a part of the documents; false when none was left. */
  async removeDocuments(taskId: string): Promise<boolean> {
    const removed = await sqlOver(this.unitOfWork.db).query(
      `delete from batch_document where task_id = $1 and document_id in (
         select document_id from batch_document where task_id = $1 limit $2) returning document_id`,
      [taskId, REMOVED_AT_ONCE],
    );
    return removed.length > 0;
  }

  async markSelected(tx: Transaction, taskId: string): Promise<void> {
    await tx.sql.query('update batch set is_selected = true where task_id = $1', [taskId]);
  }

  countDocuments(taskId: string): Promise<number> {
    return this.#count('select count(*)::int as count from batch_document where task_id = $1', taskId);
  }

  /** The next documents in the order of their ids. */
  async nextDocuments(taskId: string, { after, limit }: { after: string; limit: number }): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select document_id as id from batch_document where task_id = $1 and document_id > $2
       order by document_id limit $3`,
      [taskId, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  async addChanges(tx: Transaction, taskId: string, changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length === 0) return;
    await tx.sql.query(
      `insert into batch_change (task_id, document_id, difference)
       select $1, id, difference from unnest($2::text[], $3::jsonb[]) as given(id, difference)`,
      [
        taskId,
        changes.map(({ documentId }) => documentId),
        changes.map(({ difference }) => JSON.stringify(difference)),
      ],
    );
  }

  /** Keeps nothing when the batch was removed: its task was started again by hand long after it had failed. */
  async addChangesOfKept(tx: Transaction, taskId: string, changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length > 0 && (await this.findIn(tx, taskId))) await this.addChanges(tx, taskId, changes);
  }

  countChanges(taskId: string): Promise<number> {
    return this.#count('select count(*)::int as count from batch_change where task_id = $1', taskId);
  }

  /** The next changes in the order of their documents. */
  nextChanges(taskId: string, { after, limit }: { after: string; limit: number }): Promise<DocumentChange[]> {
    return sqlOver(this.unitOfWork.db).query<DocumentChange>(
      `select document_id as "documentId", difference from batch_change
       where task_id = $1 and document_id > $2 order by document_id limit $3`,
      [taskId, after, limit],
    );
  }

  /** Batches of all organizations that can no longer be undone, and whose changes no running task takes back. */
  async expired(): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select batch.task_id as id from batch join task on task.id = batch.task_id
       where task.finished_at <= now() - make_interval(hours => $1, mins => $2) and not exists (
         select from task as undoing where undoing.id = task.undone_by and undoing.finished_at is null)
       order by task.finished_at limit 1000`,
      [UNDO_HOURS, MARGIN_MINUTES],
    );
    return rows.map(({ id }) => id);
  }

  /** Removes a part of the changes; false when none was left. */
  async removeChanges(taskId: string): Promise<boolean> {
    const removed = await sqlOver(this.unitOfWork.db).query(
      `delete from batch_change where task_id = $1 and document_id in (
         select document_id from batch_change where task_id = $1 limit $2) returning document_id`,
      [taskId, REMOVED_AT_ONCE],
    );
    return removed.length > 0;
  }

  async remove(taskId: string): Promise<void> {
    await sqlOver(this.unitOfWork.db).query('delete from batch where task_id = $1', [taskId]);
  }

  async #count(statement: string, taskId: string): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(statement, [taskId]);
    return row?.count ?? 0;
  }
}
