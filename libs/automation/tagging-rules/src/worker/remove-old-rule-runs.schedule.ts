import { Injectable } from '@nestjs/common';
import { ScheduledTask, type RunsOnSchedule } from '#ground/jobs';
import { RuleRuns } from '#automation/tagging-rules';

@Injectable()
@ScheduledTask('remove-old-rule-runs')
export class RemoveOldRuleRuns implements RunsOnSchedule {
  readonly cron = '17 3 * * *';
  readonly description = 'removes what is kept of changes that rules have made to a document, after 30 days';

  constructor(private readonly runs: RuleRuns) {}

  async run(signal: AbortSignal): Promise<string | undefined> {
    const removed = await this.runs.removeOld(signal);
    return removed === 0 ? undefined : `${removed} old runs of tagging rules were removed.`;
  }
}
