import { Env } from '@archivolt/plugin-kit';
import { IsInt, Max, Min } from 'class-validator';

/** Background work that users request. */
export class TasksConfig {
  /** Tasks of one organization that may wait or run at a time. */
  @Env('TASKS_MAX_UNFINISHED_PER_ORGANIZATION') @IsInt() @Min(1) @Max(1_000_000) maxUnfinished: number = 2_000;
}
