import { defineJob } from '#ground/jobs';

/** Removes files whose documents are gone. */
export const RemoveFiles = defineJob<{ storageKeys: string[] }>('storage.remove-files', {
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 20,
});

/** Removes the old copy of a file that was moved to another storage plugin. */
export const RemoveCopy = defineJob<{ copyId: string }>('storage.remove-copy', {
  concurrency: 2,
  timeoutSeconds: 600,
  retries: 20,
});
