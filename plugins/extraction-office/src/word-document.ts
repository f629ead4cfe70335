import type { ExtractedPage } from '@archivolt/plugin-kit';
import { drawingText } from './drawing-text.js';
import type { PackageParts } from './package-parts.js';
import { runningText } from './running-text.js';
import { attribute } from './xml-scanner.js';

/** The kinds of parts that are displayed in addition to the main one, in the order of the text. */
const BEFORE = ['header'];
const AFTER = ['footnotes', 'endnotes', 'comments', 'footer'];

/** The text of a word processor file: one page, since pages are made by the program that shows it. */
export function wordDocumentPages(parts: PackageParts, main: string, maxChars: number): ExtractedPage[] {
  const relations = parts.relations(main);
  const names = [...BEFORE.flatMap((kind) => targets(kind)), main, ...AFTER.flatMap((kind) => targets(kind))];
  function targets(wanted: string): string[] {
    return relations.filter(({ kind }) => kind === wanted).map(({ target }) => target);
  }
  const texts: string[] = [];
  let room = maxChars;
  for (const name of new Set(names)) {
    if (room <= 0) break;
    const text = runningText(parts.text(name), room, authorOf);
    room -= text.length;
    texts.push(text);
  }
  const text = [...texts, drawingText(parts)].filter((each) => each !== '').join('\n');
  return text === '' ? [] : [{ text, source: 'text-layer' }];
}

function authorOf(name: string, attributes: string): string | undefined {
  return name === 'comment' ? attribute(attributes, '[A-Za-z0-9]+:author') : undefined;
}
