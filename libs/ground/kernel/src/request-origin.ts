import { AsyncLocalStorage } from 'node:async_hooks';
import type { UserActor } from './actor.js';

/** Where the request comes from that this code works for. */
export interface RequestOrigin {
  readonly requestId: string;
  /** The address of the client, behind trusted proxies too. */
  readonly address: string;
  readonly userAgent: string | null;
  /** Undefined on public routes, and until the caller is known. */
  readonly actor?: UserActor | undefined;
}

const origins = new AsyncLocalStorage<RequestOrigin | undefined>();

/** Runs `work` for a request; everything that it starts can ask for the origin. */
export function withRequestOrigin<Result>(origin: RequestOrigin, work: () => Result): Result {
  return origins.run(origin, work);
}

/** Runs `work` for no request: background work that a request has woken up is not its own. */
export function withoutRequestOrigin<Result>(work: () => Result): Result {
  return origins.run(undefined, work);
}

/** Returns a function that runs work for the request of this call, wherever it is called: for work done for several. */
export function forThisRequest(): <Result>(work: () => Result) => Result {
  const origin = origins.getStore();
  return (work) => origins.run(origin, work);
}

/** The origin of the request; undefined in background work and commands. */
export function requestOrigin(): RequestOrigin | undefined {
  return origins.getStore();
}
