import { HandlesJob, type Job, type JobHandler } from '#libs/jobs';
import { ApplyRuleToAll, ApplyTaggingRule, type ApplyTaggingRuleData } from '#libs/tagging-rules';

@HandlesJob(ApplyTaggingRule)
export class ApplyTaggingRuleHandler implements JobHandler<ApplyTaggingRuleData> {
  constructor(private readonly applyRuleToAll: ApplyRuleToAll) {}

  handle(job: Job<ApplyTaggingRuleData>): Promise<void> {
    return this.applyRuleToAll.execute(job);
  }
}
