import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isStatus } from './errors';

const listeners = new Set<() => void>();

/** Called when a request was refused because the session has ended. */
export function onSessionLost(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function noticeLostSession(error: unknown): void {
  if (isStatus(error, 401)) for (const listener of listeners) listener();
}

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.['mayBeSignedOut'] !== true) noticeLostSession(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => {
      if (mutation.meta?.['mayBeSignedOut'] !== true) noticeLostSession(error);
    },
  }),
  defaultOptions: {
    queries: {
      // Changes of others arrive by the event stream.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MOST_RETRIES && !isStatus(error, 400, 401, 403, 404, 409, 410, 412, 413),
    },
  },
});
