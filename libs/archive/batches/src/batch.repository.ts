import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { isPastUndo, isTaskOf } from '#archive/tasks';
import { asJson, COUNT, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentChange } from './batch-operation.js';
import type { BatchTables, Requester } from './batch.schema.js';

export interface Batch {
  taskId: string;
  operation: string;
  parameters: object;
  query: string | null;
  undoes: string | null;
  requestedBy: Requester;
  isSelected: boolean;
}

const COLUMNS = [
  'task_id as taskId',
  'operation',
  'parameters',
  'query',
  'undoes',
  'requested_by as requestedBy',
  'is_selected as isSelected',
] as const;

/** Rows that one statement removes. */
const REMOVED_AT_ONCE = 5_000;

/** Every statement on batches, their documents and their changes. */
@Injectable()
export class BatchRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(tx: Transaction, batch: Batch): Promise<void> {
    await kyselyOf<BatchTables>(tx)
      .insertInto('batch')
      .values({
        ...{ task_id: batch.taskId, operation: batch.operation, query: batch.query, undoes: batch.undoes },
        parameters: asJson(batch.parameters),
        requested_by: asJson(batch.requestedBy),
        is_selected: batch.isSelected,
      })
      .execute();
  }

  /** Undefined when it is removed, or of another organization. */
  find(scope: OrganizationScope, taskId: string): Promise<Batch | undefined> {
    return kyselyOf<BatchTables>(this.unitOfWork)
      .selectFrom('batch')
      .select(COLUMNS)
      .where('task_id', '=', taskId)
      .where(isTaskOf(scope, 'batch.task_id'))
      .executeTakeFirst();
  }

  /** Finds a batch in the transaction that has locked its task. */
  findIn(tx: Transaction, taskId: string): Promise<Batch | undefined> {
    return kyselyOf<BatchTables>(tx)
      .selectFrom('batch')
      .select(COLUMNS)
      .where('task_id', '=', taskId)
      .executeTakeFirst();
  }

  async addDocuments(tx: Transaction, taskId: string, documentIds: readonly string[]): Promise<void> {
    await kyselyOf<BatchTables>(tx)
      .insertInto('batch_document')
      .columns(['task_id', 'document_id'])
      .expression(sql`select ${taskId}, unnest(${documentIds}::text[])`)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** Removes a part of the documents; false when none was left. */
  removeDocuments(taskId: string): Promise<boolean> {
    return this.#removeSome('batch_document', taskId);
  }

  async markSelected(tx: Transaction, taskId: string): Promise<void> {
    await kyselyOf<BatchTables>(tx)
      .updateTable('batch')
      .set({ is_selected: true })
      .where('task_id', '=', taskId)
      .execute();
  }

  countDocuments(taskId: string): Promise<number> {
    return this.#count('batch_document', taskId);
  }

  /** The next documents in the order of their ids. */
  async nextDocuments(taskId: string, { after, limit }: { after: string; limit: number }): Promise<string[]> {
    const rows = await kyselyOf<BatchTables>(this.unitOfWork)
      .selectFrom('batch_document')
      .select('document_id as id')
      .where('task_id', '=', taskId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  async addChanges(tx: Transaction, taskId: string, changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length === 0) return;
    const documentIds = changes.map(({ documentId }) => documentId);
    const differences = changes.map(({ difference }) => JSON.stringify(difference));
    await kyselyOf<BatchTables>(tx)
      .insertInto('batch_change')
      .columns(['task_id', 'document_id', 'difference'])
      .expression(sql`select ${taskId}, * from unnest(${documentIds}::text[], ${differences}::jsonb[])`)
      .execute();
  }

  /** Keeps nothing when the batch was removed: its task was started again by hand long after it had failed. */
  async addChangesOfKept(tx: Transaction, taskId: string, changes: readonly DocumentChange[]): Promise<void> {
    if (changes.length > 0 && (await this.findIn(tx, taskId))) await this.addChanges(tx, taskId, changes);
  }

  countChanges(taskId: string): Promise<number> {
    return this.#count('batch_change', taskId);
  }

  /** The next changes in the order of their documents. */
  nextChanges(taskId: string, { after, limit }: { after: string; limit: number }): Promise<DocumentChange[]> {
    return kyselyOf<BatchTables>(this.unitOfWork)
      .selectFrom('batch_change')
      .select(['document_id as documentId', 'difference'])
      .where('task_id', '=', taskId)
      .where('document_id', '>', after)
      .orderBy('document_id')
      .limit(limit)
      .execute();
  }

  /** Batches of all organizations that can no longer be undone, and whose changes no running task takes back. */
  async expired(): Promise<string[]> {
    const rows = await kyselyOf<BatchTables>(this.unitOfWork)
      .selectFrom('batch')
      .select('task_id as id')
      .where(isPastUndo('batch.task_id'))
      .limit(1000)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Removes a part of the changes; false when none was left. */
  removeChanges(taskId: string): Promise<boolean> {
    return this.#removeSome('batch_change', taskId);
  }

  async remove(taskId: string): Promise<void> {
    await kyselyOf<BatchTables>(this.unitOfWork).deleteFrom('batch').where('task_id', '=', taskId).execute();
  }

  async #count(table: 'batch_change' | 'batch_document', taskId: string): Promise<number> {
    const { count } = await kyselyOf<BatchTables>(this.unitOfWork)
      .selectFrom(table)
      .select(COUNT.as('count'))
      .where('task_id', '=', taskId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async #removeSome(table: 'batch_change' | 'batch_document', taskId: string): Promise<boolean> {
    const removed = await kyselyOf<BatchTables>(this.unitOfWork)
      .deleteFrom(table)
      .where('task_id', '=', taskId)
      .where('document_id', 'in', (of) =>
        of.selectFrom(table).select('document_id').where('task_id', '=', taskId).limit(REMOVED_AT_ONCE),
      )
      .returning('document_id')
      .execute();
    return removed.length > 0;
  }
}
