import type { Job as BossJob } from 'pg-boss';
import { withoutRequestOrigin } from '#libs/kernel';
import type { JobDefinition } from './job-definition.js';
import { PostponedJob, type Job, type JobHandler } from './job-handler.js';

/** A job as the queue hands it out. */
export type FetchedJob = Omit<BossJob, 'signal'>;

export interface Attempt {
  definition: JobDefinition<object>;
  /** Missing when this process has none. */
  handler: JobHandler<object> | undefined;
  /** Aborted when the process stops. */
  end: AbortSignal;
  /** Called with the stack of a failure; not when the job is postponed. */
  onFailure(message: string): void;
}

/** Runs one attempt of a job, within its time limit. Returns its error. */
export async function attemptJob(
  job: FetchedJob,
  { definition: { name, options }, handler, end, onFailure }: Attempt,
): Promise<Error | undefined> {
  const late = new AbortController();
  const isLate = new Error(`it took longer than ${options.timeoutSeconds} s`);
  const timer = setTimeout(() => late.abort(isLate), options.timeoutSeconds * 1000);
  const attempt: Job<object> = {
    id: job.id,
    data: job.data,
    attempt: job.retryCount + 1,
    isLastAttempt: job.retryCount >= options.retries,
    signal: AbortSignal.any([late.signal, end]),
  };
  try {
    if (!handler) throw new Error(`no handler for the job ${name} in this process`);
    await Promise.race([withoutRequestOrigin(() => handler.handle(attempt)), whenAborted(late.signal)]);
    return undefined;
  } catch (error) {
    if (error instanceof PostponedJob) return error;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    onFailure(`${name} ${job.id} failed (attempt ${attempt.attempt}): ${message}`);
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
