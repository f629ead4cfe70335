import { defineJob } from '#libs/jobs';

/** Removes files whose documents are gone. */
export const RemoveFiles = defineJob<{ storageKeys: string[] }>('storage.remove-files', {
  concurrency: 1,
  timeoutSeconds: 600,
  retries: 20,
});
