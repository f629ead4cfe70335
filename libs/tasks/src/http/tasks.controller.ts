import { Controller, Get, Param, Query } from '@nestjs/common';
import { Access, Errors, type Integer, PageQueryDto } from '#libs/http-kit';
import { Tasks } from '#libs/tasks';
import { OrganizationParams, TaskParams } from './task.dto.js';
import { taskView, type TaskView } from './task.view.dto.js';

@Controller('api/organizations/:organizationId/tasks')
export class TasksController {
  constructor(private readonly tasks: Tasks) {}

  /** Background tasks of the organization, newest first. Those finished more than 30 days ago are gone. */
  @Get()
  @Access.permissions('documents:read')
  async list(
    @Param() params: OrganizationParams,
    @Query() page: PageQueryDto,
  ): Promise<{ tasks: TaskView[]; tasksCount: Integer }> {
    const { tasks, tasksCount } = await this.tasks.list(params.organizationId, page);
    return { tasks: tasks.map(taskView), tasksCount };
  }

  /** How a background task is coming along. */
  @Errors('tasks.not_found')
  @Get(':taskId')
  @Access.permissions('documents:read')
  async get(@Param() params: TaskParams): Promise<{ task: TaskView }> {
    return { task: taskView(await this.tasks.find(params.organizationId, params.taskId)) };
  }
}
