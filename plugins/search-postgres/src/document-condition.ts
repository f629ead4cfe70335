import type { SearchTree } from '@archivolt/plugin-kit';
import type { BoundValues } from './bound-values.js';

type DocumentLeaf = Extract<
  SearchTree,
  { kind: 'all' | 'date' | 'has' | 'hasProperty' | 'mimeType' | 'nothing' | 'property' | 'tag' }
>;

const EARLIEST = new Date('0001-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

/** A condition on `document d` that is true or false, never null, so that it may be negated. */
export function documentCondition(leaf: DocumentLeaf, values: BoundValues): string {
  switch (leaf.kind) {
    case 'all':
      return 'true';
    case 'nothing':
      return 'false';
    case 'tag':
      if (leaf.tagIds.length === 0) return 'false';
      return `exists (select 1 from document_tag t where t.document_id = d.id and t.tag_id = any(${values.bind(leaf.tagIds)}::text[]))`;
    case 'has':
      if (leaf.what === 'documentDate') return 'd.document_date is not null';
      return 'exists (select 1 from document_tag t where t.document_id = d.id)';
    case 'date':
      return dateCondition(leaf, values);
    case 'mimeType':
    case 'property':
    case 'hasProperty':
      return 'false';
  }
}

function dateCondition(leaf: Extract<SearchTree, { kind: 'date' }>, values: BoundValues): string {
  const column = leaf.field === 'createdAt' ? 'd.created_at' : 'd.document_date';
  const conditions = leaf.field === 'createdAt' ? [] : ['d.document_date is not null'];
  if (leaf.from !== undefined) conditions.push(`${column} >= ${values.bind(timestamp(leaf.from))}::timestamptz`);
  if (leaf.before !== undefined) conditions.push(`${column} < ${values.bind(timestamp(leaf.before))}::timestamptz`);
  return conditions.length === 0 ? 'true' : `(${conditions.join(' and ')})`;
}

/** PostgreSQL reads four-digit years only in this form; no document lies beyond them. */
function timestamp(date: Date): string {
  return new Date(Math.min(Math.max(date.getTime(), EARLIEST.getTime()), LATEST.getTime())).toISOString();
}
