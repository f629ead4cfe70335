import type { PropertyCondition, SearchField } from '@archivolt/plugin-kit';
import type { QueryOperator } from '#capabilities/query';
import type { Logic } from './logic.js';

/** What one word or filter of a query means, with the names that were typed and the ids that they stand for. */
export type QueryMeaning =
  /** No condition at all. */
  | { kind: 'all' }
  /** A filter that no document can match; `query` is the filter as typed. */
  | { kind: 'nothing'; query: string }
  /**
   * `alternatives` are other forms of the words that are searched too, such as joined numbers; `stems` those of a word.
   * `endings`: words that end so are searched as well.
   */
  | {
      kind: 'text';
      words: string[];
      fields: SearchField[];
      alternatives: string[][];
      stems: string[][];
      endings: string[];
    }
  /** `*rechnung`: words that end so, the first one as it was typed. */
  | { kind: 'ending'; endings: string[]; fields: SearchField[] }
  | { kind: 'tag'; name: string; tagIds: string[] }
  | { kind: 'date'; field: 'createdAt' | 'documentDate'; from?: Date; before?: Date }
  | { kind: 'has'; what: 'documentDate' | 'notes' | 'tags' }
  /** `query` is the filter as typed; also of the next three. */
  | { kind: 'number'; query: string; field: 'pages' | 'size'; from?: number; before?: number }
  | { kind: 'language'; query: string; languages: string[] }
  | { kind: 'source'; query: string; sources: string[] }
  | { kind: 'owner'; query: string; userIds: string[] }
  | { kind: 'inbox' }
  /** `name` is that of the document whose like are found. Those most like it come first. */
  | { kind: 'similar'; query: string; name: string; documentIds: string[] }
  /** The document that has an archive number. */
  | { kind: 'archiveNumber'; query: string; documentIds: string[] }
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
