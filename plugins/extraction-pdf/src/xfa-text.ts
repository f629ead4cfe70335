import { Tokenizer } from 'htmlparser2';

/** Parts of an XFA form that hold words for readers: what the form prints, and what was filled in. */
const PARTS = new Set(['template', 'datasets']);
/** Elements of a template whose text is shown. Others hold sizes, scripts and names. */
const SHOWN = new Set(['text', 'exData']);
const HIDDEN = new Set(
  'assist bind calculate connect dataDescription desc encrypt event extras image picture script traversal validate'.split(
    ' ',
  ),
);
const SPACE = /\s+/g;

/**
 * The words of an XFA form, each line once: those of the template, then the values. There is no tree, entities that the
 * form declares are not expanded, and nothing is fetched: time and memory are in proportion to the length.
 */
export function xfaText(xml: string): string {
  const reading = new FormReading(xml);
  const tokenizer = new Tokenizer({ decodeEntities: true, xmlMode: true }, reading);
  tokenizer.write(xml);
  tokenizer.end();
  return reading.lines().join('\n');
}

class FormReading {
  #pieces: string[] = [];
  #name = '';
  #attribute = '';
  #depth = 0;
  #tags = 0;
  /** Depths of the elements that decide about the text inside of them; 0 when there is none. */
  #part = 0;
  #shown = 0;
  #hidden = 0;
  #isTemplate = false;

  constructor(private readonly xml: string) {}

  lines(): string[] {
    const lines = this.#pieces
      .join('')
      .replaceAll(SPACE, (run) => (run.includes('\n') ? '\n' : ' '))
      .split('\n')
      .map((line) => line.trim());
    return [...new Set(lines)].filter((line) => line !== '');
  }

  ontext = (start: number, end: number): void => this.#add(() => this.xml.slice(start, end));
  ontextentity = (codePoint: number): void => this.#add(() => String.fromCodePoint(codePoint));
  oncdata = (start: number, end: number, bracketsLength: number): void =>
    this.#add(() => this.xml.slice(start, end - bracketsLength));

  onopentagname = (start: number, end: number): void => {
    this.#name = localName(this.xml.slice(start, end));
    this.#depth += 1;
    this.#tags += this.#name === 'br' ? 2 : 1;
    if (this.#part === 0) {
      if (!PARTS.has(this.#name)) return;
      this.#part = this.#depth;
      this.#isTemplate = this.#name === 'template';
    } else if (this.#hidden === 0 && HIDDEN.has(this.#name)) this.#hidden = this.#depth;
    else if (this.#shown === 0 && SHOWN.has(this.#name)) this.#shown = this.#depth;
  };

  onattribname = (start: number, end: number): void => {
    this.#attribute = localName(this.xml.slice(start, end));
  };

  /** Pictures that were filled in, and choices of which a form shows other words. */
  onattribdata = (start: number, end: number): void => {
    if (this.#hidden !== 0 || this.#part === 0) return;
    const isPicture = this.#attribute === 'contentType' && this.xml.startsWith('image/', start);
    const isCode = this.#attribute === 'presence' && this.#name === 'items' && this.xml.slice(start, end) === 'hidden';
    if (isPicture || isCode) this.#hidden = this.#depth;
  };

  onselfclosingtag = (): void => this.#leave();
  onclosetag = (): void => this.#leave();

  onattribentity = ignore;
  onattribend = ignore;
  oncomment = ignore;
  ondeclaration = ignore;
  onend = ignore;
  onopentagend = ignore;
  onprocessinginstruction = ignore;

  #leave(): void {
    this.#tags += 1;
    if (this.#depth === this.#hidden) this.#hidden = 0;
    if (this.#depth === this.#shown) this.#shown = 0;
    if (this.#depth === this.#part) this.#part = 0;
    this.#depth = Math.max(0, this.#depth - 1);
  }

  #add(text: () => string): void {
    if (this.#part === 0 || this.#hidden !== 0 || (this.#isTemplate && this.#shown === 0)) return;
    // Several tags in a row are between two things; a single one may be within a word.
    if (this.#tags > 1) this.#pieces.push('\n');
    this.#tags = 0;
    this.#pieces.push(text());
  }
}

function ignore(): void {
  // comments and instructions are not displayed
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
