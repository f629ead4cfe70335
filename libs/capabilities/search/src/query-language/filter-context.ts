import type { StemmingLanguage } from '#config/search';
import {
  printQuery,
  propertyKey,
  type QueryFilter,
  type QueryNode,
  type QueryNote,
  type TextRange,
} from '#capabilities/query';
import type { QueryMeaning } from './interpreted-query.js';
import type { LookUps, SimilarOptions } from './look-ups.js';
import type { DateOptions } from './periods.js';
import type { SearchableProperty } from './query-resolver.js';
import type { Stem } from './stemming.js';

export interface InterpretationOptions extends DateOptions, SimilarOptions {
  /** Without it words are searched as typed only. */
  stem?: Stem;
  /** Whether the search plugin finds words by their ending. */
  findsEndings?: boolean;
  /** Languages of the documents that join words: a word then also finds longer ones that end so. */
  joining?: readonly StemmingLanguage[];
  /** The user who searches: `owner:me`. */
  userId?: string;
  /**
   * Whether a filter whose value is still being typed matches nothing instead of being ignored: for changes of all matches,
   * where `tag:` without a name must not mean every document.
   */
  needsCompleteFilters?: boolean;
}

const MAX_SHOWN = 60;

/** What a filter or text is interpreted with. */
export class FilterContext {
  constructor(
    readonly options: InterpretationOptions,
    readonly lookUps: LookUps,
    private readonly notes: QueryNote[],
    private readonly lastLeaf: QueryNode | undefined,
  ) {}

  note({ from, to }: TextRange, code: string, message: string): void {
    this.notes.push({ code, from, to, message });
  }

  /** The custom property with this name; case, spaces and symbols in it do not matter. */
  propertyOf(name: string): SearchableProperty | undefined {
    return this.lookUps.properties.get(propertyKey(name));
  }

  /** The meaning of a filter that no document can match. `reason` is a sentence that names the remedy. */
  nothing(filter: QueryFilter, code: string, reason: string): QueryMeaning {
    this.note(filter, code, `The filter ${shown(printQuery(filter))} matches nothing. ${reason}`);
    return { kind: 'nothing', query: printQuery(filter) };
  }

  /** Whether the query ends with this filter: its value may be still being typed. */
  isLast({ from }: TextRange): boolean {
    return from === this.lastLeaf?.from;
  }

  /** The meaning of a filter whose value is still being typed: as if it were not there. */
  unfinished(filter: QueryFilter, forms: string): QueryMeaning | undefined {
    if (this.options.needsCompleteFilters === true) return this.nothing(filter, 'unfinished-filter', forms);
    const name = shown(printQuery(filter).replace(/""$/, ''));
    this.note(filter, 'unfinished-filter', `${name} is ignored until its value is complete. ${forms}`);
    return undefined;
  }

  /** The same for an operator that the filter does not have. */
  unsupportedOperator(filter: QueryFilter): QueryMeaning {
    const reason = `${shown(filter.field)} can be compared for equality only. Remove the ${filter.operator}.`;
    return this.nothing(filter, 'unsupported-filter-operator', reason);
  }
}

/** A part of the query for a message, not longer than a line. */
export function shown(text: string): string {
  const printable = text.toWellFormed();
  return printable.length <= MAX_SHOWN ? printable : `${printable.slice(0, MAX_SHOWN).toWellFormed()}…`;
}
