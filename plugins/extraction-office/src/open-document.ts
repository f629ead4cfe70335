import { RefusedFile, type ExtractedPage, type ZipEntry } from '@archivolt/plugin-kit';
import { attribute, scanXml, type XmlToken } from './xml-scanner.js';

/** Elements whose text is not part of the document as it is read. */
const HIDDEN = new Set([
  'office:automatic-styles',
  'office:font-face-decls',
  'office:scripts',
  'office:styles',
  'text:tracked-changes',
]);
const LINES = new Set(['dc:creator', 'dc:date', 'svg:desc', 'svg:title', 'text:h', 'text:p', 'table:table-row']);
/** What begins a page in documents that have any, and where its name stands. */
const PAGES = { presentation: ['draw:page', 'draw:name'], spreadsheet: ['table:table', 'table:name'] } as const;
type PageKind = keyof typeof PAGES;
const MOST_SPACES = 100;

/**
 * The text of OpenDocument files: one page a slide or sheet, any other document one page. Headers and footers come
 * from the master pages, charts and formulas from the embedded objects.
 */
export function openDocumentPages(entries: readonly ZipEntry[]): ExtractedPage[] {
  const main = entries.find(({ name }) => name === 'content.xml');
  if (main === undefined) throw new RefusedFile('corrupt', 'The part with the text is missing.');
  const others = entries.filter(({ name }) => name === 'styles.xml' || /^Object[^/]*\/content\.xml$/.test(name));
  return [...partPages(main), ...others.flatMap((entry) => partPages(entry))]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, source: 'text-layer' }));
}

function partPages(entry: ZipEntry): string[] {
  const xml = entry.unpack().toString('utf8');
  const kind = /<office:(presentation|spreadsheet)[\s>]/.exec(xml)?.[1] as PageKind | undefined;
  const reader = new PartReader(kind === undefined ? [] : PAGES[kind]);
  for (const token of scanXml(xml)) reader.take(token);
  return reader.pages();
}

class PartReader {
  private readonly done: string[] = [];
  private parts: string[] = [];
  private hiddenBy: string | undefined;
  private depth = 0;

  constructor(private readonly page: readonly string[]) {}

  take(token: XmlToken): void {
    if (this.hiddenBy !== undefined) this.passHidden(token);
    else if (token.kind === 'text') this.parts.push(token.text.replaceAll(/\s+/g, ' '));
    else if (token.kind === 'close') this.close(token.name);
    else this.open(token);
  }

  pages(): string[] {
    return [...this.done, this.parts.join('')];
  }

  private open({ name, attributes, isEmpty }: Extract<XmlToken, { kind: 'open' }>): void {
    if (HIDDEN.has(name) && !isEmpty) {
      this.hiddenBy = name;
      this.depth = 1;
    } else if (name === 'text:s') this.parts.push(' '.repeat(spaces(attributes)));
    else if (name === 'text:tab') this.parts.push('\t');
    else if (name === 'text:line-break') this.parts.push('\n');
    else if (name === this.page[0]) this.beginPage(attributes);
  }

  private beginPage(attributes: string): void {
    this.done.push(this.parts.join(''));
    const title = attribute(attributes, this.page[1] ?? '');
    this.parts = title === undefined ? [] : [`${title}\n`];
  }

  private close(name: string): void {
    if (LINES.has(name)) this.parts.push('\n');
    else if (name === 'table:table-cell') this.parts.push('\t');
  }

  private passHidden(token: XmlToken): void {
    if (token.kind === 'text' || token.name !== this.hiddenBy) return;
    if (token.kind === 'close') this.depth -= 1;
    else if (!token.isEmpty) this.depth += 1;
    if (this.depth === 0) this.hiddenBy = undefined;
  }
}

function spaces(attributes: string): number {
  const count = Number(attribute(attributes, 'text:c') ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, MOST_SPACES) : 1;
}
