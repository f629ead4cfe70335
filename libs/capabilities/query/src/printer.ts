import { printsBare, valuePrintsBare } from './printable.js';
import type { QueryNode } from './query-tree.js';

/**
 * Prints a tree as a query with the same meaning: parsing it results in the same tree, as long as the tree is within
 * the limits of a query. Without a tree: an empty query.
 */
export function printQuery(tree: QueryNode | undefined): string {
  return tree === undefined ? '' : print(tree);
}

function print(node: QueryNode): string {
  switch (node.kind) {
    case 'text':
      return node.quoted || !printsBare(node.text) ? inQuotes(node.text) : node.text;
    case 'filter':
      return `${quotedIf(!printsBare(node.field), node.field)}:${operatorOf(node)}${quotedIf(node.quoted || !valuePrintsBare(node.value), node.value)}`;
    case 'and':
      return node.children.map((child) => grouped(child, isGroup(child))).join(' ');
    case 'or':
      return node.children.map((child) => grouped(child, child.kind === 'or')).join(' OR ');
    case 'not':
      return `${isLeaf(node.child) ? '-' : 'NOT '}${grouped(node.child, isGroup(node.child))}`;
  }
}

function operatorOf({ operator }: { operator: string }): string {
  return operator === '=' ? '' : operator;
}

function grouped(node: QueryNode, needsParentheses: boolean): string {
  return needsParentheses ? `(${print(node)})` : print(node);
}

function isGroup({ kind }: QueryNode): boolean {
  return kind === 'and' || kind === 'or';
}

function isLeaf({ kind }: QueryNode): boolean {
  return kind === 'text' || kind === 'filter';
}

function quotedIf(isQuoted: boolean, text: string): string {
  return isQuoted ? inQuotes(text) : text;
}

function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
