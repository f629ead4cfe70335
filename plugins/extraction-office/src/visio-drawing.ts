import type { ExtractedPage } from '@archivolt/plugin-kit';
import { joinLines } from './lines.js';
import { localName, type PackageParts } from './package-parts.js';
import { attribute, scanXml } from './xml-scanner.js';

const PAGES = 'visio/pages/pages.xml';

interface DrawingPage {
  name: string;
  part: string;
}

/** The pages of a Visio file: the name of each, and the texts of its shapes. Comments are on a last page. */
export function visioPages(parts: PackageParts, maxChars: number): ExtractedPage[] {
  const texts: string[] = [];
  let room = maxChars;
  for (const { name, part } of pagesOf(parts)) {
    if (room <= 0) break;
    const text = shapesText(parts.text(part), 'Text', room);
    room -= text.length;
    texts.push(`${name}\n${text}`.trim());
  }
  texts.push(shapesText(parts.text('visio/comments.xml'), 'CommentEntry', room));
  return texts.filter((text) => text !== '').map((text) => ({ text, source: 'text-layer' }));
}

function pagesOf(parts: PackageParts): DrawingPage[] {
  const targets = new Map(parts.relations(PAGES).map(({ id, target }) => [id, target]));
  const pages = new Map<string, DrawingPage>();
  let name = '';
  for (const token of scanXml(parts.text(PAGES))) {
    if (token.kind !== 'open') continue;
    if (localName(token.name) === 'Page') name = attribute(token.attributes, 'Name') ?? '';
    if (localName(token.name) !== 'Rel') continue;
    const part = targets.get(attribute(token.attributes, '[A-Za-z0-9]+:id') ?? '');
    if (part !== undefined && parts.has(part) && !pages.has(part)) pages.set(part, { name, part });
  }
  if (pages.size > 0) return [...pages.values()];
  return parts.matching(/^visio\/pages\/page\d+\.xml$/).map((part) => ({ name: '', part }));
}

function shapesText(xml: string, element: string, maxChars: number): string {
  const found: string[] = [];
  let length = 0;
  let isText = false;
  for (const token of scanXml(xml)) {
    if (length > maxChars) break;
    if (token.kind === 'text') {
      if (isText) found.push(token.text);
      if (isText) length += token.text.length;
    } else if (localName(token.name) === element) {
      isText = token.kind === 'open' && !token.isEmpty;
      found.push('\n');
    }
  }
  return joinLines(found);
}
