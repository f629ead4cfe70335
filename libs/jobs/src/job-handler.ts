import { SetMetadata } from '@nestjs/common';
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
  /** After a `PermanentPluginError` the job is not retried. */
  handle(job: Job<Data>): Promise<void>;
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
