import { TransientPluginError } from '@archivolt/plugin-kit';

export interface CallLimits {
  seconds: number;
  /** Ends the call earlier, for instance when the process stops. */
  signal?: AbortSignal | undefined;
  /** True: after an abort of `signal`, the plugin still has its time, so that the caller knows when its work is over. */
  waitsAfterAbort?: boolean;
}

/**
 * Calls a method of a plugin with a signal that aborts after the time limit. A plugin that ignores the signal is not
 * waited for: the call then fails with a `TransientPluginError` that begins with `subject`.
 */
export async function limitedCall<Result>(
  subject: string,
  { seconds, signal, waitsAfterAbort = false }: CallLimits,
  call: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  // eslint-disable-next-line no-restricted-syntax -- a plugin works in real time
  const timer = setTimeout(() => {
    late.abort(new TransientPluginError(`${subject} did not respond within ${seconds} s`, { isTimeout: true }));
    reject(late.signal.reason as Error);
  }, seconds * 1000);
  const end = () => reject(signal?.reason as Error);
  if (!waitsAfterAbort) signal?.addEventListener('abort', end, { once: true });
  try {
    signal?.throwIfAborted();
    const ending = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    // A plugin that throws before it returns a promise ends here as well.
    return await Promise.race([Promise.resolve().then(() => call(ending)), ended]);
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
}
