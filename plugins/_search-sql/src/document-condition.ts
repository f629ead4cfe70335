import type { SearchTree } from '@archivolt/plugin-kit';
import type { BoundValues } from './bound-values.js';
import { hasProperty, propertyCondition } from './property-condition.js';
import { isStorable, timeCondition } from './storable-values.js';

/** The leaves of a search that the tables of the core answer: all but words, their endings and their language. */
export type DocumentLeaf = Exclude<SearchTree, { kind: 'and' | 'ending' | 'language' | 'not' | 'or' | 'text' }>;

/**
 * A condition in SQL on `document d` that is true or false, never null, so that it may be negated. It reads the tables of
 * the core that a search plugin may read: `document`, `document_tag`, `document_page` and `document_custom_property`.
 */
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
      return HAS[leaf.what];
    case 'date':
      return dateCondition(leaf, values);
    case 'number':
      return leaf.field === 'size' ? sizeCondition(leaf, values) : pagesCondition(leaf, values);
    case 'source':
      return isOneOf('d.source', leaf.sources, values);
    case 'owner':
      return isOneOf('d.created_by', leaf.userIds, values);
    case 'inbox':
      return 'd.is_in_inbox';
    case 'mimeType':
      return mimeTypeCondition(leaf.mimeTypes, values);
    case 'property':
      return propertyCondition(leaf, values);
    case 'hasProperty':
      return hasProperty(leaf.propertyId, values);
    case 'document':
      return isOneOf('d.id', leaf.documentIds, values);
  }
}

const HAS: Record<Extract<SearchTree, { kind: 'has' }>['what'], string> = {
  documentDate: 'd.document_date is not null',
  notes: "(d.notes is not null and d.notes <> '')",
  tags: 'exists (select 1 from document_tag t where t.document_id = d.id)',
};

/** Numbers beyond these are beyond all documents, and PostgreSQL would not read them. */
const LARGEST = { size: Number.MAX_SAFE_INTEGER, pages: 2 ** 31 - 1 };

type NumberLeaf = Extract<SearchTree, { kind: 'number' }>;

/** Whole numbers from `from` until before `before`; `undefined` when there are none. */
function wholeNumbers({
  field,
  from = 0,
  before = Infinity,
}: NumberLeaf): { from: number; before?: number } | undefined {
  const bounds = { from: Math.max(0, Math.ceil(from)), before: Math.ceil(before) };
  if (Number.isNaN(from + before) || bounds.from >= bounds.before || bounds.from > LARGEST[field]) return undefined;
  return bounds.before > LARGEST[field] ? { from: bounds.from } : bounds;
}

function sizeCondition(leaf: NumberLeaf, values: BoundValues): string {
  const bounds = wholeNumbers(leaf);
  if (bounds === undefined) return 'false';
  const { from, before } = bounds;
  const conditions = [`d.original_size >= ${values.bind(from)}::bigint`];
  if (before !== undefined) conditions.push(`d.original_size < ${values.bind(before)}::bigint`);
  return `(${conditions.join(' and ')})`;
}

/** Pages count from 1 without gaps: a document has at least as many pages as the number of one that it has. */
function pagesCondition(leaf: NumberLeaf, values: BoundValues): string {
  const bounds = wholeNumbers(leaf);
  if (bounds === undefined) return 'false';
  const { from, before } = bounds;
  const has = (page: number): string =>
    `exists (select 1 from document_page p where p.document_id = d.id and p.page = ${values.bind(page)}::int)`;
  if (before === undefined) return has(Math.max(from, 1));
  if (before === 1) return 'false';
  return `(${has(Math.max(from, 1))} and not ${has(before)})`;
}

/** Never null. */
function isOneOf(column: string, wanted: readonly string[], values: BoundValues): string {
  const storable = wanted.filter(isStorable);
  if (storable.length === 0) return 'false';
  return `(${column} is not null and ${column} = any(${values.bind(storable)}::text[]))`;
}

function dateCondition(leaf: Extract<SearchTree, { kind: 'date' }>, values: BoundValues): string {
  if (leaf.field === 'createdAt') return timeCondition('d.created_at', leaf, values);
  return `(d.document_date is not null and ${timeCondition('d.document_date', leaf, values)})`;
}

/** A slash is followed by a zero in ASCII: a range is what an index can answer. */
function mimeTypeCondition(mimeTypes: readonly string[], values: BoundValues): string {
  const storable = mimeTypes.filter(isStorable);
  const column = 'lower(d.mime_type) collate "C"';
  const whole = storable.filter((type) => !type.endsWith('/'));
  const ranges = storable
    .filter((type) => type.endsWith('/'))
    .map((type) => `${column} >= ${values.bind(type)} and ${column} < ${values.bind(`${type.slice(0, -1)}0`)}`);
  const conditions = whole.length > 0 ? [`${column} = any(${values.bind(whole)}::text[])`, ...ranges] : ranges;
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}
