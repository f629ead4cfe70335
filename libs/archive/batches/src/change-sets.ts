import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import type { DocumentChange } from './batch-operation.js';
import { BatchRepository } from './batch.repository.js';

/** Keeps what a task of another kind has changed, so that it is undone as a batch is. */
@Injectable()
export class ChangeSets {
  constructor(private readonly batches: BatchRepository) {}

  /** Begins the changes of a task that the same transaction has created with `isUndoable`. `operation` undoes them. */
  async begin(
    tx: Transaction,
    { organizationId: _, ...requestedBy }: OrganizationContext,
    { taskId, operation, parameters }: { taskId: string; operation: string; parameters: object },
  ): Promise<void> {
    const batch = { taskId, operation, parameters, query: null, undoes: null, requestedBy, isSelected: true };
    await this.batches.insert(tx, batch);
  }

  /** Adds changes in their transaction; each document once. */
  add(tx: Transaction, taskId: string, changes: readonly DocumentChange[]): Promise<void> {
    return this.batches.addChangesOfKept(tx, taskId, changes);
  }
}
