import { isValueOf, type SuggestedProperty, type TaggingProperty } from '@archivolt/plugin-kit';

/** Of a longer list the rest is not looked at. */
const MOST_ENTRIES = 200;
const MOST_VALUES = 10;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,10})?$/;

/** One entry of an answer: the name of a property, and its values as a list or as one value. */
export interface PropertyEntry {
  name: unknown;
  values: unknown;
}

/** Takes only values of the given properties that fit their types, the first of each. */
export function allowedProperties(
  entries: readonly PropertyEntry[],
  properties: readonly TaggingProperty[],
): SuggestedProperty[] {
  const known = new Map(properties.map((property) => [keyOf(property.name), property]));
  const chosen = new Map<string, SuggestedProperty>();
  for (const { name, values } of entries.slice(0, MOST_ENTRIES)) {
    const property = typeof name === 'string' ? known.get(keyOf(name)) : undefined;
    if (!property || chosen.has(property.name)) continue;
    const list: unknown[] = Array.isArray(values) ? values.slice(0, MOST_VALUES) : [values];
    const value = valueOf(property, list);
    if (isValueOf(property.type, value)) chosen.set(property.name, { name: property.name, value });
  }
  return [...chosen.values()];
}

function valueOf({ type, options }: TaggingProperty, list: readonly unknown[]): unknown {
  const [first] = list;
  const text = typeof first === 'string' ? first.trim() : undefined;
  switch (type) {
    case 'boolean':
      return text === undefined ? first : ({ true: true, false: false } as Record<string, unknown>)[text.toLowerCase()];
    case 'number':
      return text === undefined ? first : NUMBER.test(text) ? Number(text) : undefined;
    case 'select':
      return text && optionLike(text, options);
    case 'multi_select': {
      const names = list.flatMap((name) => (typeof name === 'string' ? optionLike(name.trim(), options) : []));
      return [...new Map(names.map((name) => [keyOf(name), name])).values()];
    }
    default:
      return text;
  }
}

/** The option as it is written, or a new one. */
function optionLike(name: string, options: readonly string[]): string {
  return options.find((option) => keyOf(option) === keyOf(name)) ?? name;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}
