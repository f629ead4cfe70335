import type { SearchConfig, StemmingLanguage } from '#config/search';
import type { Clock } from '#ground/kernel';
import type { InterpretationOptions } from './query-language/filter-context.js';
import { joiningLanguages } from './query-language/last-parts.js';
import { interpretQuery, type UnderstoodQuery } from './query-language/interpret-query.js';
import type { QueryResolver } from './query-language/query-resolver.js';
import { loadStem, stemmingLanguageOf, type Stem } from './query-language/stemming.js';

/** Who asks, as far as the meaning of a query depends on it. */
export type Asking = Pick<
  InterpretationOptions,
  'findsEndings' | 'findSimilar' | 'findsSimilar' | 'needsCompleteFilters' | 'timeZone' | 'userId'
>;

/** Each language adds a look-up to every word. */
const MOST_LANGUAGES_OF_DOCUMENTS = 4;

/**
 * Reads queries with the languages of this installation or of the documents, and in the time zone of the installation when
 * that of the user is not known.
 */
export class QueryReader {
  readonly #stems = new Map<string, Promise<Stem>>();

  constructor(
    private readonly config: Pick<SearchConfig, 'stemmingLanguages' | 'timeZone'>,
    private readonly clock: Clock,
  ) {}

  async read(query: string, resolver: QueryResolver, asking: Asking = {}): Promise<UnderstoodQuery> {
    const { timeZone } = this.config;
    const languages = await this.#languages(resolver);
    const stem = await this.#stemOf(languages);
    const joining = joiningLanguages(languages);
    return interpretQuery(query, { now: this.clock.now(), timeZone, stem, joining, ...asking }, resolver);
  }

  async #languages(resolver: QueryResolver): Promise<readonly StemmingLanguage[]> {
    const { stemmingLanguages } = this.config;
    if (stemmingLanguages.includes('none')) return [];
    const named = stemmingLanguages.filter((language) => language !== 'auto' && language !== 'none');
    if (!stemmingLanguages.includes('auto')) return named;
    const found = (await resolver.languages?.()) ?? [];
    const ofDocuments = found.flatMap((code) => stemmingLanguageOf(code) ?? []).slice(0, MOST_LANGUAGES_OF_DOCUMENTS);
    return [...new Set([...named, ...ofDocuments])];
  }

  #stemOf(languages: readonly StemmingLanguage[]): Promise<Stem> {
    const key = languages.toSorted().join();
    const known = this.#stems.get(key) ?? loadStem(languages);
    this.#stems.set(key, known);
    return known;
  }
}
