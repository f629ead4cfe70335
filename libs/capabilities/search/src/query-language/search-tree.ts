import type { SearchTree } from '@archivolt/plugin-kit';
import type { InterpretedQuery } from './interpreted-query.js';
import { simplify } from './logic.js';

/** The query as the search plugins get it: ids instead of names, and no longer than necessary. */
export function searchTreeOf(query: InterpretedQuery): SearchTree {
  return simplify<SearchTree>(treeOf(query));
}

function treeOf(node: InterpretedQuery): SearchTree {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map(treeOf) };
    case 'not':
      return { kind: 'not', child: treeOf(node.child) };
    case 'nothing':
      return { kind: 'nothing' };
    case 'text': {
      const phrases = [node.words, ...node.alternatives];
      return { kind: 'or', children: phrases.map((words) => ({ kind: 'text', words, fields: node.fields })) };
    }
    case 'tag':
      return { kind: 'tag', tagIds: node.tagIds };
    case 'mimeType':
      return { kind: 'mimeType', mimeTypes: node.mimeTypes };
    case 'property':
      return { kind: 'property', propertyId: node.propertyId, condition: node.condition };
    case 'hasProperty':
      return { kind: 'hasProperty', propertyId: node.propertyId };
    default:
      return node;
  }
}
