import { Inject, Injectable, SetMetadata, type Type } from '@nestjs/common';

/** Work that runs at set times. Running it twice, or twice at once, does no harm. */
export interface RunsOnSchedule {
  /** When: a cron expression of five fields, or six with seconds first, in the server's time zone. */
  readonly cron: string;
  /** What it does, in one sentence for the list of tasks. */
  readonly description: string;
  /** Run it also when a server starts. */
  readonly runsOnStartup?: boolean;
  /**
   * Asked at each time but the first of a process, before the job is added: false when there is nothing to do. A job
   * takes some ten statements, so tasks of every minute ask one or two, which keeps an idle server at rest.
   */
  isNeeded?(): Promise<boolean>;
  /** Runs until nothing is left to do. Returns one sentence about what it did; undefined when there was nothing to do. */
  run(signal: AbortSignal): Promise<string | undefined>;
}

export const SCHEDULED_TASK = 'archivolt:scheduled-task';

/**
 * Marks a provider as a task that runs at set times: `@ScheduledTask('purge-documents')`. At each time every process
 * adds the same job, which exists once, so the task runs once however many processes there are.
 */
export const ScheduledTask = (name: string): ClassDecorator => SetMetadata(SCHEDULED_TASK, name);

interface DeclaredTask<Service> extends Pick<RunsOnSchedule, 'cron' | 'description'> {
  isNeeded?: (service: Service) => Promise<boolean>;
  /** Returns how much it did, where `sentence` says so. */
  run: (service: Service, signal: AbortSignal) => Promise<number | void>;
  sentence?: (count: number) => string;
}

/** Returns the provider of a task that calls one method of a service. */
export function scheduledTask<Service>(
  name: string,
  service: Type<Service>,
  { cron, description, isNeeded, run, sentence }: DeclaredTask<Service>,
): Type<RunsOnSchedule> {
  @Injectable()
  @ScheduledTask(name)
  class Task implements RunsOnSchedule {
    readonly cron = cron;
    readonly description = description;
    readonly isNeeded?: () => Promise<boolean>;

    constructor(@Inject(service) private readonly of: Service) {
      if (isNeeded) this.isNeeded = () => isNeeded(of);
    }

    async run(signal: AbortSignal): Promise<string | undefined> {
      const count = await run(this.of, signal);
      return count ? sentence?.(count) : undefined;
    }
  }
  return Task;
}
