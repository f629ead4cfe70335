import { scheduledTask } from '#ground/jobs';
import { FanOutEvents } from '#outside/webhooks';

/** An event whose transaction began before the webhook was enabled has no job of the subscriber. */
export const SweepWebhooks = scheduledTask('sweep-webhooks', FanOutEvents, {
  cron: '20 * * * * *',
  description: 'adds the deliveries of webhooks that are behind the log of events',
  isNeeded: (fanOut) => fanOut.isBehind(),
  run: (fanOut, signal) => fanOut.sweep(signal),
});
