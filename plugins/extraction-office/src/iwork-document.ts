import { gunzipSync } from 'node:zlib';
import { RefusedFile, type ExtractedPage, type ExtractionLimits, type ZipEntry } from '@archivolt/plugin-kit';
import { checkedEntries } from './archive.js';
import { objectTexts } from './iwork-objects.js';
import { iworkXmlPages } from './iwork-xml.js';
import { joinLines } from './lines.js';
import { unpackChunks } from './snappy.js';

const XML = /(?:^|\/)index\.(?:apxl|xml)(\.gz)?$/;
/** The objects may be in an archive in the archive. */
const OBJECTS = /(?:^|\/)Index\.zip$/;
/** What templates and styles are made of. */
const TEMPLATES = ['MasterSlide', 'Stylesheet', 'TemplateSlide', 'Theme'];
const SLIDE = /(?:^|\/)Slide[^/]*\.iwa$/;
/** Cells of tables; their texts are in other parts. */
const CELLS = /(?:^|\/)Tables\/Tile[^/]*\.iwa$/;
const CELLS_ARE_MISSING = 'Numbers and dates in the cells of its tables were not read.';
/** Where a document keeps how its password is checked. */
const PASSWORD = /(?:^|\/)\.iw(?:ph|pv\d?)$/;
/** A picture or a field within a text. */
const PLACEHOLDER = /\ufffc|\ufffd/g;
/** Ends of lines, columns and sections. */
const LINE_ENDS = /[\u2028\u2029\u0004-\u0006\v\f]/g;

/** The text of documents of Pages, Numbers and Keynote, of the old form in XML and of the one since 2013. */
export function iworkPages(
  entries: readonly ZipEntry[],
  limits: ExtractionLimits,
): { pages: ExtractedPage[]; notes: string[] } {
  if (entries.some(({ name }) => PASSWORD.test(name)))
    throw new RefusedFile('encrypted', 'The file is protected by a password.');
  const xml = entries.find(({ name }) => XML.test(name));
  if (xml !== undefined) return { pages: pagesOf(iworkXmlPages(xmlOf(xml, limits), limits.maxChars)), notes: [] };
  const inner = entries.find(({ name }) => OBJECTS.test(name));
  const parts = inner === undefined ? entries : checkedEntries(inner.unpack(), limits).entries;
  const hasCells = parts.some(({ name }) => CELLS.test(name));
  return { pages: pagesOf(objectPages(parts, limits)), notes: hasCells ? [CELLS_ARE_MISSING] : [] };
}

function pagesOf(texts: readonly string[]): ExtractedPage[] {
  return texts.filter((text) => text !== '').map((text) => ({ text, source: 'text-layer' }));
}

function xmlOf(entry: ZipEntry, limits: ExtractionLimits): string {
  const bytes = entry.unpack();
  const text = (entry.name.endsWith('.gz') ? unzipped(bytes, limits.maxInflatedBytes) : bytes).toString('utf8');
  if (/^\s*</.test(text.slice(0, 100))) return text;
  throw new RefusedFile('encrypted', 'The file is protected by a password, or damaged.');
}

function unzipped(bytes: Buffer, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RefusedFile('too-large', 'It unpacks to more than is allowed.');
    throw new RefusedFile('corrupt', 'A part of the archive is damaged.');
  }
}

/** A page for each slide; everything else is one page, which comes first. */
function objectPages(entries: readonly ZipEntry[], limits: ExtractionLimits): string[] {
  const parts = entries.filter(({ name }) => name.endsWith('.iwa') && !isTemplate(name));
  if (parts.length === 0) throw new RefusedFile('corrupt', 'The part with the text is missing.');
  const byNumber = new Intl.Collator('en', { numeric: true });
  const document: string[] = [];
  const slides: string[] = [];
  let bytesLeft = limits.maxInflatedBytes;
  let room = limits.maxChars;
  for (const entry of [...parts].sort((a, b) => byNumber.compare(a.name, b.name))) {
    if (room < 0) break;
    const bytes = unpackChunks(entry.unpack(), bytesLeft);
    bytesLeft -= bytes.length;
    const text = shown(objectTexts(bytes));
    room -= text.length;
    (SLIDE.test(entry.name) ? slides : document).push(text);
  }
  return [joinLines([document.filter((text) => text !== '').join('\n')]), ...slides];
}

function isTemplate(name: string): boolean {
  const part = name.slice(name.lastIndexOf('/') + 1);
  return TEMPLATES.some((word) => part.includes(word));
}

function shown(texts: readonly string[]): string {
  return joinLines([texts.join('\n').replaceAll(PLACEHOLDER, '').replaceAll(LINE_ENDS, '\n')]);
}
