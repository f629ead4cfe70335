import type { ExtractedPage } from '@archivolt/plugin-kit';
import { drawingText } from './drawing-text.js';
import { joinLines } from './lines.js';
import { NumberFormats } from './number-formats.js';
import { localName, type PackageParts, type Relation } from './package-parts.js';
import { attribute, scanXml } from './xml-scanner.js';

const NOTES = /^xl\/(comments[^/]*|threadedComments\/[^/]*|comments\/[^/]*)\.xml$/;
const PERSONS = /^xl\/persons\/[^/]*\.xml$/;

/** The cells of a workbook as they are shown, one page a sheet; comments with their authors and drawings after them. */
export function spreadsheetPages(parts: PackageParts, main: string, maxChars: number): ExtractedPage[] {
  const workbook = parts.text(main);
  const related = parts.relations(main);
  const textOf = (kind: string): string => parts.text(related.find((relation) => relation.kind === kind)?.target ?? '');
  const shared = sharedStrings(textOf('sharedStrings'));
  const formats = new NumberFormats(textOf('styles'), /date1904\s*=\s*["'](1|true)["']/.test(workbook));
  const texts: string[] = [];
  let room = maxChars;
  const read = new Set<string>();
  for (const { name, part } of sheetsOf(workbook, related)) {
    if (room <= 0) break;
    // A file may name one part as a million sheets.
    const text = `${name}\n${read.has(part) ? '' : sheetText(parts.text(part), shared, formats, room)}`;
    read.add(part);
    room -= text.length;
    texts.push(text.trim());
  }
  texts.push(notesText(parts), drawingText(parts));
  return texts.filter((text) => text !== '').map((text) => ({ text, source: 'text-layer' }));
}

function sheetsOf(workbook: string, related: readonly Relation[]): { name: string; part: string }[] {
  const targets = new Map(related.map(({ id, target }) => [id, target]));
  const sheets: { name: string; part: string }[] = [];
  for (const token of scanXml(workbook)) {
    if (token.kind !== 'open' || localName(token.name) !== 'sheet') continue;
    const part = targets.get(attribute(token.attributes, '[A-Za-z0-9]+:id') ?? '') ?? '';
    sheets.push({ name: attribute(token.attributes, 'name') ?? '', part });
  }
  return sheets;
}

function sharedStrings(xml: string): string[] {
  const strings: string[] = [];
  let parts: string[] = [];
  let inText = false;
  let inReading = false; // pronunciation of Japanese names
  for (const token of scanXml(xml)) {
    if (token.kind === 'text') {
      if (inText && !inReading) parts.push(token.text);
      continue;
    }
    const name = localName(token.name);
    const opens = token.kind === 'open' && !token.isEmpty;
    if (name === 't') inText = opens;
    else if (name === 'rPh') inReading = opens;
    else if (name === 'si' && !opens) {
      strings.push(parts.join(''));
      parts = [];
    }
  }
  return strings;
}

function sheetText(xml: string, shared: readonly string[], formats: NumberFormats, maxChars: number): string {
  const parts: string[] = [];
  let length = 0;
  let cell = { type: '', style: 0, value: '' };
  let taking: 'cell' | 'margin' | undefined;
  for (const token of scanXml(xml)) {
    if (length > maxChars) break;
    if (token.kind === 'text') {
      if (taking === 'cell') cell.value += token.text;
      else if (taking === 'margin')
        parts.push(`${token.text.replaceAll(/&(?:[LCRPNDTFAZGBIUES]|"[^"]*"|\d+|K[\dA-F]{6})/g, ' ')}\n`);
      continue;
    }
    const name = localName(token.name);
    const opens = token.kind === 'open' && !token.isEmpty;
    if (name === 'c' && token.kind === 'open')
      cell = {
        type: attribute(token.attributes, 't') ?? 'n',
        style: Number(attribute(token.attributes, 's') ?? 0),
        value: '',
      };
    if (name === 'c' && !opens) {
      const text = cellText(cell, shared, formats);
      if (text !== '') parts.push(text, '\t');
      length += text.length;
      cell = { type: '', style: 0, value: '' };
    } else if (name === 'row' && !opens && parts.at(-1) === '\t') parts[parts.length - 1] = '\n';
    else if (name === 'v' || name === 't') taking = opens ? 'cell' : undefined;
    else if (/^(odd|even|first)(Header|Footer)$/.test(name)) taking = opens ? 'margin' : undefined;
  }
  return parts.join('');
}

function cellText(
  cell: { type: string; style: number; value: string },
  shared: readonly string[],
  formats: NumberFormats,
): string {
  if (cell.value === '') return '';
  if (cell.type === 'n') return formats.show(cell.value, cell.style);
  if (cell.type === 'b') return cell.value === '1' ? 'TRUE' : 'FALSE';
  const text = cell.type === 's' ? (shared[Number(cell.value)] ?? '') : cell.value;
  return formats.showText(text, cell.style);
}

function notesText(parts: PackageParts): string {
  const texts: string[] = [];
  for (const note of [...parts.matching(NOTES), ...parts.matching(PERSONS)]) {
    for (const token of scanXml(parts.text(note))) {
      if (token.kind === 'text') texts.push(token.text);
      else if (/^(author|comment|r|text|threadedComment)$/.test(localName(token.name))) texts.push('\n');
      if (token.kind === 'open' && localName(token.name) === 'person')
        texts.push('\n', attribute(token.attributes, 'displayName') ?? '');
    }
  }
  return joinLines(texts);
}
