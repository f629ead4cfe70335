import { Injectable } from '@nestjs/common';
import { Forbidden } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import type { Permission } from '#libs/http-kit';
import type { OrganizationContext } from '#libs/kernel';
import { canChange, canSee } from '#libs/organizations';
import { Tasks, TaskUndoExpired } from '#libs/tasks';
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
   * Requests that the changes of a batch are taken back: once, and within an hour of its end. Returns the id of the task
   * that does it, which can be undone in turn.
   */
  async execute(ctx: OrganizationContext, taskId: string): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const { type } = await this.tasks.lockToUndo(tx, ctx, taskId);
      const undone = await this.repository.findIn(tx, taskId);
      if (!undone) throw TaskUndoExpired();
      const { operation, parameters } = undone;
      assertAllowed(ctx, this.operations.of(operation).permissions);
      const undoing = await this.batches.add(tx, ctx, {
        type: type.startsWith(UNDO) ? type.slice(UNDO.length) : `${UNDO}${type}`,
        ...{ operation, parameters, query: null, undoes: taskId, isSelected: true },
      });
      await this.tasks.markUndone(tx, ctx, taskId, undoing);
      return undoing;
    });
  }
}

/** The route does not know which operation a task stands for. */
function assertAllowed(ctx: OrganizationContext, permissions: readonly Permission[]): void {
  const { actor } = ctx;
  for (const permission of permissions) {
    if (actor.via === 'api-key' && !actor.permissions.includes(permission))
      throw Forbidden({ message: `This API key lacks the permission ${permission}.` });
    const [part = '', verb] = permission.split(':');
    if (!(verb === 'read' ? canSee(ctx, part) : canChange(ctx, part)))
      throw Forbidden({ message: `Your role in the organization does not allow ${permission}.` });
  }
}
