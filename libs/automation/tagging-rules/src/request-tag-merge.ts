import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { TagNotFound, TagRepository } from '#archive/tags';
import { Tasks } from '#archive/tasks';
import { TagMergedIntoItself } from './tagging-rules.errors.js';
import { MergeTagsJob } from './tagging-rules.jobs.js';

@Injectable()
export class RequestTagMerge {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tags: TagRepository,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /** Requests that a tag is replaced by another one everywhere, and deleted. Returns the id of the task. */
  async execute(ctx: OrganizationContext, tagId: string, intoTagId: string): Promise<string> {
    if (tagId === intoTagId) throw TagMergedIntoItself();
    const { organizationId, ...requestedBy } = ctx;
    return this.unitOfWork.run(async (tx) => {
      if ((await this.tags.keep(tx, ctx, [tagId, intoTagId])).length < 2) throw TagNotFound();
      const taskId = await this.tasks.create(tx, ctx, 'merge-tags', {
        isCancellable: true,
        permissions: ['tags:update', 'tags:delete'],
      });
      await this.jobs.enqueue(tx, MergeTagsJob, { organizationId, taskId, tagId, intoTagId, requestedBy });
      return taskId;
    });
  }
}
