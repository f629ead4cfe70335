import { encodingOfCodePage } from '../encoding/code-pages.js';
import { encodingOfCharacterSet } from '../encoding/character-sets.js';

const TOKENS = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/iy;
/** Groups that are not shown. Those that begin with a star need not be known. */
const HIDDEN = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'info',
  'pict',
  'objdata',
  'themedata',
  'filetbl',
  'listtable',
]);
const SHOWN: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  bullet: '•',
  emdash: '—',
  endash: '–',
  ldblquote: '“',
  lquote: '‘',
  rdblquote: '”',
  rquote: '’',
};
const SYMBOLS: Readonly<Record<string, string>> = {
  ...{ '~': '\u00a0', _: '-', '\\': '\\', '{': '{', '}': '}' },
  ...{ '\n': '\n', '\r': '\n' },
};
const SPACES = /\s+/g;

/** What applies up to the end of a group. */
interface Group {
  isHidden: boolean;
  encoding: string;
  /** Characters after one of Unicode that stand for it in older programs. */
  replacements: number;
}

/** The text that rich text shows. Of HTML that is packed in it, this is the text without tags. */
export function rtfText(rtf: Buffer, maxChars: number): string {
  const reader = new RtfReader(rtf.toString('latin1'));
  return reader
    .text(maxChars)
    .replaceAll(SPACES, (spaces) => (spaces.includes('\n') ? '\n' : spaces))
    .trim();
}

class RtfReader {
  readonly #parts: string[] = [];
  readonly #outer: Group[] = [];
  readonly #fonts = new Map<number, string>();
  #group: Group = { isHidden: false, encoding: encodingOfCodePage(0), replacements: 1 };
  #defaultEncoding = encodingOfCodePage(0);
  #isFontTable = false;
  #font = 0;
  #length = 0;
  #bytes: number[] = [];
  #toSkip = 0;

  constructor(private readonly rtf: string) {}

  text(maxChars: number): string {
    const tokens = new RegExp(TOKENS);
    for (let match = tokens.exec(this.rtf); match !== null && this.#length < maxChars; match = tokens.exec(this.rtf)) {
      const [, word, value, byte, symbol, brace, characters] = match;
      if (characters !== undefined) this.#addCharacters(characters);
      else if (byte !== undefined) this.#addByte(parseInt(byte, 16));
      else if (brace === '{') this.#open();
      else if (brace === '}') this.#close();
      else if (symbol === '*') this.#group.isHidden = true;
      else if (symbol !== undefined) this.#add(SYMBOLS[symbol] ?? '');
      else if (word === undefined) continue;
      else if (word === 'bin') tokens.lastIndex += Math.max(0, Number(value ?? 0));
      else this.#apply(word.toLowerCase(), value === undefined ? undefined : Number(value));
    }
    this.#flush();
    return this.#parts.join('');
  }

  #open(): void {
    this.#flush();
    this.#outer.push({ ...this.#group });
  }

  #close(): void {
    this.#flush();
    this.#group = this.#outer.pop() ?? this.#group;
    if (!this.#group.isHidden) this.#isFontTable = false;
  }

  #apply(word: string, value: number | undefined): void {
    if (HIDDEN.has(word)) this.#group.isHidden = true;
    if (word === 'fonttbl') this.#isFontTable = true;
    else if (word === 'ansicpg') this.#group.encoding = this.#defaultEncoding = encodingOfCodePage(value ?? 0);
    else if (word === 'uc') this.#group.replacements = Math.min(10, Math.max(0, value ?? 1));
    else if (word === 'f') this.#useFont(value ?? 0);
    else if (word === 'fcharset' && this.#isFontTable) {
      const encoding = encodingOfCharacterSet(value ?? 0);
      if (encoding !== undefined) this.#fonts.set(this.#font, encoding);
    } else if (word === 'u' && value !== undefined) {
      this.#add(String.fromCharCode(value & 0xffff));
      this.#toSkip = this.#group.replacements;
    } else if (SHOWN[word] !== undefined) this.#add(SHOWN[word]);
  }

  #useFont(font: number): void {
    this.#flush();
    if (this.#isFontTable) this.#font = font;
    else this.#group.encoding = this.#fonts.get(font) ?? this.#defaultEncoding;
  }

  #addByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip -= 1;
    else if (!this.#group.isHidden) this.#bytes.push(byte);
  }

  /** The second byte of a character may look like a letter, so that letters are bytes, too. */
  #addCharacters(characters: string): void {
    const shown = characters.slice(this.#toSkip);
    this.#toSkip -= Math.min(this.#toSkip, characters.length);
    if (this.#group.isHidden) return;
    if (this.#bytes.length === 0) return this.#add(shown);
    for (let index = 0; index < shown.length; index += 1) this.#bytes.push(shown.charCodeAt(index));
  }

  #add(text: string): void {
    this.#flush();
    if (this.#group.isHidden || text === '') return;
    this.#parts.push(text);
    this.#length += text.length;
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    this.#add(new TextDecoder(this.#group.encoding).decode(bytes));
  }
}
