import { scheduledTask } from '#ground/jobs';
import { ResumableUploads } from '#archive/uploads';

export const RemoveExpiredUploads = scheduledTask('remove-expired-uploads', ResumableUploads, {
  cron: '*/10 * * * *',
  description: 'removes resumable uploads that were not finished within a day',
  run: (uploads, signal) => uploads.removeExpired(signal),
  sentence: (count) => `${count} resumable uploads were removed.`,
});
