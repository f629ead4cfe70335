import type { SelectedPage } from '@archivolt/plugin-kit';
import { defineJob } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';

export interface EditPagesData {
  organizationId: string;
  documentId: string;
  taskId: string;
  /** The file that people saw when they chose the pages. */
  sha256: string;
  /** The pages of the new version, in their order. */
  pages: readonly SelectedPage[];
  requestedBy: Omit<OrganizationContext, 'organizationId'>;
}

/** Makes a new version of a document of some of its pages. */
export const EditPages = defineJob<EditPagesData>('document.edit-pages', {
  concurrency: 1,
  timeoutSeconds: 3600,
  retries: 5,
  longestPauseSeconds: 600,
  groupOf: ({ organizationId }) => organizationId,
});
