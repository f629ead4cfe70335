import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { SELDOM_MS } from './system.queries';

/** What the installation holds now, and at the end of each day. */
export const statistics = (days: number) =>
  queryOptions({
    queryKey: ['admin', 'statistics', days],
    queryFn: ({ signal }) => api.request('GET /api/admin/statistics', { query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SELDOM_MS,
  });
