import { PruneEvents } from '#ground/history';
import { scheduledTask } from '#ground/jobs';

export const PruneEventsSchedule = scheduledTask('prune-events', PruneEvents, {
  cron: '37 3 * * *',
  description: 'removes old events that every subscriber has handled',
  run: (prune) => prune.execute(),
  sentence: (count) => `${count} old events were removed.`,
});
