import type { SearchTree } from '@archivolt/plugin-kit';
import type { BoundValues } from './bound-values.js';
import { hasProperty, propertyCondition } from './property-condition.js';
import { isStorable, timeCondition } from './storable-values.js';

/** The leaves of a search that the tables of the core answer: all but words. */
export type DocumentLeaf = Extract<
  SearchTree,
  { kind: 'all' | 'date' | 'has' | 'hasProperty' | 'mimeType' | 'nothing' | 'property' | 'tag' }
>;

/**
 * A condition in SQL on `document d` that is true or false, never null, so that it may be negated. It reads the tables of
 * the core that a search plugin may read: `document`, `document_tag` and `document_custom_property`.
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
      if (leaf.what === 'documentDate') return 'd.document_date is not null';
      return 'exists (select 1 from document_tag t where t.document_id = d.id)';
    case 'date':
      return dateCondition(leaf, values);
    case 'mimeType':
      return mimeTypeCondition(leaf.mimeTypes, values);
    case 'property':
      return propertyCondition(leaf, values);
    case 'hasProperty':
      return hasProperty(leaf.propertyId, values);
  }
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
