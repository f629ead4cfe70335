import type { PropertyRecord, PropertyValue } from '../../archive-records.js';
import { addressOf, isRecord, momentOf, refOf, textOf } from '../untrusted-values.js';

const TYPES = [
  ...(['text', 'number', 'date', 'boolean', 'select', 'multi_select'] as const),
  ...(['user_relation', 'document_relation'] as const),
];
const LONGEST_TEXT = 10_000;
const MOST_VALUES = 10_000;

/** A property, and the key by which documents have its values; undefined for a type that the import does not know. */
export function readProperty(definition: Record<string, unknown>): { key: string; record: PropertyRecord } | undefined {
  const [ref, key, name] = [refOf(definition['id']), textOf(definition['key']), textOf(definition['name'])];
  const type = TYPES.find((one) => one === definition['type']);
  if (ref === undefined || key === undefined || name === undefined || type === undefined) return undefined;
  const description = textOf(definition['description']);
  const record: PropertyRecord = {
    kind: 'property',
    ref,
    name,
    type,
    ...(description !== undefined && { description }),
  };
  if (type === 'select' || type === 'multi_select') record.options = optionsIn(definition['options']);
  return { key, record };
}

/** The values of a property of a document. Undefined when one of them does not have its type. */
export function readValues(type: PropertyRecord['type'], value: unknown): PropertyValue[] | undefined {
  const values = (Array.isArray(value) ? value : [value]).slice(0, MOST_VALUES);
  const read = values.map((one) => readOne(type, one));
  return read.includes(undefined) ? undefined : (read as PropertyValue[]);
}

function readOne(type: PropertyRecord['type'], value: unknown): PropertyValue | undefined {
  const fields = isRecord(value) ? value : {};
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value.slice(0, LONGEST_TEXT) : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return momentOf(value);
    case 'select':
    case 'multi_select':
      return refOf(fields['optionId']);
    case 'user_relation':
      return addressOf(fields['email']);
    case 'document_relation':
      return refOf(fields['documentId']);
  }
}

function optionsIn(options: unknown): { ref: string; name: string }[] {
  if (!Array.isArray(options)) return [];
  return options.filter(isRecord).flatMap((option) => {
    const [ref, name] = [refOf(option['id']), textOf(option['name'])];
    return ref === undefined || name === undefined ? [] : [{ ref, name }];
  });
}
