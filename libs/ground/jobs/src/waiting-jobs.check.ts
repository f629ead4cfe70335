import { Injectable } from '@nestjs/common';
import { HealthConfig } from '#config/health';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { JobStates } from './job-states.js';

/** Whether jobs that could run are taken up. A long queue that moves on, as after an import, is no problem. */
@Injectable()
@DiagnosticCheck()
export class WaitingJobsCheck implements Check {
  readonly name = 'queues';

  constructor(
    private readonly jobs: JobStates,
    private readonly config: HealthConfig,
  ) {}

  run(): Promise<CheckResult> {
    return this.probe();
  }

  async probe(): Promise<CheckResult> {
    const { jobsWaitMinutes } = this.config;
    const waits = await this.jobs.waits(jobsWaitMinutes);
    const stuck = waits.filter(({ isStuck }) => isStuck);
    const [oldest] = waits;
    if (!oldest) return { status: 'ok', message: 'no job that could run waits' };
    if (stuck.length === 0)
      return { status: 'ok', message: `the oldest job that could run waits since ${oldest.since.toISOString()}` };
    return {
      status: 'problem',
      message: `jobs have waited for more than ${jobsWaitMinutes} min while none of their kind began: ${stuck
        .map(({ name, since }) => `${name} since ${since.toISOString()}`)
        .join(', ')}`,
      remedy: 'check that a server or worker runs, and see its log; `npm run cli -- jobs list` shows the queues.',
    };
  }
}
