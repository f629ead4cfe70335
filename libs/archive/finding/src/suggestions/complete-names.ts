import type { CustomProperty } from '#archive/properties';
import { FILTER_NAMES, propertyKey } from '#capabilities/query';
import { MIME_GROUP_NAMES } from '#capabilities/search';
import type { CompletionPoint } from './completion-point.js';
import { fieldInsertion, filterInsertion, valueInsertion } from './insertions.js';
import { matching } from './name-match.js';
import type { Names } from './query-names.js';
import type { Completion } from './suggestion.js';

const MOST = { filter: 4, property: 4, tag: 6, value: 4 };
const MOST_VALUES = 10;
/** Options of all properties that a word is compared with while it is being typed; those of one property are all compared. */
const MOST_OPTIONS = 5_000;
const DATE_FIELDS: ReadonlySet<string> = new Set(['created', 'date']);

/** Returns the names of the organization, filters and forms of values that can stand where something is being typed. */
export function completeNames(point: CompletionPoint, names: Names, now: Date): Completion[] {
  return point.field === undefined ? completeWord(point.typed, names) : completeValue(point, point.field, names, now);
}

/** A word may become a filter, or a tag or value by its own name. */
function completeWord(typed: string, { tags, properties }: Names): Completion[] {
  const filters = FILTER_NAMES.filter((name) => name.startsWith(typed.toLowerCase()));
  const found: Completion[] = filters
    .slice(0, typed === '' ? FILTER_NAMES.length : MOST.filter)
    .map((name) => ({ kind: 'filter', label: `${name}:`, insert: fieldInsertion(name) }));
  const named = matching(properties, ({ name, key }) => `${name} ${key}`, typed).slice(0, MOST.property);
  for (const { name, key } of named) found.push({ kind: 'property', label: name, insert: fieldInsertion(key) });
  if (typed.trim() === '') return found;
  for (const { id, name } of matching(tags, (tag) => tag.name, typed).slice(0, MOST.tag))
    found.push({ kind: 'tag', label: name, insert: filterInsertion('tag', name), tagId: id });
  const values = properties.flatMap(({ name, key, options }) => options.map((option) => ({ name, key, option })));
  const compared = values.slice(0, MOST_OPTIONS);
  for (const { name, key, option } of matching(compared, (value) => value.option.name, typed).slice(0, MOST.value))
    found.push({ kind: 'value', label: `${name}: ${option.name}`, insert: filterInsertion(key, option.key) });
  return found;
}

function completeValue(point: CompletionPoint, field: string, names: Names, now: Date): Completion[] {
  const { typed } = point;
  const value = (label: string, written = label): Completion => ({
    kind: 'value',
    label,
    insert: valueInsertion(point, written),
  });
  switch (field) {
    case 'tag':
      return matching(names.tags, ({ name }) => name, typed)
        .slice(0, MOST_VALUES)
        .map(({ id, name }) => ({ ...value(name), kind: 'tag', tagId: id }));
    case 'has': {
      const parts = ['tags', 'date'].filter((part) => part.startsWith(typed.toLowerCase()));
      const properties = matching(names.properties, ({ name, key }) => `${name} ${key}`, typed);
      const completions = properties.map(({ name, key }): Completion => ({ ...value(name, key), kind: 'property' }));
      return [...parts.map((part) => value(part)), ...completions].slice(0, MOST_VALUES);
    }
    case 'name':
    case 'content':
      return [];
    default: {
      const property = names.properties.find(({ key }) => key === propertyKey(field));
      if (DATE_FIELDS.has(field) || property?.type === 'date') return dateForms(point, now);
      if (property) return valuesOf(property, names, typed).map(({ label, written }) => value(label, written));
      const groups = field === 'type' ? MIME_GROUP_NAMES : [];
      return groups.filter((group) => group.startsWith(typed.toLowerCase())).map((group) => value(group));
    }
  }
}

function valuesOf(
  { type, options }: CustomProperty,
  { members }: Names,
  typed: string,
): { label: string; written: string }[] {
  const plain = (text: string) => ({ label: text, written: text });
  switch (type) {
    case 'select':
    case 'multi_select':
      return matching(options, ({ name }) => name, typed)
        .slice(0, MOST_VALUES)
        .map(({ name, key }) => ({ label: name, written: key }));
    case 'boolean':
      return ['true', 'false'].filter((word) => word.startsWith(typed.toLowerCase())).map(plain);
    case 'user_relation':
      return matching(members, ({ name, email }) => `${name} ${email}`, typed)
        .slice(0, MOST_VALUES)
        .map(({ name, email }) => ({ label: name === '' ? email : name, written: email }));
    default:
      return [];
  }
}

/** Returns this day, month and year and those before, in UTC, and periods that begin or end with them. */
function dateForms({ typed, hasOperator }: CompletionPoint, now: Date): Completion[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = now.toISOString().slice(0, 10);
  const monthBefore = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7);
  const forms = [day, day.slice(0, 7), monthBefore, `${year}`, `${year - 1}`];
  // Printed as they are: the printer would take the operator for a part of the value.
  if (!hasOperator) forms.push(`>=${day.slice(0, 7)}`, `<${year}`);
  return forms.filter((form) => form.startsWith(typed)).map((form) => ({ kind: 'value', label: form, insert: form }));
}
