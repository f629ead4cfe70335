import { scheduledTask } from '#ground/jobs';
import { PruneDeliveries } from '#outside/webhooks';

export const PruneDeliveriesSchedule = scheduledTask('prune-webhook-deliveries', PruneDeliveries, {
  cron: '47 3 * * *',
  description: 'removes old deliveries of webhooks from their log',
  run: (prune) => prune.execute(),
  sentence: (count) => `${count} old deliveries of webhooks were removed.`,
});
