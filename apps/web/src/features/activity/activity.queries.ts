import { infiniteQueryOptions } from '@tanstack/react-query';
import { api, type EventName } from '../../lib/api';

const PAGE = 50;

/** Newest first; only events with these names. Stale after each change in the organization, so it is always live. */
export const activity = (organizationId: string, names: readonly EventName[]) =>
  infiniteQueryOptions({
    queryKey: ['activity', organizationId, 'organization', names],
    queryFn: ({ signal, pageParam }) =>
      api.request('GET /api/organizations/{organizationId}/activity', {
        path: { organizationId },
        query: { limit: PAGE, name: [...names], ...(pageParam !== '' && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
  });
