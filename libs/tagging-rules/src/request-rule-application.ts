import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { JobQueue } from '#libs/jobs';
import type { OrganizationContext } from '#libs/kernel';
import { Tasks } from '#libs/tasks';
import { ApplyTaggingRule } from './tagging-rules.jobs.js';
import { TaggingRulesService } from './tagging-rules.service.js';

@Injectable()
export class RequestRuleApplication {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRulesService,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /** Requests that a rule, enabled or not, is applied to all active documents. Returns the id of the task. */
  async execute(ctx: OrganizationContext, taggingRuleId: string, options: { dryRun: boolean }): Promise<string> {
    const { organizationId } = ctx;
    const { conditionMatchMode, conditions, actions } = await this.rules.find(ctx, taggingRuleId);
    const rule = {
      conditionMatchMode,
      conditions: conditions.map(({ field, operator, value }) => ({ field, operator, value })),
      tagIds: actions.map((action) => action.tagId),
    };
    return this.unitOfWork.run(async (tx) => {
      const type = options.dryRun ? 'preview-tagging-rule' : 'apply-tagging-rule-to-documents';
      const taskId = await this.tasks.create(tx, ctx, type, {
        isCancellable: true,
        permissions: ['documents:update', 'tags:read'],
      });
      await this.jobs.enqueue(tx, ApplyTaggingRule, { organizationId, taggingRuleId, taskId, ...options, rule });
      return taskId;
    });
  }
}
