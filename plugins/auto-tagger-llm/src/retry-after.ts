import type { HttpResponse } from '@archivolt/plugin-kit';

/** A service that asks for more is asked again after this time. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Milliseconds until the service wants the next request: the header `Retry-After`, in seconds or as a date. */
export function pauseOf({ status, headers }: HttpResponse, now: number): number {
  const value = headers['retry-after']?.trim();
  if (value === undefined || (status !== 429 && status !== 503)) return 0;
  const pause = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value.slice(0, 100)) - now;
  return Number.isNaN(pause) ? 0 : Math.min(Math.max(pause, 0), LONGEST_PAUSE_MS);
}
