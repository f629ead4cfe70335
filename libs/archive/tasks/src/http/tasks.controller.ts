import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Access, Context, Errors, type Integer, OrganizationParams, PageQuery } from '#ground/http-kit';
import type { OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import { TaskParams } from './task.dto.js';
import { taskView, type TaskView } from './task.view.dto.js';

@Controller('api/organizations/:organizationId/tasks')
export class TasksController {
  constructor(private readonly tasks: Tasks) {}

  /** Background tasks of the organization, newest first. Those finished more than 30 days ago are gone. */
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() page: PageQuery,
  ): Promise<{ tasks: TaskView[]; tasksCount: Integer }> {
    const { tasks, tasksCount } = await this.tasks.list(ctx, page);
    return { tasks: tasks.map(taskView), tasksCount };
  }

  /** How a background task is coming along. */
  @Errors('tasks.not_found')
  @Get(':taskId')
  @Access.permissions('documents:read')
  async get(@Param() { taskId }: TaskParams, @Context() ctx: OrganizationContext): Promise<{ task: TaskView }> {
    return { task: taskView(await this.tasks.find(ctx, taskId)) };
  }

  /**
   * Cancels a background task that waits or runs, if `isCancellable` says that it can be. What it has done so far stays;
   * what a batch has changed can be undone. The caller needs the permissions of the request that started it.
   */
  @Errors('tasks.not_found', 'tasks.not_cancellable')
  @Post(':taskId/cancel')
  @HttpCode(202)
  @Access.permissions('documents:update')
  async cancel(@Param() { taskId }: TaskParams, @Context() ctx: OrganizationContext): Promise<{ taskId: string }> {
    await this.tasks.cancelByUser(ctx, taskId);
    return { taskId };
  }
}
