import type { SearchConfig } from '#config/search';
import type { Clock } from '#ground/kernel';
import { interpretQuery, type UnderstoodQuery } from './query-language/interpret-query.js';
import type { QueryResolver } from './query-language/query-resolver.js';
import { loadStem, type Stem } from './query-language/stemming.js';

/** Reads queries with the time zone and the languages of this installation. */
export class QueryReader {
  private constructor(
    private readonly timeZone: string,
    private readonly stem: Stem,
    private readonly clock: Clock,
  ) {}

  static async create({ timeZone, stemmingLanguages }: SearchConfig, clock: Clock): Promise<QueryReader> {
    return new QueryReader(timeZone, await loadStem(stemmingLanguages), clock);
  }

  /** `timeZone`: of the viewer, instead of that of the installation. */
  read(query: string, resolver: QueryResolver, timeZone = this.timeZone): Promise<UnderstoodQuery> {
    return interpretQuery(query, { now: this.clock.now(), timeZone, stem: this.stem }, resolver);
  }
}
