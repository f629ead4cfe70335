import { isBuiltInFilter, propertyKey, type QueryFilter, type QueryNode } from '#capabilities/query';
import type { QueryResolver, SearchableProperty } from './query-resolver.js';

/** What the names in a query stand for. */
export interface LookUps {
  /** Tag ids by lower-case name or id. */
  tagIds: ReadonlyMap<string, string[]>;
  /** Properties by key. */
  properties: ReadonlyMap<string, SearchableProperty>;
  /** User ids by id, e-mail address or name, of properties and owners. */
  userIds: ReadonlyMap<string, string[]>;
}

/** Finds everything that the filters of a query refer to, with at most one call of each method of the resolver. */
export async function lookUp(tree: QueryNode | undefined, resolver: QueryResolver): Promise<LookUps> {
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
  return { tagIds, properties, userIds: await found(texts, (all) => resolver.userIds(all)) };
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
