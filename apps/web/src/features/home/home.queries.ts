import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';

const MOST_RECENT = 8;

/** The documents that came in last. */
export const recentDocuments = (organizationId: string) =>
  queryOptions({
    queryKey: ['documents', organizationId, 'recent'],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/documents', {
          path: { organizationId },
          query: { sortField: 'createdAt', sortOrder: 'desc', pageSize: MOST_RECENT },
          signal,
        })
      ).documents,
  });
