import { joinLines } from './lines.js';
import { localName } from './package-parts.js';
import { attribute, scanXml, type XmlToken } from './xml-scanner.js';

/** What templates hold: it is not shown until it is used. */
const HIDDEN = new Set(['prototypes', 'section-prototypes', 'stylesheet', 'theme', 'theme-list']);
const PAGES = new Set(['slide', 'workspace']);
const BREAKS = new Set(['br', 'contbr', 'crbr', 'intratopicbr', 'layoutbr', 'lnbr', 'pgbr', 'selbr']);
/** Numbers and dates that the program puts into a text. */
const FIELDS = new Set(['date-time', 'page-count', 'page-number']);
/** Cells of tables, and where their value stands. */
const CELLS: Readonly<Record<string, string>> = {
  ct: 'sfa:s',
  d: 'sf:cell-date',
  n: 'sf:v',
  rd: 'sf:cell-date',
  rn: 'sf:v',
};

/** The pages of a document of iWork '09 or older: slides, sheets, or one page for a text. */
export function iworkXmlPages(xml: string, maxChars: number): string[] {
  const reader = new Reader();
  for (const token of scanXml(xml)) {
    if (reader.length > maxChars) break;
    reader.take(token);
  }
  return reader.pages();
}

const FIRST_MOMENT = Date.UTC(2001, 0, 1);
/** The end of the year 9999. */
const LAST_SECOND = 252_455_615_999;

function dateOf(seconds: number): string {
  if (Math.abs(seconds) > LAST_SECOND) return String(seconds);
  return new Date(FIRST_MOMENT + seconds * 1000).toISOString().slice(0, 10);
}

class Reader {
  length = 0;
  readonly #pages: string[] = [];
  #parts: string[] = [];
  #hiddenBy: string | undefined;
  #depth = 0;
  /** Paragraphs that are open. */
  #paragraphs = 0;

  take(token: XmlToken): void {
    if (token.kind === 'text') {
      if (this.#hiddenBy === undefined && this.#paragraphs > 0) this.#add(token.text);
      return;
    }
    const name = localName(token.name);
    if (this.#hiddenBy !== undefined) this.#passHidden(token, name);
    else if (token.kind === 'close') this.#close(name);
    else this.#open(token, name);
  }

  pages(): string[] {
    this.#endPage();
    return this.#pages;
  }

  #add(text: string): void {
    this.#parts.push(text);
    this.length += text.length;
  }

  #open({ attributes, isEmpty }: Extract<XmlToken, { kind: 'open' }>, name: string): void {
    if (HIDDEN.has(name) && !isEmpty) {
      this.#hiddenBy = name;
      this.#depth = 1;
    } else if (PAGES.has(name)) this.#endPage(`${attribute(attributes, 'ls:workspace-name') ?? ''}\n`);
    else if (name === 'tabular-model') this.#add(`\n${attribute(attributes, 'sf:name') ?? ''}\n`);
    else if (name === 'p' && !isEmpty) this.#paragraphs += 1;
    else if (name === 'tab') this.#add('\t');
    else if (BREAKS.has(name)) this.#add('\n');
    else if (FIELDS.has(name)) this.#add(attribute(attributes, 'sfa:string') ?? '');
    else if (Object.hasOwn(CELLS, name)) this.#addCell(attribute(attributes, CELLS[name] ?? ''), name);
  }

  #addCell(value: string | undefined, name: string): void {
    if (value === undefined || value === '') return;
    const number = Number(value);
    if (!Number.isFinite(number) || name === 'ct') this.#add(`${value}\n`);
    else this.#add(`${name.endsWith('d') ? dateOf(number) : String(Number(number.toPrecision(15)))}\n`);
  }

  #close(name: string): void {
    if (name !== 'p') return;
    this.#paragraphs = Math.max(0, this.#paragraphs - 1);
    this.#add('\n');
  }

  #passHidden(token: Exclude<XmlToken, { kind: 'text' }>, name: string): void {
    if (name !== this.#hiddenBy) return;
    if (token.kind === 'close') this.#depth -= 1;
    else if (!token.isEmpty) this.#depth += 1;
    if (this.#depth === 0) this.#hiddenBy = undefined;
  }

  #endPage(title = ''): void {
    this.#pages.push(joinLines(this.#parts));
    this.#parts = [title];
    this.#paragraphs = 0;
  }
}
