import { HandlesJob, type Job, type JobHandler } from '#ground/jobs';
import { ApplyRuleToAll, ApplyTaggingRule, type ApplyTaggingRuleData } from '#automation/tagging-rules';

@HandlesJob(ApplyTaggingRule)
export class ApplyTaggingRuleHandler implements JobHandler<ApplyTaggingRuleData> {
  constructor(private readonly applyRuleToAll: ApplyRuleToAll) {}

  handle(job: Job<ApplyTaggingRuleData>): Promise<void> {
    return this.applyRuleToAll.execute(job);
  }
}
