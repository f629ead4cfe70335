import { Injectable } from '@nestjs/common';
import { HealthConfig } from '#config/health';
import { DiagnosticCheck, type Check, type CheckResult } from '#ground/features';
import { JobStates } from '../job-states.js';
import { ServerProcessRepository } from './server-process.repository.js';

/**
 * Whether a process that runs jobs is alive. At first its lack is a warning: what is in the archive can be read without it,
 * and a restart must not take the web servers away.
 */
@Injectable()
@DiagnosticCheck()
export class WorkersCheck implements Check {
  readonly name = 'workers';

  constructor(
    private readonly processes: ServerProcessRepository,
    private readonly jobs: JobStates,
    private readonly config: HealthConfig,
  ) {}

  run(): Promise<CheckResult> {
    return this.probe();
  }

  async probe(): Promise<CheckResult> {
    const { processes, workers, workerSeenAt, minutesWithoutWorker } = await this.processes.counts();
    if (workers > 0) return { status: 'ok', message: workers === 1 ? '1 is alive' : `${workers} are alive` };
    const waits = await this.jobs.waits();
    const since = workerSeenAt === null ? '' : `; the last one was alive at ${workerSeenAt.toISOString()}`;
    const waiting = waits[0] ? `; jobs wait, the oldest since ${waits[0].since.toISOString()}` : '; no job waits';
    if (processes === 0) {
      const message = `no server or worker runs${since}${waiting}`;
      return waits.length === 0
        ? { status: 'skipped', message }
        : { status: 'warning', message, remedy: 'start the server.' };
    }
    return {
      status: minutesWithoutWorker < this.config.jobsWaitMinutes ? 'warning' : 'problem',
      message: `no process that runs jobs is alive${since}${waiting}`,
      remedy:
        'start one with PROCESS_MODE=worker or all on the same database; its log says why it does not start or has ended.',
    };
  }
}
