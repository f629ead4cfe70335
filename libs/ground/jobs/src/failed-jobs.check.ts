import { Injectable } from '@nestjs/common';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { JobStates } from './job-states.js';

/** Reports jobs that failed in their last attempt. */
@Injectable()
@DiagnosticCheck()
export class FailedJobsCheck implements Check {
  readonly name = 'jobs';

  constructor(private readonly jobs: JobStates) {}

  async run(): Promise<CheckResult> {
    const counts = await this.jobs.counts();
    const failed = counts.filter((count) => count.failed > 0);
    if (failed.length > 0) {
      return {
        status: 'warning',
        message: `given up after the last attempt: ${failed.map((count) => `${count.failed} ${count.name}`).join(', ')}`,
        remedy: 'see `npm run cli -- jobs list`, and the log of the server for the reasons.',
      };
    }
    const sum = (field: 'active' | 'waiting') => counts.reduce((total, count) => total + count[field], 0);
    return { status: 'ok', message: `${sum('waiting')} waiting, ${sum('active')} under way` };
  }
}
