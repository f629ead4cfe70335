import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api';
import { PAGE_SIZE } from './page-size';
import { OFTEN_MS } from './system.queries';

export const JOB_STATES = ['waiting', 'active', 'failed', 'dead'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface JobFilter {
  queue?: string | undefined;
  state: JobState;
  pageIndex: number;
}

export const jobs = ({ queue, state, pageIndex }: JobFilter) =>
  queryOptions({
    queryKey: ['admin', 'jobs', queue, state, pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/admin/jobs', {
        query: {
          pageIndex,
          pageSize: PAGE_SIZE,
          state,
          ...(queue !== undefined && { queue }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: OFTEN_MS,
  });

function useJobChange<Given, Result>(change: (given: Given) => Promise<Result>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      void Promise.all([
        queryClient.invalidateQueries({ queryKey: ['admin', 'jobs'] }),
        queryClient.invalidateQueries({ queryKey: ['admin', 'queues'] }),
      ]),
  });
}

export const useRetryJob = () =>
  useJobChange((jobId: string) => api.request('POST /api/admin/jobs/{jobId}/retry', { path: { jobId } }));

/** Only jobs that the server gave up. */
export const useDeleteJob = () =>
  useJobChange((jobId: string) => api.request('DELETE /api/admin/jobs/{jobId}', { path: { jobId } }));

/** Tries all jobs of a queue again that the server gave up. */
export const useRetryQueue = () =>
  useJobChange((queue: string) => api.request('POST /api/admin/queues/{queue}/retry', { path: { queue } }));
