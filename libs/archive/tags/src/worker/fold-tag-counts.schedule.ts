import { scheduledTask } from '#ground/jobs';
import { TagCounts } from '#archive/tags';

export const FoldTagCountsSchedule = scheduledTask('fold-tag-counts', TagCounts, {
  cron: '25 * * * * *',
  description: 'adds up how many documents have got and lost each tag',
  isNeeded: (counts) => counts.haveDifferences(),
  run: (counts) => counts.fold(),
});
