import type { ADDITIONAL_FILTER_NAMES, BUILT_IN_FILTER_NAMES, QueryFilter } from '#capabilities/query';
import { boundsOf, DATE_FORMS } from './date-bounds.js';
import { shown, type FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';
import { MIME_GROUP_NAMES, mimeTypesOf } from './mime-groups.js';
import { forDays } from './periods.js';
import { textMeaning } from './text-meaning.js';

/** Returns the condition of a filter; `undefined` when the filter is ignored. */
export type FilterMeaning = (filter: QueryFilter, context: FilterContext) => QueryMeaning | undefined;

const BUILT_IN: Readonly<Record<(typeof BUILT_IN_FILTER_NAMES)[number], FilterMeaning>> = {
  tag: tagMeaning,
  name: (filter, context) => wordsMeaning('name', filter, context),
  content: (filter, context) => wordsMeaning('content', filter, context),
  created: (filter, context) => dateMeaning('createdAt', filter, context),
  date: (filter, context) => dateMeaning('documentDate', filter, context),
  has: hasMeaning,
};
const ADDITIONAL: Readonly<Record<(typeof ADDITIONAL_FILTER_NAMES)[number], FilterMeaning>> = {
  notes: (filter, context) => wordsMeaning('notes', filter, context),
  type: typeMeaning,
};

/** Filters by name, in lower case. They win over a custom property of the same name. */
export const BUILT_IN_FILTERS: ReadonlyMap<string, FilterMeaning> = new Map(Object.entries(BUILT_IN));

/** Filters by name, in lower case. A custom property of the same name wins. */
export const ADDITIONAL_FILTERS: ReadonlyMap<string, FilterMeaning> = new Map(Object.entries(ADDITIONAL));

function tagMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning {
  noteIgnoredOperator(filter, context);
  const name = filter.value.toLowerCase();
  const tagIds = context.lookUps.tagIds.get(name) ?? [];
  if (tagIds.length > 0) return { kind: 'tag', name: filter.value, tagIds };
  return context.nothing(filter, 'unknown-tag', 'No tag has this name or id. A name with spaces needs quotes.');
}

function wordsMeaning(
  field: 'content' | 'name' | 'notes',
  filter: QueryFilter,
  context: FilterContext,
): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const { value: text, quoted } = filter;
  const meaning = textMeaning({ text, quoted }, [field], context);
  if (meaning === undefined)
    context.note(filter, 'no-words', `${field}: is ignored because no word follows it. Add one.`);
  return meaning;
}

function dateMeaning(
  field: 'createdAt' | 'documentDate',
  filter: QueryFilter,
  context: FilterContext,
): QueryMeaning | undefined {
  const { options } = context;
  const bounds = boundsOf(filter, field === 'documentDate' ? forDays(options) : options);
  if (bounds === undefined) return context.nothing(filter, 'invalid-date-format', DATE_FORMS);
  return { kind: 'date', field, ...bounds };
}

function hasMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning {
  const { value } = filter;
  if (value !== 'tags' && value !== 'date') return hasPropertyMeaning(filter, context);
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  return { kind: 'has', what: value === 'tags' ? 'tags' : 'documentDate' };
}

function hasPropertyMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning {
  noteIgnoredOperator(filter, context);
  const property = context.propertyOf(filter.value);
  if (property !== undefined) return { kind: 'hasProperty', name: filter.value, propertyId: property.id };
  const reason = 'Known are has:tags, has:date and has: with the name of a custom property.';
  return context.nothing(filter, 'unsupported-has-value', reason);
}

function typeMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const mimeTypes = mimeTypesOf(filter.value);
  if (mimeTypes !== undefined) return { kind: 'mimeType', type: filter.value, mimeTypes: [...mimeTypes] };
  const reason = `Known types are ${MIME_GROUP_NAMES.join(', ')}, and MIME types such as image/png.`;
  return context.nothing(filter, 'unknown-type', reason);
}

function noteIgnoredOperator(filter: QueryFilter, context: FilterContext): void {
  const { field, operator } = filter;
  if (operator === '=') return;
  context.note(filter, 'operator-ignored', `The ${operator} is ignored: ${shown(field)}: has no order. Remove it.`);
}
