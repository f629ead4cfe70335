import type { SearchTree } from '@archivolt/plugin-kit';
import { isGroup, simplify, type QueryExpression } from './expression.js';

export interface QueryResolver {
  /**
   * Returns the ids of the organization's tags for each of these lower-case names or tag ids. A name without an entry
   * in the result has no tag.
   */
  tagIdsByNameOrId(names: string[]): Promise<Map<string, string[]>>;
  /** Returns the custom properties of the organization that have these keys, by key. */
  propertiesByKey(keys: string[]): Promise<Map<string, SearchableProperty>>;
  /** Returns for each text the ids of the members whose id, e-mail address or name it is, exactly. */
  userIds(texts: string[]): Promise<Map<string, string[]>>;
}

/** A custom property as far as searches need it. */
export interface SearchableProperty {
  id: string;
  type: 'boolean' | 'date' | 'document_relation' | 'multi_select' | 'number' | 'select' | 'text' | 'user_relation';
  /** Of a property that offers options. */
  options: { id: string; key: string }[];
}

/** Replaces names by ids. An unknown field matches nothing. */
export async function resolveQuery(expression: QueryExpression, resolver: QueryResolver): Promise<SearchTree> {
  const names = [...new Set(tagNames(expression))];
  const tagIds = names.length === 0 ? new Map<string, string[]>() : await resolver.tagIdsByNameOrId(names);
  return simplify(replaceNames(expression, tagIds));
}

function* tagNames(node: QueryExpression): Iterable<string> {
  // PostgreSQL rejects text with NUL, so no tag has such a name.
  if (node.kind === 'tag' && !node.name.includes('\0')) yield node.name;
  if (node.kind === 'not') yield* tagNames(node.child);
  if (isGroup(node)) for (const child of node.children) yield* tagNames(child);
}

function replaceNames(node: QueryExpression, tagIds: ReadonlyMap<string, string[]>): SearchTree {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map((child) => replaceNames(child, tagIds)) };
    case 'not':
      return { kind: 'not', child: replaceNames(node.child, tagIds) };
    case 'tag': {
      const ids = tagIds.get(node.name) ?? [];
      return ids.length === 0 ? { kind: 'nothing' } : { kind: 'tag', tagIds: ids };
    }
    case 'field':
    case 'hasField':
      return { kind: 'nothing' };
    default:
      return node;
  }
}
