import {
  printQuery,
  type ADDITIONAL_FILTER_NAMES,
  type BUILT_IN_FILTER_NAMES,
  type QueryFilter,
} from '#capabilities/query';
import { archiveNumberMeaning } from './archive-number-filter.js';
import { DATE_FORMS, typedBoundsOf } from './date-bounds.js';
import { shown, type FilterContext } from './filter-context.js';
import type { QueryMeaning } from './interpreted-query.js';
import { similarMeaning } from './similar-filter.js';
import { languageNamed, languageNames } from './language-names.js';
import { MIME_GROUP_NAMES, mimeTypesOf } from './mime-groups.js';
import { PAGES_FORMS, pageBoundsOf, SIZE_FORMS, sizeBoundsOf, type NumberBounds } from './number-bounds.js';
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
  size: sizeMeaning,
  pages: pagesMeaning,
  language: languageMeaning,
  owner: ownerMeaning,
  from: sourceMeaning,
  similar: similarMeaning,
  asn: archiveNumberMeaning,
};

/** Filters by name, in lower case. They win over a custom property of the same name. */
export const BUILT_IN_FILTERS: ReadonlyMap<string, FilterMeaning> = new Map(Object.entries(BUILT_IN));

/** Filters by name, in lower case. A custom property of the same name wins. */
export const ADDITIONAL_FILTERS: ReadonlyMap<string, FilterMeaning> = new Map([
  ...Object.entries(ADDITIONAL),
  // Not offered to anyone: many archives have no inbox.
  ['in', inMeaning],
]);

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
  const { value: text, quoted, from, to } = filter;
  const meaning = textMeaning({ text, quoted, from, to }, [field], context);
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
  const bounds = typedBoundsOf(filter, context, field === 'documentDate' ? forDays(options) : options);
  if (bounds === 'unfinished') return context.unfinished(filter, DATE_FORMS);
  if (bounds === undefined) return context.nothing(filter, 'invalid-date-format', DATE_FORMS);
  return { kind: 'date', field, ...bounds };
}

function hasMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  const { value } = filter;
  if (value !== 'tags' && value !== 'date') return hasOtherMeaning(filter, context);
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  return { kind: 'has', what: value === 'tags' ? 'tags' : 'documentDate' };
}

/** A custom property with the name Notes wins. */
function hasOtherMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  noteIgnoredOperator(filter, context);
  const property = context.propertyOf(filter.value);
  if (property !== undefined) return { kind: 'hasProperty', name: filter.value, propertyId: property.id };
  if (filter.value === 'notes') return { kind: 'has', what: 'notes' };
  const reason = 'Known are has:tags, has:date, has:notes and has: with the name of a custom property.';
  return notKnown(filter, context, { code: 'unsupported-has-value', reason, known: ['tags', 'date', 'notes'] });
}

function sizeMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  return numberMeaning('size', filter, context, sizeBoundsOf(filter));
}

function pagesMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  return numberMeaning('pages', filter, context, pageBoundsOf(filter));
}

function numberMeaning(
  field: 'pages' | 'size',
  filter: QueryFilter,
  context: FilterContext,
  bounds: NumberBounds | undefined,
): QueryMeaning {
  if (bounds !== undefined) return { kind: 'number', query: printQuery(filter), field, ...bounds };
  return context.nothing(filter, 'invalid-number-value', field === 'size' ? SIZE_FORMS : PAGES_FORMS);
}

function languageMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const language = languageNamed(filter.value);
  if (language !== undefined) return { kind: 'language', query: printQuery(filter), languages: [language] };
  const reason = `Write a code such as de or a name; known are ${languageNames().join(', ')}, and unknown.`;
  return notKnown(filter, context, { code: 'unknown-language', reason, known: languageNames() });
}

function ownerMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const { value: name } = filter;
  const { userId } = context.options;
  const named = context.lookUps.userIds.get(name) ?? [];
  const userIds = named.length === 0 && name.toLowerCase() === 'me' && userId !== undefined ? [userId] : named;
  if (userIds.length > 0) return { kind: 'owner', query: printQuery(filter), userIds };
  return context.nothing(
    filter,
    'unknown-user',
    'No known user has exactly this name, e-mail address or id. For yourself, write me.',
  );
}

/** How a document can come in, by the names that `from:` knows. */
const SOURCES: ReadonlyMap<string, string> = new Map([
  ['upload', 'upload'],
  ['email', 'email'],
  ['e-mail', 'email'],
  ['mail', 'email'],
  ['folder', 'folder'],
  ['file-request', 'file-request'],
  ['request', 'file-request'],
  ['plugin', 'plugin'],
]);

/** The names of `from:` that suggestions offer. */
export const SOURCE_NAMES: readonly string[] = [...new Set(SOURCES.values())];

function sourceMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const source = SOURCES.get(filter.value.toLowerCase());
  if (source !== undefined) return { kind: 'source', query: printQuery(filter), sources: [source] };
  const reason = `from: is how a document came in: ${SOURCE_NAMES.join(', ')}. For who added it, write owner:.`;
  return notKnown(filter, context, { code: 'unknown-source', reason, known: [...SOURCES.keys()] });
}

/** The inbox; an index has no documents of the trash. */
function inMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  const reason =
    'A search finds documents outside of the trash only. The list of the trash finds those in it by their names.';
  const place = filter.value.toLowerCase();
  if (place === 'inbox') {
    noteIgnoredOperator(filter, context);
    return { kind: 'inbox' };
  }
  if (place === 'trash') return context.nothing(filter, 'trash-not-searched', reason);
  const other = 'The only place that can be searched is in:inbox. To search for the text, put it in quotes.';
  return notKnown(filter, context, { code: 'unknown-place', reason: other, known: ['inbox', 'trash'] });
}

/** A value that is none of the known ones: the beginning of one at the end of the query is still being typed. */
function notKnown(
  filter: QueryFilter,
  context: FilterContext,
  { code, reason, known }: { code: string; reason: string; known: readonly string[] },
): QueryMeaning | undefined {
  const typed = filter.value.toLowerCase();
  const isBeginning = context.isLast(filter) && known.some((name) => isBegun(typed, name.toLowerCase()));
  return isBeginning ? context.unfinished(filter, reason) : context.nothing(filter, code, reason);
}

function typeMeaning(filter: QueryFilter, context: FilterContext): QueryMeaning | undefined {
  if (filter.operator !== '=') return context.unsupportedOperator(filter);
  const mimeTypes = mimeTypesOf(filter.value);
  if (mimeTypes !== undefined) return { kind: 'mimeType', type: filter.value, mimeTypes: [...mimeTypes] };
  const reason = `Known types are ${MIME_GROUP_NAMES.join(', ')}, and MIME types such as image/png.`;
  return notKnown(filter, context, { code: 'unknown-type', reason, known: MIME_GROUP_NAMES });
}

function isBegun(typed: string, name: string): boolean {
  return name.length > typed.length && name.startsWith(typed);
}

function noteIgnoredOperator(filter: QueryFilter, context: FilterContext): void {
  const { field, operator } = filter;
  if (operator === '=') return;
  context.note(filter, 'operator-ignored', `The ${operator} is ignored: ${shown(field)}: has no order. Remove it.`);
}
