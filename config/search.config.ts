import { Env } from '@archivolt/plugin-kit';
import { IsIn, IsInt, IsTimeZone, Min } from 'class-validator';

export const STEMMING_LANGUAGES = [
  ...(['arabic', 'armenian', 'danish', 'dutch', 'english', 'finnish', 'french', 'german', 'greek'] as const),
  ...(['hungarian', 'indonesian', 'irish', 'italian', 'lithuanian', 'norwegian', 'portuguese'] as const),
  ...(['romanian', 'russian', 'spanish', 'swedish', 'turkish'] as const),
];

export type StemmingLanguage = (typeof STEMMING_LANGUAGES)[number];

const STEMMING_CHOICES = ['auto', 'none', ...STEMMING_LANGUAGES] as const;

/**
 * How queries are read, and how searches and lists of documents share this process. Together they use at most half of
 * the connections (DATABASE_POOL_SIZE), so that uploads, sign-ins and other requests always get one.
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

  /**
   * Time zone in which the days, months and years of `created:` start in a search query when the request has no
   * `timeZone`, as that of a browser has: an IANA name such as `Europe/Berlin`. A date with an offset, such as
   * `2026-01-31T12:00:00Z`, does not depend on it, and neither do the dates of documents and properties, which are days.
   * The day of a mail that is found as its date is that of this zone, too.
   */
  @Env('SEARCH_TIME_ZONE')
  @IsTimeZone({ message: 'must be an IANA time zone such as UTC or Europe/Berlin' })
  timeZone: string = 'UTC';

  /**
   * Languages in which a word in a search also finds words with the same stem, such as `invoice` for `invoices`. Each
   * language adds documents to the results and never removes one. A word in quotes is searched as typed. `auto` stands for
   * the languages that the documents of an organization are in; `none` searches every word as typed.
   */
  @Env('SEARCH_STEMMING_LANGUAGES')
  @IsIn(STEMMING_CHOICES, { each: true })
  stemmingLanguages: (StemmingLanguage | 'auto' | 'none')[] = ['auto'];
}
