import type { Job as BossJob } from 'pg-boss';
import { withoutRequestOrigin } from '#ground/kernel';
import type { Transaction } from '#ground/database';
import type { JobDefinition, JobOptions } from './job-definition.js';
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
  try {
    if (!handler) throw new Error(`no handler for the job ${name} in this process`);
    await withinTime(options.timeoutSeconds, end, (signal) => handler.handle(asJob(job, options, signal)));
    return undefined;
  } catch (error) {
    if (error instanceof PostponedJob) return error;
    onFailure(`${name} ${job.id} failed (attempt ${job.retryCount + 1}): ${messageOf(error)}`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Runs the first attempts of several jobs together, within the time limit of one. False when none of them is done. */
export async function attemptJobs(
  jobs: readonly FetchedJob[],
  complete: (tx: Transaction) => Promise<void>,
  { definition: { name, options }, handler, end, onFailure }: Attempt,
): Promise<boolean> {
  try {
    await withinTime(options.timeoutSeconds, end, async (signal) =>
      handler?.handleAll?.(
        jobs.map((job) => asJob(job, options, signal)),
        complete,
      ),
    );
    return true;
  } catch (error) {
    onFailure(`${name}: ${jobs.length} jobs failed together, each is tried by itself: ${messageOf(error)}`);
    return false;
  }
}

function asJob(job: FetchedJob, { retries }: JobOptions, signal: AbortSignal): Job<object> {
  const { id, data, retryCount } = job;
  return { id, data, attempt: retryCount + 1, isLastAttempt: retryCount >= retries, signal };
}

async function withinTime(
  seconds: number,
  end: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = new AbortController();
  const isLate = new Error(`it took longer than ${seconds} s`);
  // eslint-disable-next-line no-restricted-syntax -- handlers wait for plugins, threads and child processes
  const timer = setTimeout(() => late.abort(isLate), seconds * 1000);
  const signal = AbortSignal.any([late.signal, end]);
  try {
    await Promise.race([withoutRequestOrigin(() => work(signal)), whenAborted(late.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
