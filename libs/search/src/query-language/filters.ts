import { foldWords } from '@archivolt/plugin-kit';
import type { QueryExpression, QueryOperator } from './expression.js';
import { readPeriod, type Period } from './periods.js';

export interface FilterOptions {
  now: Date;
  timeZone?: string;
}

interface Filter {
  field: string;
  operator: QueryOperator;
  value: string;
}

const NOTHING: QueryExpression = { kind: 'nothing' };

/** Returns the condition of a filter; `undefined` when the filter has no value. */
export function filterLeaf(filter: Filter, options: FilterOptions): QueryExpression | undefined {
  const { field, operator, value } = filter;
  switch (field) {
    case 'tag':
      return { kind: 'tag', name: value.toLowerCase() };
    case 'name':
    case 'content':
      return operator === '=' ? textLeaf(value, [field]) : NOTHING;
    case 'created':
      return dateLeaf('createdAt', filter, options);
    case 'date':
      return dateLeaf('documentDate', filter, options);
    case 'has':
      return hasLeaf(operator, value);
    default:
      return { kind: 'field', field, operator, value };
  }
}

/** Returns one phrase of the words; `undefined` when the text has no letter or digit. */
export function textLeaf(text: string, fields: ('content' | 'name')[]): QueryExpression | undefined {
  const words = foldWords(text);
  return words.length === 0 ? undefined : { kind: 'text', words, fields };
}

function hasLeaf(operator: QueryOperator, value: string): QueryExpression {
  if (value !== 'tags' && value !== 'date') return { kind: 'hasField', field: value };
  if (operator !== '=') return NOTHING;
  return { kind: 'has', what: value === 'tags' ? 'tags' : 'documentDate' };
}

function dateLeaf(field: 'createdAt' | 'documentDate', filter: Filter, options: FilterOptions): QueryExpression {
  const period = readPeriod(filter.value, options);
  return period === undefined ? NOTHING : { kind: 'date', field, ...bounds(filter.operator, period) };
}

function bounds(operator: QueryOperator, { start, end }: Period): { from?: Date; before?: Date } {
  switch (operator) {
    case '=':
      return { from: start, before: end };
    case '<':
      return { before: start };
    case '<=':
      return { before: end };
    case '>':
      return { from: end };
    case '>=':
      return { from: start };
  }
}
