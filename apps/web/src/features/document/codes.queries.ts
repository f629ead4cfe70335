import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type DocumentCodeView } from '../../lib/api';
import { oneDocument, refreshDocument, type DocumentIds } from './document.queries';

export type DocumentCode = DocumentCodeView;

const ONE = '/api/organizations/{organizationId}/documents/{documentId}';

/** The codes on the pages of the document. Loaded again with the document. */
export const codesOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: ['documents', path.organizationId, 'one', path.documentId, 'codes'],
    queryFn: ({ signal }) => api.request(`GET ${ONE}/codes`, { path, signal }),
  });

/** The number that is offered; null when all are in use. */
export const nextArchiveNumber = (organizationId: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'next-archive-number'],
    queryFn: async ({ signal }) => {
      const route = 'GET /api/organizations/{organizationId}/archive-numbers/next';
      return (await api.request(route, { path: { organizationId }, signal })).archiveNumber;
    },
  });

/** Sets the archive number, or takes it away. */
export function useArchiveNumber(path: DocumentIds) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (archiveNumber: number | null) =>
      api.request(`PUT ${ONE}/archive-number`, { path, body: { archiveNumber } }),
    onSuccess: (_, archiveNumber) => {
      queryClient.setQueryData(oneDocument(path).queryKey, (shown) => shown && { ...shown, archiveNumber });
    },
    onSettled: () => refreshDocument(queryClient, path),
  });
}
