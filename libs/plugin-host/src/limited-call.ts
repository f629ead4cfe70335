import { TransientPluginError } from '@archivolt/plugin-kit';

export interface CallLimits {
  seconds: number;
  /** Ends the call earlier, for instance when the process stops. */
  signal: AbortSignal;
}

/**
 * Calls a method of a plugin with a signal that aborts after the time limit. A plugin that ignores the signal is not
 * waited for: the call then fails with a `TransientPluginError` that names `plugin`.
 */
export async function limitedCall<Result>(
  plugin: string,
  { seconds, signal }: CallLimits,
  call: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new TransientPluginError(`${plugin} did not respond within ${seconds} s`));
  }, seconds * 1000);
  const ending = AbortSignal.any([signal, late.signal]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(ending.reason as Error);
  ending.addEventListener('abort', end, { once: true });
  try {
    ending.throwIfAborted();
    // Also a plugin that throws before it returns a promise ends here.
    return await Promise.race([Promise.resolve().then(() => call(ending)), ended]);
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', end);
  }
}
