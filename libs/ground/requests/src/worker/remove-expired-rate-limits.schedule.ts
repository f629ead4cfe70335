import { scheduledTask } from '#ground/jobs';
import { RequestsRepository } from '../requests.repository.js';

export const RemoveExpiredRateLimits = scheduledTask('remove-expired-rate-limits', RequestsRepository, {
  cron: '*/10 * * * *',
  description: 'removes counts of rate limits whose window has ended',
  run: (requests) => requests.removeExpiredLimits(),
});
