import { Env } from '@archivolt/plugin-kit';
import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';

/** Probes and the state that administrators see. */
export class HealthConfig {
  /**
   * Minutes that background work may stand still before a process is not ready: a job that could run waits, while no job
   * of its kind begins; or no process that runs jobs is alive, which the administration and `doctor` show at once. A long
   * queue that moves on is not reported.
   */
  @Env('HEALTH_JOBS_WAIT_MINUTES') @IsInt() @Min(1) @Max(10_080) jobsWaitMinutes: number = 15;

  /**
   * Megabytes that must be free on the disk of each folder that is written; of a small disk at most a tenth. With less,
   * `GET /api/health/ready`, the administration and `doctor` report it.
   */
  @Env('HEALTH_FREE_SPACE_MB') @IsInt() @Min(0) freeSpaceMb: number = 200;

  /**
   * Names of checks that do not decide whether this process is ready, such as `queues,workers,search` for web servers that
   * should stay behind their load balancer while other processes or services are away. Administrators and `doctor` see
   * their results all the same. Names: `database`, `free space`, `migrations`, `queues`, `search`, `storage`, `workers`.
   */
  @Env('HEALTH_READY_WITHOUT')
  @Matches(/^(database|free space|migrations|queues|search|storage|workers)$/, {
    each: true,
    message: 'each must be one of: database, free space, migrations, queues, search, storage, workers',
  })
  readyWithout: string[] = [];

  /**
   * Port on which a process with PROCESS_MODE=worker responds to `GET /api/health/live` and `GET /api/health/ready`, and to
   * nothing else. Default: none; 1222 in the container image.
   */
  @Env('HEALTH_WORKER_PORT') @IsOptional() @IsInt() @Min(1024) @Max(65535) workerPort?: number;

  /** Address that HEALTH_WORKER_PORT is opened on; `0.0.0.0` lets other machines ask. */
  @Env('HEALTH_WORKER_HOSTNAME') @IsString() workerHostname: string = '127.0.0.1';
}
