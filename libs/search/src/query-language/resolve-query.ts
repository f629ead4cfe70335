import type { SearchTree } from '@archivolt/plugin-kit';
import { isGroup, simplify, type QueryExpression } from './expression.js';

export interface QueryResolver {
  /**
   * The ids of the organization's tags for each of these, which are lower-case names or tag ids. A name that is missing
   * in the answer has no tag.
   */
  tagIdsByNameOrId(names: string[]): Promise<Map<string, string[]>>;
}

/** Replaces names by ids. An unknown field matches nothing. */
export async function resolveQuery(expression: QueryExpression, resolver: QueryResolver): Promise<SearchTree> {
  const names = [...new Set(tagNames(expression))];
  const tagIds = names.length === 0 ? new Map<string, string[]>() : await resolver.tagIdsByNameOrId(names);
  return simplify(replaceNames(expression, tagIds));
}

function* tagNames(node: QueryExpression): Iterable<string> {
  // PostgreSQL has no text with NUL in it, so no tag is named like that.
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
