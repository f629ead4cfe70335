import { isBuiltInFilter, propertyKey, type QueryFilter, type QueryNode } from '#capabilities/query';
import { archiveNumberOf } from './archive-number.js';
import type { QueryResolver, SearchableProperty } from './query-resolver.js';

/** What the names in a query stand for. */
export interface LookUps {
  /** Tag ids by lower-case name or id. */
  tagIds: ReadonlyMap<string, string[]>;
  /** Properties by key. */
  properties: ReadonlyMap<string, SearchableProperty>;
  /** User ids by id, e-mail address or name, of properties and owners. */
  userIds: ReadonlyMap<string, string[]>;
  /** Of active documents that `similar:` names, by id: their names, and the documents like them. */
  similar: ReadonlyMap<string, { name: string; documentIds: string[] }>;
  /** The documents that have the archive numbers that `asn:` names, by number. */
  archiveNumbers: ReadonlyMap<string, string>;
}

/** Documents of one query whose like are searched for, each of them by itself. */
export const MOST_SIMILAR_FILTERS = 3;

/** How documents like one are found. */
export interface SimilarOptions {
  /** Whether the search plugin finds them. */
  findsSimilar?: boolean;
  /** Returns those most like it first. Missing where only the meaning of a query is asked for. */
  findSimilar?: (documentId: string) => Promise<string[]>;
}

/** Finds everything that the filters of a query refer to, with at most one call of each method of the resolver. */
export async function lookUp(
  tree: QueryNode | undefined,
  resolver: QueryResolver,
  options: SimilarOptions = {},
): Promise<LookUps> {
  const filters = tree === undefined ? [] : [...filtersIn(tree)];
  const tagNames = filters.filter(({ field }) => field === 'tag').map(({ value }) => value.toLowerCase());
  const [tagIds, properties] = await Promise.all([
    found(tagNames, (names) => resolver.tagIdsByNameOrId(names)),
    found(filters.map(propertyKeyOf), (keys) => resolver.propertiesByKey(keys)),
  ]);
  const users = filters.filter(({ field }) => {
    if (isBuiltInFilter(field)) return false;
    const property = properties.get(propertyKey(field));
    return property === undefined ? field === 'owner' : property.type === 'user_relation';
  });
  const texts = users.filter(({ operator }) => operator === '=').map(({ value }) => value);
  const similarTo = properties.has(propertyKey('similar')) ? [] : filters.filter(({ field }) => field === 'similar');
  const numbered = properties.has(propertyKey('asn')) ? [] : filters.filter(({ field }) => field === 'asn');
  const numbers = numbered.flatMap(({ value }) => archiveNumberOf(value) ?? []);
  const [userIds, similar, archiveNumbers] = await Promise.all([
    found(texts, (all) => resolver.userIds(all)),
    findSimilar(similarTo, resolver, options),
    numbers.length === 0 ? new Map() : resolver.archiveNumbers?.([...new Set(numbers)]),
  ]);
  return { tagIds, properties, userIds, similar, archiveNumbers: archiveNumbers ?? new Map() };
}

async function findSimilar(
  filters: readonly QueryFilter[],
  resolver: QueryResolver,
  options: SimilarOptions,
): Promise<LookUps['similar']> {
  const similar = new Map<string, { name: string; documentIds: string[] }>();
  if (options.findsSimilar !== true) return similar;
  const asked = [...new Set(filters.map(({ value }) => value.toLowerCase()))].slice(0, MOST_SIMILAR_FILTERS);
  const names = await found(asked, async (ids) => (await resolver.documentNames?.(ids)) ?? new Map<string, string>());
  for (const [documentId, name] of names)
    similar.set(documentId, { name, documentIds: (await options.findSimilar?.(documentId)) ?? [] });
  return similar;
}

/** PostgreSQL stores neither NUL nor half a character, so a name or value with them does not exist. */
export function canBeStored(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

async function found<Value>(
  names: readonly string[],
  look: (names: string[]) => Promise<Map<string, Value>>,
): Promise<ReadonlyMap<string, Value>> {
  const distinct = [...new Set(names)].filter((name) => name !== '' && canBeStored(name));
  return distinct.length === 0 ? new Map() : look(distinct);
}

/** The key of the property that a filter may refer to; empty when it refers to none. */
function propertyKeyOf({ field, value }: QueryFilter): string {
  if (field === 'has') return value === 'tags' || value === 'date' ? '' : propertyKey(value);
  return isBuiltInFilter(field) ? '' : propertyKey(field);
}

function* filtersIn(node: QueryNode): Iterable<QueryFilter> {
  if (node.kind === 'filter') yield node;
  if (node.kind === 'not') yield* filtersIn(node.child);
  if (node.kind === 'and' || node.kind === 'or') for (const child of node.children) yield* filtersIn(child);
}
