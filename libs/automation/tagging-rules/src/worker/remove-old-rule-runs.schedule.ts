import { scheduledTask } from '#ground/jobs';
import { RuleRuns } from '#automation/tagging-rules';

export const RemoveOldRuleRuns = scheduledTask('remove-old-rule-runs', RuleRuns, {
  cron: '17 3 * * *',
  description: 'removes what is kept of changes that rules have made to a document, after 30 days',
  run: (runs, signal) => runs.removeOld(signal),
  sentence: (count) => `${count} old runs of tagging rules were removed.`,
});
