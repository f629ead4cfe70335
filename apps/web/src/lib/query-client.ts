import { QueryClient } from '@tanstack/react-query';
import { isStatus } from './errors';

const MOST_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'offlineFirst', // the service worker may have the answer
      // Changes of others arrive by the event stream.
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < MOST_RETRIES && !isStatus(error, 400, 401, 403, 404, 409, 410, 412, 413),
    },
  },
});
