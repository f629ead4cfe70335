import { RemoveChangeSets } from '#archive/batches';
import { scheduledTask } from '#ground/jobs';

export const RemoveChangeSetsSchedule = scheduledTask('remove-change-sets', RemoveChangeSets, {
  cron: '*/10 * * * *',
  description: 'removes what is kept to undo a batch, an hour after the end of its task',
  run: (removeChangeSets, signal) => removeChangeSets.execute(signal),
  sentence: (count) => `The change sets of ${count} tasks were removed.`,
});
