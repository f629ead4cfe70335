import type { PropertyCondition, SearchField } from '@archivolt/plugin-kit';
import type { QueryOperator } from '#capabilities/query';
import type { Logic } from './logic.js';

/** What one word or filter of a query means, with the names that were typed and the ids that they stand for. */
export type QueryMeaning =
  /** No condition at all. */
  | { kind: 'all' }
  /** A filter that no document can match; `query` is the filter as typed. */
  | { kind: 'nothing'; query: string }
  /** `alternatives` are other phrases that are searched too: joined numbers, the stem of a word. */
  | { kind: 'text'; words: string[]; fields: SearchField[]; alternatives: string[][] }
  | { kind: 'tag'; name: string; tagIds: string[] }
  | { kind: 'date'; field: 'createdAt' | 'documentDate'; from?: Date; before?: Date }
  | { kind: 'has'; what: 'documentDate' | 'tags' }
  | { kind: 'mimeType'; type: string; mimeTypes: string[] }
  | {
      kind: 'property';
      name: string;
      propertyId: string;
      condition: PropertyCondition;
      operator: QueryOperator;
      value: string;
    }
  | { kind: 'hasProperty'; name: string; propertyId: string };

export type InterpretedQuery = Logic<QueryMeaning>;
