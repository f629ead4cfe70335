import { printQuery, propertyKey, type QueryFilter, type QueryNote, type TextRange } from '#capabilities/query';
import type { QueryMeaning } from './interpreted-query.js';
import type { LookUps } from './look-ups.js';
import type { DateOptions } from './periods.js';
import type { SearchableProperty } from './query-resolver.js';
import type { Stem } from './stemming.js';

export interface InterpretationOptions extends DateOptions {
  /** Without it words are searched as typed only. */
  stem?: Stem;
}

const MAX_SHOWN = 60;

/** What a filter or text is interpreted with. */
export class FilterContext {
  constructor(
    readonly options: InterpretationOptions,
    readonly lookUps: LookUps,
    private readonly notes: QueryNote[],
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
