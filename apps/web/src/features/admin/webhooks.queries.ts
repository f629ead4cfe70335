import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { PAGE_SIZE } from './page-size';
import { SELDOM_MS } from './system.queries';

export interface WebhookFilter {
  search?: string | undefined;
  state?: 'disabled' | 'enabled' | 'failing' | undefined;
  pageIndex: number;
}

/** Those of all organizations. */
export const adminWebhooks = ({ search = '', state, pageIndex }: WebhookFilter) =>
  queryOptions({
    queryKey: ['admin', 'webhooks', search, state, pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/admin/webhooks', {
        query: { pageIndex, pageSize: PAGE_SIZE, ...(search !== '' && { search }), ...(state && { state }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: SELDOM_MS,
  });
