import type { SearchTree } from '@archivolt/plugin-kit';
import type { InterpretedQuery } from './interpreted-query.js';
import { simplify } from './logic.js';

/** Whether forms stay that others cover: `invoices` where `invoic` is searched too. */
interface TreeOptions {
  covered: boolean;
}

/** The query as the search plugins get it: ids instead of names, and no longer than necessary. */
export function searchTreeOf(query: InterpretedQuery, options: TreeOptions): SearchTree {
  return simplify<SearchTree>(treeOf(query, options));
}

function treeOf(node: InterpretedQuery, options: TreeOptions): SearchTree {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, children: node.children.map((child) => treeOf(child, options)) };
    case 'not':
      return { kind: 'not', child: treeOf(node.child, options) };
    case 'nothing':
      return { kind: 'nothing' };
    case 'text': {
      const { fields, endings } = node;
      const all = [node.words, ...node.alternatives, ...node.stems];
      const phrases = options.covered ? all : withoutCovered(all);
      const texts = phrases.map((words): SearchTree => ({ kind: 'text', words, fields }));
      const ends = endings.map((ending): SearchTree => ({ kind: 'ending', ending, fields }));
      return { kind: 'or', children: [...texts, ...ends] };
    }
    case 'ending': {
      const { endings, fields } = node;
      return { kind: 'or', children: endings.map((ending) => ({ kind: 'ending', ending, fields })) };
    }
    case 'tag':
      return { kind: 'tag', tagIds: node.tagIds };
    case 'number':
    case 'language':
    case 'source':
    case 'owner': {
      const { query: _, ...leaf } = node;
      return leaf;
    }
    case 'archiveNumber':
    case 'similar':
      return { kind: 'document', documentIds: node.documentIds };
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

/** What starts with `invoices` also starts with `invoic`: one word is searched as the start of a word. */
function withoutCovered(phrases: readonly string[][]): string[][] {
  const starts = phrases.flatMap((phrase) => (phrase.length === 1 ? phrase : []));
  return phrases.filter(([first = '', ...others]) => {
    if (others.length > 0) return true;
    return !starts.some((start) => start !== first && first.startsWith(start));
  });
}
