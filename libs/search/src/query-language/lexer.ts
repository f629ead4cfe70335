import type { QueryOperator } from './expression.js';

export type Token =
  | { kind: '(' | ')' | 'and' | 'not' | 'or' }
  | { kind: 'text'; text: string; quoted: boolean }
  | { kind: 'filter'; field: string; operator: QueryOperator; value: string }
  /** `field:` directly before a group: the field of every text in the group. */
  | { kind: 'groupFilter'; field: string; operator: QueryOperator };

const MAX_TOKENS = 200;
const KEYWORDS: ReadonlyMap<string, 'and' | 'not' | 'or'> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
]);
/** Fields whose value may start with `//`; after any other field name, `//` indicates a URL. */
const BUILT_IN_FIELDS: ReadonlySet<string> = new Set(['tag', 'name', 'content', 'created', 'date', 'has']);

/** Splits a query into tokens; what has no valid syntax becomes text. */
export function readTokens(query: string): Token[] {
  return new Lexer(query).read();
}

/** Splits `>=2024` into `>=` and `2024`; without an operator: `=`. */
export function splitOperator(text: string): { operator: QueryOperator; rest: string } {
  const operator = /^(?:>=|<=|>|<|=)/.exec(text)?.[0] as QueryOperator | undefined;
  return operator === undefined ? { operator: '=', rest: text } : { operator, rest: text.slice(operator.length) };
}

class Lexer {
  private position = 0;
  private readonly tokens: Token[] = [];

  constructor(private readonly query: string) {}

  read(): Token[] {
    for (;;) {
      this.take(/\s+/y);
      if (this.position >= this.query.length || this.tokens.length >= MAX_TOKENS) return this.tokens;
      this.readNext();
    }
  }

  private readNext(): void {
    const next = this.query[this.position];
    if (next === '(' || next === ')') {
      this.position += 1;
      this.tokens.push({ kind: next });
    } else if (this.take(/-(?=[^\s])/y) !== '') {
      this.tokens.push({ kind: 'not' });
      if (!/[()]/.test(this.query[this.position] ?? '')) this.tokens.push(this.readItem(false));
    } else {
      this.tokens.push(this.readItem(true));
    }
  }

  private readItem(keywords: boolean): Token {
    if (this.query[this.position] === '"') {
      const quoted = this.readQuoted();
      if (this.take(/:/y) === '') return { kind: 'text', text: quoted, quoted: true };
      return this.readFilter(quoted, this.take(/[^\s()"]*/y));
    }
    const run = this.take(/[^\s()"]+/y);
    const keyword = keywords ? KEYWORDS.get(run.toLowerCase()) : undefined;
    if (keyword !== undefined) return { kind: keyword };
    const colon = run.search(/(?<!\\):/);
    const field = run.slice(0, colon).replaceAll('\\:', ':');
    const rest = run.slice(colon + 1);
    const isAddress = rest.startsWith('//') && !BUILT_IN_FIELDS.has(field);
    // A colon between spaces is punctuation, as in French.
    const isPunctuation = run === ':' && /\s/.test(this.query[this.position] ?? ' ');
    if (colon === -1 || isAddress || isPunctuation) return { kind: 'text', text: unescape(run), quoted: false };
    return this.readFilter(field, rest);
  }

  private readFilter(field: string, rest: string): Token {
    const { operator, rest: inRun } = splitOperator(rest);
    if (inRun !== '') return { kind: 'filter', field, operator, value: inRun.replaceAll('\\:', ':') };
    this.take(/\s+/y);
    const next = this.query[this.position];
    if (next === '(') return { kind: 'groupFilter', field, operator };
    const value = next === '"' ? this.readQuoted() : unescape(this.take(/[^\s()]+/y));
    return { kind: 'filter', field, operator, value };
  }

  private readQuoted(): string {
    const inside = this.take(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/y);
    const end = inside.length > 1 && endsQuoted(inside) ? -1 : undefined;
    return unescape(inside.slice(1, end));
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.query)?.[0] ?? '';
    this.position += found.length;
    return found;
  }
}

function endsQuoted(quoted: string): boolean {
  if (!quoted.endsWith('"')) return false;
  let backslashes = 0;
  while (quoted[quoted.length - 2 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 0;
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, '$1');
}
