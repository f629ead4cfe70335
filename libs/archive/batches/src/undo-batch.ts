import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import type { OrganizationContext } from '#ground/kernel';
import { Tasks, TaskUndoExpired } from '#archive/tasks';
import { BatchOperations } from './batch-operations.js';
import { BatchRepository } from './batch.repository.js';
import { Batches } from './batches.js';

const UNDO = 'undo-';

@Injectable()
export class UndoBatch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tasks: Tasks,
    private readonly repository: BatchRepository,
    private readonly batches: Batches,
    private readonly operations: BatchOperations,
  ) {}

  /**
   * Requests that the changes of a batch are taken back: once, and within an hour of its end; what a cancelled or
   * failed undo has left can be undone again. Returns the id of the task that does it, which can be undone in turn.
   */
  async execute(ctx: OrganizationContext, taskId: string): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const { type } = await this.tasks.lockToUndo(tx, ctx, taskId);
      const undone = await this.repository.findIn(tx, taskId);
      if (!undone) throw TaskUndoExpired();
      const { operation, parameters } = undone;
      const { permissions } = this.operations.of(operation);
      const undoing = await this.batches.add(tx, ctx, {
        type: type.startsWith(UNDO) ? type.slice(UNDO.length) : `${UNDO}${type}`,
        ...{ operation, parameters, query: null, undoes: taskId, isSelected: true, permissions },
      });
      await this.tasks.markUndone(tx, ctx, taskId, undoing);
      return undoing;
    });
  }
}
