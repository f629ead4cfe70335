import { TransientPluginError } from '@archivolt/plugin-kit';

export interface TimeLimit {
  ms: number;
  /** Also stops the work; unlike at the limit, it is waited for. */
  signal?: AbortSignal | undefined;
}

/** Rejects at the limit also when the work ignores its signal; what it still does then is without effect here. */
export async function withTimeLimit<Result>(
  { ms, signal }: TimeLimit,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const ended = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const reason = new TransientPluginError(`no response within ${ms} ms`);
    late.abort(reason);
    ended.reject(reason);
  }, ms);
  try {
    signal?.throwIfAborted();
    return await Promise.race([work(signal ? AbortSignal.any([signal, late.signal]) : late.signal), ended.promise]);
  } finally {
    clearTimeout(timer);
  }
}
