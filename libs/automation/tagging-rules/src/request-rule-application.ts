import { Injectable } from '@nestjs/common';
import { ChangeSets } from '#archive/batches';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { Tasks } from '#archive/tasks';
import { changesOf, effectsOf } from './rule-change.js';
import { ApplyTaggingRule } from './tagging-rules.jobs.js';
import { TaggingRulesService } from './tagging-rules.service.js';
import { UndoRuleApplication, type ApplicationSize } from './undo-rule-application.js';

@Injectable()
export class RequestRuleApplication {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRulesService,
    private readonly tasks: Tasks,
    private readonly changeSets: ChangeSets,
    private readonly undo: UndoRuleApplication,
    private readonly jobs: JobQueue,
  ) {}

  /** Requests that a rule, enabled or not, is applied to all active documents. Returns the id of the task. */
  async execute(ctx: OrganizationContext, taggingRuleId: string, options: { dryRun: boolean }): Promise<string> {
    const { organizationId } = ctx;
    const { name, conditionMatchMode, conditions, actions, changes, followUps } = await this.rules.find(
      ctx,
      taggingRuleId,
    );
    const rule = {
      name,
      conditionMatchMode,
      conditions: conditions.map(({ field, operator, value, propertyDefinitionId }) => ({
        ...{ field, operator, value, propertyDefinitionId },
      })),
      tagIds: actions.map((action) => action.tagId),
      changes,
      followUps,
    };
    const permissions = ['documents:update', 'tags:read'] as const;
    return this.unitOfWork.run(async (tx) => {
      if (options.dryRun) {
        const taskId = await this.tasks.create(tx, ctx, 'preview-tagging-rule', { isCancellable: true, permissions });
        await this.jobs.enqueue(tx, ApplyTaggingRule, { organizationId, taggingRuleId, taskId, ...options, rule });
        return taskId;
      }
      const { name: operation } = this.undo;
      const taskId = await this.tasks.create(tx, ctx, operation, {
        ...{ isCancellable: true, isUndoable: true, permissions },
      });
      const parameters: ApplicationSize = { changesPerDocument: changesOf(effectsOf([rule])) };
      await this.changeSets.begin(tx, ctx, { taskId, operation, parameters });
      await this.jobs.enqueue(tx, ApplyTaggingRule, { organizationId, taggingRuleId, taskId, ...options, rule });
      return taskId;
    });
  }
}
