import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { PAGE_SIZE } from './page-size';

/** Nothing tells these pages of changes, so they ask; not while the page is hidden. */
export const OFTEN_MS = 5_000;
export const SELDOM_MS = 30_000;

/** The same checks as those of readiness and of `doctor`. */
export const health = () =>
  queryOptions({
    queryKey: ['admin', 'health'],
    queryFn: async ({ signal }) => (await api.request('GET /api/admin/health', { signal })).checks,
    refetchInterval: OFTEN_MS,
  });

export const queues = () =>
  queryOptions({
    queryKey: ['admin', 'queues'],
    queryFn: async ({ signal }) => (await api.request('GET /api/admin/queues', { signal })).queues,
    refetchInterval: OFTEN_MS,
  });

export const scheduledTasks = () =>
  queryOptions({
    queryKey: ['admin', 'scheduled-tasks'],
    queryFn: async ({ signal }) => (await api.request('GET /api/admin/scheduled-tasks', { signal })).scheduledTasks,
    refetchInterval: OFTEN_MS,
  });

export const searchIndex = () =>
  queryOptions({
    queryKey: ['admin', 'search-index'],
    queryFn: ({ signal }) => api.request('GET /api/admin/search-index', { signal }),
    refetchInterval: OFTEN_MS,
  });

export const damagedFiles = (pageIndex: number) =>
  queryOptions({
    queryKey: ['admin', 'damaged-files', pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/admin/damaged-files', { query: { pageIndex, pageSize: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: SELDOM_MS,
  });

/** Each request checks the plugins, which takes up to five seconds. */
export const plugins = () =>
  queryOptions({
    queryKey: ['admin', 'plugins'],
    queryFn: async ({ signal }) => (await api.request('GET /api/admin/plugins', { signal })).plugins,
    refetchInterval: SELDOM_MS,
  });

/** Settings change with a restart only. */
export const configuration = () =>
  queryOptions({
    queryKey: ['admin', 'configuration'],
    queryFn: async ({ signal }) => (await api.request('GET /api/admin/configuration', { signal })).settings,
  });
