import type { ExtractedPage } from '@archivolt/plugin-kit';
import { drawingText } from './drawing-text.js';
import { localName, type PackageParts } from './package-parts.js';
import { runningText } from './running-text.js';
import { attribute, scanXml } from './xml-scanner.js';

/** A page for each slide in the order of the show, with its notes and comments; charts and diagrams on a last one. */
export function presentationPages(parts: PackageParts, main: string, maxChars: number): ExtractedPage[] {
  const texts: string[] = [];
  let room = maxChars;
  const read = new Set<string>();
  for (const slide of slidesOf(parts, main)) {
    if (room <= 0) break;
    const besides = parts
      .relations(slide)
      .filter(({ kind }) => kind === 'notesSlide' || kind === 'comments' || kind === 'comment');
    const text = [slide, ...besides.map(({ target }) => target)]
      .filter((name) => !read.has(name) && read.add(name)) // a part belongs to one slide, whatever a file says
      .map((name) => runningText(parts.text(name), room))
      .join('\n');
    room -= text.length;
    texts.push(text.trim());
  }
  texts.push(drawingText(parts));
  return texts.filter((text) => text !== '').map((text) => ({ text, source: 'text-layer' }));
}

function slidesOf(parts: PackageParts, main: string): string[] {
  const targets = new Map(parts.relations(main).map(({ id, target }) => [id, target]));
  const slides: string[] = [];
  for (const token of scanXml(parts.text(main))) {
    if (token.kind !== 'open' || localName(token.name) !== 'sldId') continue;
    const target = targets.get(attribute(token.attributes, '[A-Za-z0-9]+:id') ?? '');
    if (target !== undefined && parts.has(target)) slides.push(target);
  }
  return slides.length > 0 ? [...new Set(slides)] : parts.matching(/^ppt\/slides\/slide\d+\.xml$/);
}
