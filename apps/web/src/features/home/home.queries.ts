import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { addDays } from '../agenda';

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

const MOST_DUE = 5;
const DAYS_BACK = 30;
const DAYS_AHEAD = 14;

/** What is not done of the last month and the next two weeks, the earliest first. */
export const dueSoon = (organizationId: string, present: string) =>
  queryOptions({
    queryKey: ['agenda', organizationId, 'soon', present],
    queryFn: async ({ signal }) =>
      (
        await api.request('GET /api/organizations/{organizationId}/agenda', {
          path: { organizationId },
          query: { from: addDays(present, -DAYS_BACK), to: addDays(present, DAYS_AHEAD), limit: MOST_DUE },
          signal,
        })
      ).entries,
  });
