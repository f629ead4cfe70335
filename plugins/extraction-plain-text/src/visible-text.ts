import { decodeEntities } from './entities.js';

/** Elements whose content nobody sees. */
const HIDDEN = new Set(['head', 'noscript', 'object', 'script', 'style', 'template']);
const BREAKS = new Set(
  (
    'address article aside blockquote br button dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hr li main nav ol option p pre section select summary table tbody tfoot thead title tr ul text tspan'
  ).split(' '),
);
const CELLS = new Set(['td', 'th']);

const SPACE = /\s+/g;
const SEVERAL_BLANKS = /^[ \t\r\u00a0]{2,}$/;

/** The text a reader of the page sees, in order; the title comes first. */
export function visibleText(markup: string): string {
  const scanner = new Scanner(markup);
  const parts: string[] = [];
  let hiddenBy: string | undefined;
  let isTitle = false;
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.kind === 'text') {
      if (hiddenBy === undefined || isTitle) parts.push(token.text);
      continue;
    }
    if (token.name === 'title') isTitle = !token.closes;
    if (hiddenBy === undefined && !token.closes && HIDDEN.has(token.name)) hiddenBy = token.name;
    // Browsers end the head at the body, closed or not.
    else if ((token.closes && token.name === hiddenBy) || (hiddenBy === 'head' && token.name === 'body'))
      hiddenBy = undefined;
    if (!token.closes && (token.name === 'script' || token.name === 'style')) scanner.skipTo(token.name);
    if (BREAKS.has(token.name)) parts.push('\n');
    else if (CELLS.has(token.name)) parts.push('\t');
  }
  return decodeEntities(parts.join('')).replaceAll(SPACE, shortened).trim();
}

function shortened(space: string): string {
  if (space.includes('\n')) return '\n';
  return SEVERAL_BLANKS.test(space) ? ' ' : space;
}

/** The ends of elements whose content is no markup, in any spelling: browsers take both. */
const ENDS = { script: /<\/script/gi, style: /<\/style/gi };

type Token = { kind: 'tag'; name: string; closes: boolean } | { kind: 'text'; text: string };

class Scanner {
  private at = 0;
  /** Quote signs of which none is left: not looked for again, so that broken markup stays fast. */
  private readonly exhausted = new Set<string>();

  constructor(private readonly markup: string) {}

  next(): Token | undefined {
    const { markup } = this;
    if (this.at >= markup.length) return undefined;
    if (markup[this.at] !== '<') return this.text(this.at);
    if (markup.startsWith('<!--', this.at)) return this.through('-->');
    if (markup.startsWith('<![CDATA[', this.at)) return this.cdata();
    const following = markup[this.at + 1] ?? '';
    if (following === '!' || following === '?') return this.through('>');
    const name = /[a-z][a-z0-9:-]{0,40}/iy;
    name.lastIndex = this.at + (following === '/' ? 2 : 1);
    const found = name.exec(markup)?.[0];
    if (found === undefined) return this.text(this.at + 1);
    this.at = this.endOfTag(name.lastIndex);
    return { kind: 'tag', name: found.toLowerCase(), closes: following === '/' };
  }

  /** Goes to the end of an element whose content is no markup. */
  skipTo(name: keyof typeof ENDS): void {
    const end = ENDS[name];
    end.lastIndex = this.at;
    this.at = end.exec(this.markup)?.index ?? this.markup.length;
  }

  private text(searchFrom: number): Token {
    const end = this.markup.indexOf('<', Math.max(searchFrom, this.at));
    const text = this.markup.slice(this.at, end < 0 ? this.markup.length : end);
    this.at += text.length;
    return { kind: 'text', text };
  }

  private through(end: string): Token {
    const found = this.markup.indexOf(end, this.at);
    this.at = found < 0 ? this.markup.length : found + end.length;
    return { kind: 'text', text: '' };
  }

  private cdata(): Token {
    const start = this.at + 9;
    const found = this.markup.indexOf(']]>', start);
    const end = found < 0 ? this.markup.length : found;
    this.at = Math.min(this.markup.length, end + 3);
    return { kind: 'text', text: this.markup.slice(start, end).replaceAll('&', '&amp;') };
  }

  private endOfTag(from: number): number {
    const mark = /[>"']/g;
    mark.lastIndex = from;
    for (let found = mark.exec(this.markup); found; found = mark.exec(this.markup)) {
      const [sign] = found;
      if (sign === '>') return found.index + 1;
      if (this.exhausted.has(sign)) continue;
      const close = this.markup.indexOf(sign, found.index + 1);
      if (close < 0) this.exhausted.add(sign);
      else mark.lastIndex = close + 1;
    }
    return this.markup.length;
  }
}
