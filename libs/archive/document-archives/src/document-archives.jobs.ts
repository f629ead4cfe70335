import { defineJob } from '#ground/jobs';

export interface PrepareArchiveData {
  organizationId: string;
  archiveId: string;
  taskId: string;
}

/** Writes an archive into a stored file. An interrupted attempt leaves nothing, and the next one begins again. */
export const PrepareArchive = defineJob<PrepareArchiveData>('document-archives.prepare', {
  concurrency: 1,
  timeoutSeconds: 6 * 3600,
  retries: 4,
  groupOf: ({ organizationId }) => organizationId,
});
