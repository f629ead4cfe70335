import { defineJob } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';

export interface MergeDocumentsData {
  organizationId: string;
  taskId: string;
  /** In the order of their pages. */
  documentIds: readonly string[];
  name: string;
  trashOriginals: boolean;
  requestedBy: Omit<OrganizationContext, 'organizationId'>;
}

/** Makes one document of the pages of several. */
export const MergeDocuments = defineJob<MergeDocumentsData>('document.merge', {
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 5,
  longestPauseSeconds: 600,
  groupOf: ({ organizationId }) => organizationId,
});
