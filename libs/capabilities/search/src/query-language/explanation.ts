import type { QueryNote } from '#capabilities/query';
import type { InterpretedQuery, QueryMeaning } from './interpreted-query.js';

/** How a query was understood, as JSON for users. */
export interface QueryExplanation {
  tree: ExplainedQuery;
  /** What was repaired, ignored or not understood, in the order of the query. */
  notes: QueryNote[];
}

type ExplainedField = 'content' | 'name' | 'notes';

/** A part of the query, with names instead of ids. Dates are in ISO 8601. */
export type ExplainedQuery =
  | { kind: 'and' | 'or'; children: ExplainedQuery[] }
  | { kind: 'not'; child: ExplainedQuery }
  /** Every document. */
  | { kind: 'all' }
  /** No document; `query` is the filter as typed. */
  | { kind: 'nothing'; query: string }
  /**
   * These words next to each other in one of the fields, the last one as the start of a word; or an alternative. A word
   * that starts with a star stands for all that end so.
   */
  | { kind: 'text'; words: string[]; fields: ExplainedField[]; alternatives?: string[][] }
  | { kind: 'tag'; name: string }
  /** `from` is included, `before` is not. */
  | { kind: 'date'; field: 'created' | 'date'; from?: string; before?: string }
  /** Bytes or pages of the file: whole numbers, `atLeast` included, `below` not. `query` is the filter as typed. */
  | { kind: 'number'; query: string; field: 'pages' | 'size'; atLeast?: number; below?: number }
  /** Codes of ISO 639-1; `und` is no known language. */
  | { kind: 'language'; query: string; languages: string[] }
  /** How the document came in. */
  | { kind: 'source'; query: string; sources: string[] }
  /** Who added the document. */
  | { kind: 'owner'; query: string }
  /** Waits in the inbox. */
  | { kind: 'inbox' }
  /** Like the document with this name; `query` is the filter as typed. */
  | { kind: 'similar'; query: string; name: string }
  /** Has the archive number; `query` is the filter as typed. */
  | { kind: 'archive-number'; query: string }
  /** Has a tag, has a date, has notes, or has a value of the custom property with this name. */
  | { kind: 'has'; what: string; isProperty: boolean }
  | { kind: 'type'; type: string; mimeTypes: string[] }
  | {
      kind: 'property';
      property: string;
      type: 'boolean' | 'date' | 'document' | 'number' | 'option' | 'text' | 'user';
      operator: '<' | '<=' | '=' | '>' | '>=';
      value: string;
      /** Of a date. */
      from?: string;
      before?: string;
    };

export function explainedQueryOf(node: InterpretedQuery): ExplainedQuery {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map(explainedQueryOf) };
    case 'not':
      return { kind: 'not', child: explainedQueryOf(node.child) };
    default:
      return explainedLeaf(node);
  }
}

function explainedLeaf(leaf: QueryMeaning): ExplainedQuery {
  switch (leaf.kind) {
    case 'all':
    case 'inbox':
    case 'language':
    case 'nothing':
    case 'source':
      return leaf;
    case 'owner':
      return { kind: 'owner', query: leaf.query };
    case 'similar':
      return { kind: 'similar', query: leaf.query, name: leaf.name };
    case 'archiveNumber':
      return { kind: 'archive-number', query: leaf.query };
    case 'number': {
      const { from, before, ...number } = leaf;
      return {
        ...number,
        ...(from !== undefined && { atLeast: from }),
        ...(before !== undefined && { below: before }),
      };
    }
    case 'text': {
      const { words, fields } = leaf;
      const endings = leaf.endings.map((ending) => [`*${ending}`]);
      const alternatives = [...leaf.alternatives, ...leaf.stems, ...endings];
      return { kind: 'text', words, fields, ...(alternatives.length > 0 && { alternatives }) };
    }
    case 'ending':
      return { kind: 'text', words: [`*${leaf.endings[0] ?? ''}`], fields: leaf.fields };
    case 'tag':
      return { kind: 'tag', name: leaf.name };
    case 'date':
      return { kind: 'date', field: leaf.field === 'createdAt' ? 'created' : 'date', ...isoBounds(leaf) };
    case 'has':
      return { kind: 'has', what: leaf.what === 'documentDate' ? 'date' : leaf.what, isProperty: false };
    case 'hasProperty':
      return { kind: 'has', what: leaf.name, isProperty: true };
    case 'mimeType':
      return { kind: 'type', type: leaf.type, mimeTypes: leaf.mimeTypes };
    case 'property': {
      const { name, condition, operator, value } = leaf;
      const bounds = condition.type === 'date' ? isoBounds(condition) : {};
      return { kind: 'property', property: name, type: condition.type, operator, value, ...bounds };
    }
  }
}

function isoBounds({ from, before }: { from?: Date; before?: Date }): { from?: string; before?: string } {
  return { ...(from && { from: from.toISOString() }), ...(before && { before: before.toISOString() }) };
}
