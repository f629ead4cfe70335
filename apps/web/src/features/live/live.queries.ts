import type { QueryClient } from '@tanstack/react-query';
import { api, ArchivoltError, followEvents } from '../../lib/api';
import { emitEvent, emitProgress } from '../../lib/live-events';
import { staleKeys } from './stale-keys';

/** Wait so long for more changes before stale data is fetched again. */
const GATHER_MS = 100;
const RETRY_MS = 5_000;

/** Follows the changes of an organization until the signal aborts, and has what became stale fetched again. */
export async function followOrganization(
  queryClient: QueryClient,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> {
  const stale = new Map<string, readonly unknown[]>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    timer = undefined;
    for (const queryKey of stale.values()) void queryClient.invalidateQueries({ queryKey });
    stale.clear();
  };
  /** What was fetched before the stream started may be older than its first event. */
  const onStart = (): void => void queryClient.invalidateQueries();
  let after: string | undefined;
  const isAborted = (): boolean => signal.aborted;
  while (!isAborted()) {
    try {
      const options = { organizationId, signal, onStart, onProgress: emitProgress };
      for await (const event of followEvents(api, after === undefined ? options : { ...options, after })) {
        after = event.cursor;
        emitEvent(event);
        for (const key of staleKeys(organizationId, event)) stale.set(JSON.stringify(key), key);
        timer ??= setTimeout(refresh, GATHER_MS);
      }
    } catch (error) {
      if (isAborted()) break;
      if (error instanceof ArchivoltError && (error.status === 401 || error.status === 403 || error.status === 404))
        break;
      // What happened in between is not known, so the stream starts again.
      if (error instanceof ArchivoltError && error.status === 410) after = undefined;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  clearTimeout(timer);
}
