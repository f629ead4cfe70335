import { Env } from '@archivolt/plugin-kit';
import { IsInt, Min } from 'class-validator';

/**
 * How searches and lists of documents share this process. Together they use at most half of the connections
 * (DATABASE_POOL_SIZE), so that uploads, sign-ins and other requests always get one.
 */
export class SearchConfig {
  /** Maximum number of concurrent searches of one organization. */
  @Env('SEARCH_RUNNING_PER_ORGANIZATION') @IsInt() @Min(1) runningPerOrganization: number = 4;

  /** Maximum number of concurrent searches of one user in all organizations. */
  @Env('SEARCH_RUNNING_PER_USER') @IsInt() @Min(1) runningPerUser: number = 3;

  /** Maximum number of queued searches of one organization, and of one user; further ones get 429. */
  @Env('SEARCH_QUEUE_PER_ORGANIZATION') @IsInt() @Min(0) queuePerOrganization: number = 20;

  /** Maximum number of queued searches of all organizations; further ones get 503. */
  @Env('SEARCH_QUEUE') @IsInt() @Min(0) queue: number = 200;

  /**
   * Time limit of one search in milliseconds, after which the response is 503 `search.unavailable`. Keep it below
   * SERVER_API_ROUTES_TIMEOUT_MS.
   */
  @Env('SEARCH_TIMEOUT_MS') @IsInt() @Min(100) timeoutMs: number = 10_000;
}
