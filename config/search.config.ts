import { Env } from '@archivolt/plugin-kit';
import { IsInt, Min } from 'class-validator';

/**
 * How searches and lists of documents share this process. Together they never take more than half of the connections
 * (DATABASE_POOL_SIZE), so that uploads, sign-ins and everything else always find one.
 */
export class SearchConfig {
  /** Searches of one organization that run at the same time. */
  @Env('SEARCH_RUNNING_PER_ORGANIZATION') @IsInt() @Min(1) runningPerOrganization: number = 4;

  /** Searches of one user that run at the same time, in all organizations together. */
  @Env('SEARCH_RUNNING_PER_USER') @IsInt() @Min(1) runningPerUser: number = 3;

  /** Searches of one organization, and of one user, that may wait for their turn; more get 429. */
  @Env('SEARCH_QUEUE_PER_ORGANIZATION') @IsInt() @Min(0) queuePerOrganization: number = 20;

  /** Searches of all organizations that may wait for their turn; more get 503. */
  @Env('SEARCH_QUEUE') @IsInt() @Min(0) queue: number = 200;
}
