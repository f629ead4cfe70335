// eslint-disable-next-line no-restricted-syntax -- the limit of a call of a plugin, which may never end
import { setTimeout as delay } from 'node:timers/promises';

/** Returns whether the work ends, in whatever way, within this time. */
export async function settledWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const settled = work.then(
    () => true,
    () => true,
  );
  const result = await Promise.race([settled, late]);
  timer.abort();
  return result;
}
