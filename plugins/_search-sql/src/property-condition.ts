import type { PropertyCondition, SearchTree } from '@archivolt/plugin-kit';
import type { BoundValues } from './bound-values.js';
import { isStorable, timeCondition } from './storable-values.js';

type PropertyLeaf = Extract<SearchTree, { kind: 'property' }>;

/** The characters of a text that its index holds. */
const INDEXED_CHARACTERS = 100;

/** A condition on `document d` that is true or false, never null. */
export function propertyCondition({ propertyId, condition }: PropertyLeaf, values: BoundValues): string {
  const onValue = isStorable(propertyId) ? valueCondition(condition, values) : undefined;
  return onValue === undefined ? 'false' : someValue(propertyId, onValue, values);
}

export function hasProperty(propertyId: string, values: BoundValues): string {
  return isStorable(propertyId) ? someValue(propertyId, 'true', values) : 'false';
}

function someValue(propertyId: string, onValue: string, values: BoundValues): string {
  const ofProperty = `v.document_id = d.id and v.property_id = ${values.bind(propertyId)}`;
  return `exists (select 1 from document_custom_property v where ${ofProperty} and ${onValue})`;
}

/** A condition on `document_custom_property v`; `undefined` when no value satisfies it. */
function valueCondition(condition: PropertyCondition, values: BoundValues): string | undefined {
  switch (condition.type) {
    case 'text': {
      if (!isStorable(condition.equals)) return undefined;
      const text = `${values.bind(condition.equals)}::text`;
      const start = (of: string) => `left(${of}, ${String(INDEXED_CHARACTERS)})`;
      return `${start('v.text_value')} = ${start(text)} and v.text_value = ${text}`;
    }
    case 'number':
      return `v.number_value ${condition.operator} ${values.bind(condition.value)}::float8`;
    case 'date':
      return `v.date_value is not null and ${timeCondition('v.date_value', condition, values)}`;
    case 'boolean':
      return `v.boolean_value = ${values.bind(condition.equals)}::boolean`;
    case 'option':
      return isOneOf('v.option_id', condition.optionIds, values);
    case 'user':
      return isOneOf('v.user_id', condition.userIds, values);
    case 'document':
      return isOneOf('v.related_document_id', condition.documentIds, values);
  }
}

function isOneOf(column: string, ids: readonly string[], values: BoundValues): string | undefined {
  const storable = ids.filter(isStorable);
  return storable.length === 0 ? undefined : `${column} = any(${values.bind(storable)}::text[])`;
}
