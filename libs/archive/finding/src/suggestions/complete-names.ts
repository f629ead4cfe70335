import { ROLE_OF_KEY, type CustomProperty } from '#archive/properties';
import { DATE_FILTER_NAMES, FILTER_NAMES, propertyKey } from '#capabilities/query';
import { languageNames, MIME_GROUP_NAMES, NAMED_PERIODS, SOURCE_NAMES } from '#capabilities/search';
import type { CompletionPoint } from './completion-point.js';
import { fieldInsertion, filterInsertion, valueInsertion } from './insertions.js';
import { matching } from './name-match.js';
import type { Names } from './query-names.js';
import type { Completion } from './suggestion.js';

const MOST = { filter: 4, property: 4, tag: 6, value: 4 };
const MOST_VALUES = 10;
/** Periods with a name that are offered before anything is typed. */
const MOST_NAMED = 2;
/** Options of all properties that a word is compared with while it is being typed; those of one property are all compared. */
const MOST_OPTIONS = 5_000;
/** Values that every organization has, by the filter; a custom property of the same name wins. */
const VALUES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['type', () => MIME_GROUP_NAMES],
  ['language', languageNames],
  ['from', () => SOURCE_NAMES],
  ['size', () => ['>1MB', '>10MB', '<100kB']],
  ['pages', () => ['1', '>1', '>10']],
]);

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
      const parts = ['tags', 'date', 'notes'].filter((part) => part.startsWith(typed.toLowerCase()));
      const properties = matching(names.properties, ({ name, key }) => `${name} ${key}`, typed);
      const completions = properties.map(({ name, key }): Completion => ({ ...value(name, key), kind: 'property' }));
      return [...parts.map((part) => value(part)), ...completions].slice(0, MOST_VALUES);
    }
    case 'name':
    case 'content':
      return [];
    default: {
      const property = propertyNamed(names, propertyKey(field));
      if (DATE_FILTER_NAMES.has(field) || property?.type === 'date') return dateForms(point, now);
      if (property) return valuesOf(property, names, typed).map(({ label, written }) => value(label, written));
      if (field === 'owner') return ownersOf(names, typed).map(({ label, written }) => value(label, written));
      return valuesOfFilter(point, field);
    }
  }
}

/** By its own name, or that of its role. */
function propertyNamed({ properties }: Names, key: string): CustomProperty | undefined {
  const role = ROLE_OF_KEY.get(key);
  return (
    properties.find((each) => each.key === key) ?? properties.find((each) => each.role !== null && each.role === role)
  );
}

/** With an operator, as in `size:>`, only what the operator can stand before. */
function valuesOfFilter({ typed, hasOperator }: CompletionPoint, field: string): Completion[] {
  const known = (VALUES.get(field)?.() ?? []).map((each) => (hasOperator ? each.replace(/^[<>]/, '') : each));
  const lower = typed.toLowerCase();
  return [...new Set(known)]
    .filter((each) => each.toLowerCase().startsWith(lower))
    .slice(0, MOST_VALUES)
    .map((each) => ({ kind: 'value', label: each, insert: each }));
}

function ownersOf({ members }: Names, typed: string): { label: string; written: string }[] {
  const me = 'me'.startsWith(typed.toLowerCase()) ? [{ label: 'me', written: 'me' }] : [];
  return [...me, ...membersOf(members, typed)].slice(0, MOST_VALUES);
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
      return membersOf(members, typed);
    default:
      return [];
  }
}

function membersOf(members: Names['members'], typed: string): { label: string; written: string }[] {
  return matching(members, ({ name, email }) => `${name} ${email}`, typed)
    .slice(0, MOST_VALUES)
    .map(({ name, email }) => ({ label: name === '' ? email : name, written: email }));
}

/** Returns periods by name, this day, month and year and those before, in UTC, and periods that begin or end with them. */
function dateForms({ typed, hasOperator }: CompletionPoint, now: Date): Completion[] {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const day = now.toISOString().slice(0, 10);
  const monthBefore = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7);
  const numbers = [day, day.slice(0, 7), monthBefore, `${year}`, `${year - 1}`];
  // Printed as they are: the printer would take the operator for a part of the value.
  if (hasOperator) numbers.push('7d', '30d', '1y');
  else numbers.push(`>=${day.slice(0, 7)}`, `<${year}`, '<7d');
  const lower = typed.toLowerCase();
  const names = NAMED_PERIODS.filter((name) => name.startsWith(lower)).slice(0, typed === '' ? MOST_NAMED : undefined);
  const forms = numbers.filter((form) => form.startsWith(typed)).map((form) => ({ label: form, insert: form }));
  const named = names.map((name) => ({ label: name, insert: name.includes(' ') ? `"${name}"` : name }));
  return [...named, ...forms].map((form) => ({ kind: 'value', ...form }));
}
