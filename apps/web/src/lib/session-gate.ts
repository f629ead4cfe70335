import { useSyncExternalStore } from 'react';
import { withoutBasePath } from './base-path';

/** `ended`: there is no session. `old`: it is too old for a step that changes how the person signs in. */
export type SessionLoss = 'ended' | 'old';

/**
 * Requests that were refused because the session has ended or is too old wait here until the person has signed in
 * again, and are then sent once more: nothing that was typed is lost.
 */
let waiting: { why: SessionLoss; promise: Promise<boolean>; end: (isRestored: boolean) => void } | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** Asks the person to sign in again; false when they do not. */
export function askToSignIn(why: SessionLoss): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { why, promise, end: resolve };
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

/** Why requests wait for a sign-in; undefined while none does. */
export const useSessionLoss = (): SessionLoss | undefined => useSyncExternalStore(subscribe, () => waiting?.why);

/** Asks whether there is a session, so 401 is an answer. */
const ASKS = new Set(['/api/users/me']);
/** Are part of a sign-in, so 401 is about what was typed. */
const SIGNS_IN = /^\/api\/auth\/(sign-|two-factor\/verify-|passkey\/verify-)/;
/** What is only shown asks for no sign-in by itself. */
const SHOWS = new Set(['/api/auth/list-sessions']);

/** `fetch` that waits for a sign-in when the session has ended, or is too old for the request. */
export async function fetchInSession(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.status !== 401 && response.status !== 403) return response;
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  const why = await lossIn(response, withoutBasePath(pathname), init?.method ?? 'GET');
  return why !== undefined && (await askToSignIn(why)) ? fetch(input, init) : response;
}

async function lossIn(response: Response, pathname: string, method: string): Promise<SessionLoss | undefined> {
  if (SIGNS_IN.test(pathname)) return undefined;
  if (response.status === 401) return ASKS.has(pathname) && method === 'GET' ? undefined : 'ended';
  if (!pathname.startsWith('/api/auth/') || SHOWS.has(pathname)) return undefined;
  const { code } = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown };
  return code === 'SESSION_NOT_FRESH' ? 'old' : undefined;
}
