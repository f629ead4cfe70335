import { DocumentArchives } from '#archive/document-archives';
import { scheduledTask } from '#ground/jobs';

export const RemoveExpiredArchives = scheduledTask('remove-expired-archives', DocumentArchives, {
  cron: '*/10 * * * *',
  description: 'removes archives of documents that have expired, with their files',
  run: (archives, signal) => archives.removeExpired(signal),
  sentence: (count) => `${count} expired archives were removed.`,
});
