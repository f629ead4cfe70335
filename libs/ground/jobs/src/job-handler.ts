import { SetMetadata } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { JobDefinition } from './job-definition.js';

export interface Job<Data> {
  id: string;
  data: Data;
  /** 1 for the first attempt. */
  attempt: number;
  /** True when a failure of this attempt is final. */
  isLastAttempt: boolean;
  /** Aborted when the process stops or the attempt takes too long. */
  signal: AbortSignal;
}

/** Runs one kind of job. A job may run twice: the second run must find nothing left to do. */
export interface JobHandler<Data> {
  /** Jobs that run at a time, if that depends on settings; otherwise the definition decides. */
  readonly concurrency?: number;
  /** Jobs of one lane that run at a time, see `JobOptions.laneOf`. */
  placesOf?(lane: string): number;
  /** How many waiting jobs of a lane are done together by `handleAll`; without it, each job is done by itself. */
  mostTogether?(lane: string): number;
  /**
   * Does first attempts of one lane and group together, all or none. `complete` ends the jobs in the transaction that
   * writes their results, so that no crash does them twice. When it throws, each job is done by `handle`: a job that
   * fails takes no other one with it.
   */
  handleAll?(jobs: readonly Job<Data>[], complete: (tx: Transaction) => Promise<void>): Promise<void>;
  /** After a `PermanentPluginError` the job is not retried. */
  handle(job: Job<Data>): Promise<void>;
}

/**
 * A handler throws this to have its job run later. It is not a failed attempt: the job waits as if it were new, with
 * `data` merged into its data.
 */
export class PostponedJob extends Error {
  constructor(
    readonly until: Date,
    readonly data: object = {},
    /** Called when the job waits: what makes it due earlier may have happened in the meantime. */
    readonly onceItWaits: () => Promise<void> = () => Promise.resolve(),
  ) {
    super(`postponed until ${until.toISOString()}`);
  }
}

export const JOB_HANDLER = 'archivolt:handles-job';

/** Marks a provider as the one handler of a kind of job. */
export const HandlesJob = <Data extends object>(...jobs: JobDefinition<Data>[]): ClassDecorator =>
  SetMetadata(
    JOB_HANDLER,
    jobs.map((job) => job.name),
  );

/** As {@link HandlesJob}, for jobs that are not known before all modules are loaded. */
export const HandlesJobs = (jobs: () => readonly JobDefinition<object>[]): ClassDecorator =>
  SetMetadata(JOB_HANDLER, () => jobs().map((job) => job.name));
