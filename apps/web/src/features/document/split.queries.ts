import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api';
import type { DocumentIds } from './document.queries';
import type { PageRange } from './split-parts';

const ROUTE = '/api/organizations/{organizationId}/documents/{documentId}/split';

/** What became of the latest split of the document. */
export const splitOf = (path: DocumentIds) =>
  queryOptions({
    queryKey: ['documents', path.organizationId, 'one', path.documentId, 'split'],
    queryFn: ({ signal }) => api.request(`GET ${ROUTE}`, { path, signal }),
  });

/** Begins a split. Gives the id of its task. */
export function useSplit(path: DocumentIds) {
  return useMutation({
    mutationFn: async (body: { parts: PageRange[]; keepOriginal: boolean }) =>
      (await api.request(`POST ${ROUTE}`, { path, body })).taskId,
  });
}
