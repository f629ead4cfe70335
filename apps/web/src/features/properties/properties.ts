import type { CustomPropertyView } from '../../lib/api';
import { printQuery } from '../../lib/query-language';

export type Property = CustomPropertyView;
export type PropertyType = Property['type'];

export const PROPERTY_TYPES = [
  'text',
  'number',
  'date',
  'boolean',
  'select',
  'multi_select',
  'user_relation',
  'document_relation',
] as const satisfies readonly PropertyType[];

export const hasOptions = (type: PropertyType): boolean => type === 'select' || type === 'multi_select';

/** What the form of a property edits. An option without an id is new. */
export interface PropertyFields {
  type: PropertyType;
  name: string;
  description: string;
  options: { id?: string; name: string }[];
}

export const NEW_PROPERTY: PropertyFields = { type: 'text', name: '', description: '', options: [{ name: '' }] };

export function fieldsOf({ type, name, description, options }: Property): PropertyFields {
  return {
    type,
    name,
    description: description ?? '',
    options: options.map(({ id, name: option }) => ({ id, name: option })),
  };
}

/** The items with the one at `from` moved to `to`. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  const place = Math.max(0, Math.min(items.length - 1, to));
  const [item] = next.splice(from, 1);
  if (item !== undefined) next.splice(place, 0, item);
  return next;
}

/** The options that are left out, with the number of documents that lose them; most first. */
export function lostOptions(
  before: readonly { id: string; name: string }[],
  after: readonly { id?: string | undefined }[],
  usage: readonly { optionId: string; documentsCount: number }[],
): { id: string; name: string; documentsCount: number }[] {
  const kept = new Set(after.map(({ id }) => id));
  const counts = new Map(usage.map(({ optionId, documentsCount }) => [optionId, documentsCount]));
  return before
    .filter(({ id }) => !kept.has(id))
    .map(({ id, name }) => ({ id, name, documentsCount: counts.get(id) ?? 0 }))
    .sort((one, other) => other.documentsCount - one.documentsCount);
}

const filter = (field: string, value: string, operator: '=' | '>' = '='): string =>
  printQuery({ kind: 'filter', field, operator, value, quoted: false, from: 0, to: 0, valueFrom: 0 });

/** A search with the property, to show how it is typed. */
export function exampleSearch({ key, type, options }: Pick<Property, 'key' | 'options' | 'type'>): string {
  switch (type) {
    case 'number':
      return filter(key, '100', '>');
    case 'date':
      return filter(key, '2026-01-01', '>');
    case 'boolean':
      return filter(key, 'true');
    case 'select':
    case 'multi_select':
      return filter(key, options[0]?.name ?? 'open');
    case 'user_relation':
      return filter(key, 'me@example.com');
    case 'text':
    case 'document_relation':
      return filter('has', key);
  }
}

/** The search for documents that have a value. */
export const hasSearch = (key: string): string => filter('has', key);
