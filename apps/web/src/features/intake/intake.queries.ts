import { keepPreviousData, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { api, type IntakeFailureView } from '../../lib/api';

export const FAILURES_PAGE = 25;
/** An attempt that is refused again has no event: what is being tried is asked for. */
const RETRYING_MS = 1_500;

export interface FailuresAnswer {
  failures: IntakeFailureView[];
  failuresCount: number;
}

export const intakeSources = (organizationId: string) =>
  queryOptions({
    queryKey: ['intake', organizationId, 'sources'],
    queryFn: async ({ signal }) => {
      const path = { organizationId };
      return (await api.request('GET /api/organizations/{organizationId}/intake/sources', { path, signal })).sources;
    },
  });

export const intakeFailures = (organizationId: string, pageIndex: number) =>
  queryOptions({
    queryKey: ['intake', organizationId, 'failures', 'list', pageIndex],
    queryFn: ({ signal }) =>
      api.request('GET /api/organizations/{organizationId}/intake/failures', {
        path: { organizationId },
        query: { pageIndex, pageSize: FAILURES_PAGE },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.failures.some(({ state }) => state === 'retrying') === true ? RETRYING_MS : false,
  });

export function useRetryFailure(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (failureId: string) =>
      api.request('POST /api/organizations/{organizationId}/intake/failures/{failureId}/retry', {
        path: { organizationId, failureId },
      }),
    onMutate: (failureId) => showRetrying(queryClient, organizationId, ({ id }) => id === failureId),
    onSettled: () => refresh(queryClient, organizationId),
  });
}

/** Returns how many are being tried. */
export function useRetryAllFailures(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (
        await api.request('POST /api/organizations/{organizationId}/intake/failures/retry', {
          path: { organizationId },
        })
      ).retriedCount,
    onMutate: () => showRetrying(queryClient, organizationId, ({ isRetryable }) => isRetryable),
    onSettled: () => refresh(queryClient, organizationId),
  });
}

export function useRemoveFailure(organizationId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (failureId: string) =>
      api.request('DELETE /api/organizations/{organizationId}/intake/failures/{failureId}', {
        path: { organizationId, failureId },
      }),
    onSettled: () => refresh(queryClient, organizationId),
  });
}

const failuresKey = (organizationId: string) => ['intake', organizationId, 'failures'];

/** Not awaited: what says that it is done comes before. */
function refresh(queryClient: QueryClient, organizationId: string): void {
  void queryClient.invalidateQueries({ queryKey: failuresKey(organizationId) });
}

async function showRetrying(
  queryClient: QueryClient,
  organizationId: string,
  isMeant: (failure: IntakeFailureView) => boolean,
): Promise<void> {
  const queryKey = [...failuresKey(organizationId), 'list'];
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueriesData<FailuresAnswer>(
    { queryKey },
    (known) =>
      known && {
        ...known,
        failures: known.failures.map((failure) => (isMeant(failure) ? { ...failure, state: 'retrying' } : failure)),
      },
  );
}
