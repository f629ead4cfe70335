import { Clock, systemContext } from '#ground/kernel';
import { HandlesJob, PostponedJob, type Job, type JobHandler } from '#ground/jobs';
import { FollowUpRules, NotifyMembers, ShareMatched, type FollowUpRulesData } from '#automation/tagging-rules';

/** So long documents that match are collected for one mail. */
const COLLECTED_MS = 60_000;

@HandlesJob(FollowUpRules)
export class FollowUpHandler implements JobHandler<FollowUpRulesData> {
  constructor(
    private readonly share: ShareMatched,
    private readonly notify: NotifyMembers,
    private readonly clock: Clock,
  ) {}

  async handle({ data, signal }: Pick<Job<FollowUpRulesData>, 'data' | 'signal'>): Promise<void> {
    const { organizationId, taggingRuleId, since } = data;
    const ctx = systemContext(organizationId, 'tagging-rule');
    await this.share.execute(ctx, taggingRuleId, signal);
    const due = new Date(new Date(since).getTime() + COLLECTED_MS);
    if (this.clock.now() < due && (await this.notify.isNeeded(ctx, taggingRuleId))) throw new PostponedJob(due);
    await this.notify.execute(ctx, taggingRuleId, signal);
  }
}
