import { cleanLine, isValueOf, nameKey, type TaggingSuggestion } from '@archivolt/plugin-kit';
import { propertyKey } from '#capabilities/query';
import type { SuggestedValue } from './document-suggestion.schema.js';
import type { OpenProperty } from './property-suggestion.repository.js';

/** Far more than a request has properties; the rest of a longer list is ignored. */
const MOST_ENTRIES = 200;

/** Returns what has the form of suggested properties in the answer of a plugin, whatever their values are. */
export function entriesIn(properties: unknown): { name: string; value: unknown }[] {
  const list: unknown[] = Array.isArray(properties) ? properties.slice(0, MOST_ENTRIES) : [];
  return list.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, 'name')) return [];
    const { name, value } = entry as { name: unknown; value?: unknown };
    return typeof name === 'string' ? [{ name, value }] : [];
  });
}

/** Chooses values that fit properties of which the document has none, the first of each. Everything else is dropped. */
export function valuesFor(
  suggested: TaggingSuggestion['properties'],
  open: readonly OpenProperty[],
): Map<string, SuggestedValue> {
  const known = new Map(open.map((property) => [nameKey(property.name), property]));
  const values = new Map<string, SuggestedValue>();
  for (const { name, value } of entriesIn(suggested)) {
    const property = known.get(nameKey(name));
    if (!property || values.has(property.id) || !isValueOf(property.type, value)) continue;
    const kept = storedValue(property, value);
    if (kept !== undefined) values.set(property.id, kept);
  }
  return values;
}

function storedValue({ type }: OpenProperty, value: unknown): SuggestedValue | undefined {
  switch (type) {
    case 'text':
      return cleanLine(String(value)).trim();
    case 'select':
      return optionName(String(value));
    case 'multi_select': {
      const names = (value as string[]).flatMap((name) => optionName(name) ?? []);
      const byKey = new Map(names.map((name) => [propertyKey(name), name]));
      return byKey.size > 0 ? [...byKey.values()] : undefined;
    }
    default:
      return value as SuggestedValue;
  }
}

function optionName(name: string): string | undefined {
  const cleaned = cleanLine(name).trim();
  return propertyKey(cleaned) === '' ? undefined : cleaned;
}
