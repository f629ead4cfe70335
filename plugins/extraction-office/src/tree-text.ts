import type { ExtractedPage } from '@archivolt/plugin-kit';
import type { OfficeContentNode, OfficeParserAST } from 'officeparser';

const INLINE = new Set(['code', 'image', 'text']);
const PAGES = new Set(['page', 'sheet', 'slide']);

/** One page for each sheet or slide; everything else is one page, with headers before and footers after. */
export function pagesOf(tree: OfficeParserAST): ExtractedPage[] {
  const pages: string[] = [];
  let running = nodesText(tree.auxiliary?.headers ?? []);
  for (const node of tree.content) {
    if (!PAGES.has(node.type)) {
      running += nodeText(node);
      continue;
    }
    if (running.trim() !== '') pages.push(running);
    running = '';
    pages.push(sheetName(node) + nodeText(node));
  }
  running += nodesText(tree.auxiliary?.footers ?? []);
  if (running.trim() !== '') pages.push(running);
  return pages.map((text) => ({ text: text.trim(), source: 'text-layer' }));
}

function nodesText(nodes: readonly OfficeContentNode[]): string {
  return nodes.map(nodeText).join('');
}

function nodeText(node: OfficeContentNode): string {
  const own = node.children === undefined || node.children.length === 0 ? (node.text ?? '') : nodesText(node.children);
  const besides = [...(node.notes ?? []), ...(node.comments ?? [])];
  const text = own + altText(node) + nodesText(besides);
  if (INLINE.has(node.type)) return text;
  if (node.type === 'break') return '\n';
  const end = node.type === 'cell' ? '\t' : '\n';
  if (!text.endsWith('\n')) return text + end;
  return end === '\n' ? text : text.slice(0, -1) + end;
}

function altText(node: OfficeContentNode): string {
  const text = (node.metadata as { altText?: unknown } | undefined)?.altText;
  return typeof text === 'string' && text !== '' && text !== node.text ? ` ${text} ` : '';
}

function sheetName(node: OfficeContentNode): string {
  const name = (node.metadata as { sheetName?: unknown } | undefined)?.sheetName;
  return typeof name === 'string' ? `${name}\n` : '';
}
