import { Global, Injectable, Module, type DynamicModule, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, Reflector } from '@nestjs/core';
import { Clock } from '#ground/kernel';
import { FailedJobsCheck } from './failed-jobs.check.js';
import { JOB_HANDLER, type JobHandler } from './job-handler.js';
import { ScheduleModule } from '@nestjs/schedule';
import { JobList } from './job-list.js';
import { JobQueue, type JobQueueOptions } from './job-queue.js';
import { JobStates } from './job-states.js';
import { ScheduledTaskRepository } from './schedule/scheduled-task.repository.js';
import { ScheduledTasks } from './schedule/scheduled-tasks.js';
import { Scheduler } from './schedule/scheduler.js';
import { Heartbeat } from './processes/heartbeat.js';
import { ServerProcessRepository } from './processes/server-process.repository.js';
import { WorkersCheck } from './processes/workers.check.js';
import { WaitingJobsCheck } from './waiting-jobs.check.js';

/** Registers `@HandlesJob` providers with the queue after the start of all modules; a job without a handler is an error. */
@Injectable()
class JobHandlerRegistry implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly queue: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const wrapper of this.discovery.getProviders()) {
      const instance = wrapper.instance as JobHandler<object> | undefined;
      if (!wrapper.metatype || !instance) continue;
      const handled = this.reflector.get<string[] | (() => string[]) | undefined>(JOB_HANDLER, wrapper.metatype) ?? [];
      const names = typeof handled === 'function' ? handled() : handled;
      for (const name of names) await this.queue.register(name, instance);
    }
    const unhandled = this.queue.unhandled();
    if (unhandled.length > 0) {
      throw new Error(
        `no handler for the job ${unhandled.join(', ')}; add a provider with @HandlesJob to a module of the worker`,
      );
    }
  }
}

@Global()
@Module({})
export class JobsModule {
  /** `worksOnJobs` is false in a process that only adds jobs; `isServer` in a command, which sends no heartbeat. */
  static forRoot(
    options: Omit<JobQueueOptions, 'clock'> & { worksOnJobs: boolean; isServer?: boolean },
  ): DynamicModule {
    return {
      module: JobsModule,
      imports: [
        DiscoveryModule,
        ...(options.worksOnJobs ? [ScheduleModule.forRoot({ intervals: options.pollsForWork })] : []),
      ],
      providers: [
        { provide: JobQueue, inject: [Clock], useFactory: (clock: Clock) => new JobQueue({ ...options, clock }) },
        JobList,
        JobStates,
        ScheduledTasks,
        ScheduledTaskRepository,
        FailedJobsCheck,
        ServerProcessRepository,
        WaitingJobsCheck,
        WorkersCheck,
        ...(options.isServer === true ? [Heartbeat] : []),
        ...(options.worksOnJobs ? [Scheduler, JobHandlerRegistry] : []),
      ],
      exports: [JobList, JobQueue, JobStates, ScheduledTasks],
    };
  }
}
