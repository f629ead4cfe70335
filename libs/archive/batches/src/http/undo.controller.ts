import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { TaskParams } from '#archive/tasks/http';
import { UndoBatch } from '#archive/batches';
import { Access, Context, Errors } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';

@Controller('api/organizations/:organizationId/tasks/:taskId/undo')
export class UndoController {
  constructor(private readonly undoBatch: UndoBatch) {}

  /**
   * Takes back what a batch has changed, within an hour of its end: a background task, which can be undone in turn.
   * Documents that were changed in the same place since are left as they are and counted as skipped. The caller needs the
   * permissions of the batch.
   */
  @Errors(
    'tasks.not_found',
    'tasks.not_undoable',
    'tasks.not_ended',
    'tasks.already_undone',
    'tasks.undo_expired',
    'tasks.limit_reached',
  )
  @Post()
  @HttpCode(202)
  @Access.permissions('documents:update')
  async undo(@Param() { taskId }: TaskParams, @Context() ctx: OrganizationContext): Promise<{ taskId: string }> {
    return { taskId: await this.undoBatch.execute(ctx, taskId) };
  }
}
