import { scheduledTask } from '#ground/jobs';
import { RequestsRepository } from '../requests.repository.js';

export const IdempotencyCleanup = scheduledTask('clean-up-idempotency-keys', RequestsRepository, {
  cron: '17 * * * *',
  description: 'removes responses stored for repeated requests after 24 hours',
  run: (requests) => requests.removeOldResponses(),
});
