import { useSyncExternalStore } from 'react';

/**
 * Requests that were refused because the session has ended wait here until the person has signed in again, and are then
 * sent once more: nothing that was typed is lost.
 */
let waiting: { promise: Promise<boolean>; end: (isRestored: boolean) => void } | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

function sessionRestored(): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { promise, end: resolve };
    tell();
  }
  return waiting.promise;
}

/** Sends what waits once more; with false it fails as it did. */
export function endWaiting(isRestored: boolean): void {
  waiting?.end(isRestored);
  waiting = undefined;
  tell();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while requests wait for a sign-in. */
export const useIsSessionLost = (): boolean => useSyncExternalStore(subscribe, () => waiting !== undefined);

/** Asks whether there is a session, so 401 is an answer. */
const ASKS = new Set(['/api/users/me']);
const isSignIn = (path: string): boolean => path.startsWith('/api/auth/sign-');

/** `fetch` that waits for a sign-in when the session has ended. */
export async function fetchInSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401) return response;
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  const isQuestion = ASKS.has(pathname) && (init?.method ?? 'GET') === 'GET';
  if (isQuestion || isSignIn(pathname)) return response;
  return (await sessionRestored()) ? fetch(input, init) : response;
}
