import type { ExtractedPage } from '@archivolt/plugin-kit';
import { drawingText } from './drawing-text.js';
import { localName, type PackageParts } from './package-parts.js';
import { masterText } from './presentation-masters.js';
import { runningText } from './running-text.js';
import { attribute, scanXml } from './xml-scanner.js';

const COMMENTS = new Set(['comment', 'comments']);

/**
 * A page for each slide in the order of the show, with its notes and comments. What the masters show on many slides is
 * on a last page, with charts and diagrams.
 */
export function presentationPages(parts: PackageParts, main: string, maxChars: number): ExtractedPage[] {
  const texts: string[] = [];
  let room = maxChars;
  const read = new Set<string>();
  const authors = authorsOf(parts);
  const author = (name: string, attributes: string): string | undefined =>
    name === 'cm' || name === 'reply' ? authors.get(attribute(attributes, 'authorId') ?? '') : undefined;
  const slides = slidesOf(parts, main);
  for (const slide of slides) {
    if (room <= 0) break;
    const besides = parts.relations(slide).filter(({ kind }) => kind === 'notesSlide' || COMMENTS.has(kind));
    const text = [slide, ...besides.map(({ target }) => target)]
      .filter((name) => !read.has(name) && read.add(name)) // a part belongs to one slide, whatever a file says
      .map((name) => runningText(parts.text(name), room, author))
      .join('\n');
    room -= text.length;
    texts.push(text.trim());
  }
  texts.push([masterText(parts, slides), drawingText(parts)].join('\n').trim());
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

/** The names of the authors of comments, by their ids. */
function authorsOf(parts: PackageParts): Map<string, string> {
  const authors = new Map<string, string>();
  for (const part of parts.matching(/^ppt\/(?:commentAuthors|authors)\.xml$/)) {
    for (const token of scanXml(parts.text(part))) {
      if (token.kind !== 'open') continue;
      const [id, name] = [attribute(token.attributes, 'id'), attribute(token.attributes, 'name')];
      if (id !== undefined && name !== undefined) authors.set(id, name);
    }
  }
  return authors;
}
