import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiUrl, type VersionView } from '../../lib/api';
import { refreshDocument, type DocumentIds } from './document.queries';
import type { EditedPage } from './page-edits';

export type Version = VersionView;

const ONE = '/api/organizations/{organizationId}/documents/{documentId}';

/** The files that the document has had, the newest first. `sha256` is that of the file that it has. */
export const versionsOf = (path: DocumentIds, sha256: string) =>
  queryOptions({
    queryKey: ['documents', path.organizationId, 'one', path.documentId, 'versions', sha256],
    queryFn: async ({ signal }) => (await api.request(`GET ${ONE}/versions`, { path, signal })).versions,
  });

export const versionAddress = ({ organizationId, documentId }: DocumentIds, number: number): string =>
  apiUrl(`/api/organizations/${organizationId}/documents/${documentId}/versions/${number}/file`);

/** Begins to make a new version of pages that were chosen in the file with this hash. Gives the id of the task. */
export function useEditPages(path: DocumentIds) {
  return useMutation({
    mutationFn: async ({ pages, sha256 }: { pages: readonly EditedPage[]; sha256: string }) => {
      const body = { pages: pages.map(({ page, turn: rotate }) => ({ page, rotate })), sha256 };
      return (await api.request(`POST ${ONE}/pages`, { path, body })).taskId;
    },
  });
}

/** Makes an earlier version the newest one. */
export function useRestoreVersion(path: DocumentIds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (number: number) => api.request(`POST ${ONE}/versions/{number}/restore`, { path: { ...path, number } }),
    onSettled: () => refreshDocument(queryClient, path),
  });
}
