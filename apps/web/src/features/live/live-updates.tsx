import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followOrganization } from './live.queries';

/** A hidden page gives its connection back after this time: browsers have six for a server over HTTP/1.1. */
const HIDDEN_MS = 30_000;

/** Keeps what is shown up to date with the changes of others, while the page can be seen. */
export function LiveUpdates({ organizationId }: { organizationId: string }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    let controller: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = (): void => {
      clearTimeout(timer);
      if (controller) return;
      controller = new AbortController();
      void followOrganization(queryClient, organizationId, controller.signal);
    };
    const stop = (): void => {
      controller?.abort();
      controller = undefined;
    };
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') {
        timer = setTimeout(stop, HIDDEN_MS);
        return;
      }
      start();
    };
    start();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(timer);
      stop();
    };
  }, [organizationId, queryClient]);
  return null;
}
