import { DATE_FILTER_NAMES, FILTER_NAMES } from './filter-names.js';
import { MAX_TOKENS, syntaxNote, type QueryNote } from './query-note.js';
import { printsBare, valuePrintsBare } from './printable.js';
import type { QueryFilter, QueryOperator, QueryText, TextRange } from './query-tree.js';

/** A filter with the place of its parts: `field`, a colon, an operator or none, the value. */
export interface FilterToken extends QueryFilter {
  /** Where the field ends, with its quotes; the colon follows. */
  fieldTo: number;
}

/** `field:(`, the start of a group in which each text is a value of the field. */
export interface GroupFilterToken extends TextRange {
  kind: 'groupFilter';
  field: string;
  operator: QueryOperator;
  fieldTo: number;
}

export interface SignToken extends TextRange {
  /** `not` is also the hyphen before a word, a filter or a group. */
  kind: '(' | ')' | 'and' | 'not' | 'or';
}

export type QueryToken = FilterToken | GroupFilterToken | QueryText | SignToken;

const KEYWORDS: ReadonlyMap<string, 'and' | 'not' | 'or'> = new Map([
  ['and', 'and'],
  ['or', 'or'],
  ['not', 'not'],
]);
/** A period such as `this week` or `last 30 days`, up to the end of its last word. */
const PERIOD = /(?:this|last|past|previous|next)\s+(?:\d{1,4}\s+)?(?:day|week|month|quarter|year)s?(?![^\s()])/iy;
/** Fields whose value may start with `//`; after any other field, `//` indicates an address. */
const FIELDS_BEFORE_SLASHES: ReadonlySet<string> = new Set(FILTER_NAMES);

/** Splits a query into at most 200 tokens, in their order. What has no valid syntax becomes text. */
export function readTokens(query: string): { tokens: QueryToken[]; notes: QueryNote[] } {
  return new Lexer(query).read();
}

/** Splits `>=2024` into `>=` and `2024`; without an operator: `=`. */
export function splitOperator(text: string): { operator: QueryOperator; length: number } {
  const operator = /^(?:>=|<=|>|<|=)/.exec(text)?.[0] as QueryOperator | undefined;
  return { operator: operator ?? '=', length: operator?.length ?? 0 };
}

class Lexer {
  private position = 0;
  /** `field:(` counts as two tokens. */
  private count = 0;
  private readonly tokens: QueryToken[] = [];
  private readonly notes: QueryNote[] = [];

  constructor(private readonly query: string) {}

  read(): { tokens: QueryToken[]; notes: QueryNote[] } {
    for (;;) {
      this.take(/\s+/y);
      if (this.position >= this.query.length) break;
      if (this.count >= MAX_TOKENS) {
        this.notes.push(syntaxNote('max-tokens-exceeded', { from: this.position, to: this.query.length }));
        break;
      }
      this.readNext();
    }
    return { tokens: this.tokens, notes: this.notes };
  }

  private readNext(): void {
    const from = this.position;
    const next = this.query[from];
    if (next === '(' || next === ')') {
      this.position += 1;
      this.add({ kind: next, from, to: this.position });
    } else if (this.take(/-(?=\S)/y) !== '') {
      this.add({ kind: 'not', from, to: this.position });
      if (!/[()]/.test(this.query[this.position] ?? '')) this.add(this.readItem(false));
    } else {
      this.add(this.readItem(true));
    }
  }

  private add(token: QueryToken): void {
    this.tokens.push(token);
    this.count += token.kind === 'groupFilter' ? 2 : 1;
  }

  private readItem(keywords: boolean): QueryToken {
    const from = this.position;
    if (this.query[from] === '"') {
      const text = this.readQuoted();
      const to = this.position;
      if (this.take(/:/y) === '') return { kind: 'text', text, quoted: true, from, to };
      return this.readFilter({ from, to }, text);
    }
    const run = this.take(/[^\s()"]+/y);
    const to = this.position;
    const keyword = keywords ? KEYWORDS.get(run.toLowerCase()) : undefined;
    if (keyword !== undefined) return { kind: keyword, from, to };
    const colon = run.search(/(?<!\\):/);
    if (colon !== -1 && !this.isText(run, colon, { from, to })) {
      this.position = from + colon + 1;
      return this.readFilter({ from, to: from + colon }, run.slice(0, colon).replaceAll('\\:', ':'));
    }
    const text = unescape(run);
    return { kind: 'text', text, quoted: !printsBare(text), from, to };
  }

  private isText(run: string, colon: number, range: TextRange): boolean {
    // A colon between spaces is punctuation, as in French.
    if (run === ':' && /\s/.test(this.query[range.to] ?? ' ')) {
      this.notes.push(syntaxNote('lone-colon-ignored', range));
      return true;
    }
    if (!run.startsWith('//', colon + 1) || FIELDS_BEFORE_SLASHES.has(run.slice(0, colon))) return false;
    this.notes.push(syntaxNote('address-searched-as-text', range));
    return true;
  }

  /** Reads on after the colon. */
  private readFilter(place: TextRange, field: string): FilterToken | GroupFilterToken {
    const { operator, length } = splitOperator(this.query.slice(this.position, this.position + 2));
    this.position += length;
    const start = { kind: 'filter', field, operator, from: place.from, fieldTo: place.to } as const;
    const valueFrom = this.position;
    const period = this.takePeriod(field);
    if (period !== undefined) return { ...start, ...period, to: this.position };
    const inRun = this.take(/[^\s()"]+/y);
    if (inRun !== '') {
      const value = inRun.replaceAll('\\:', ':');
      return { ...start, value, quoted: !valuePrintsBare(value), valueFrom, to: this.position };
    }
    this.take(/\s+/y);
    const next = this.query[this.position];
    if (next === '(') {
      this.position += 1;
      return { ...start, kind: 'groupFilter', to: this.position };
    }
    if (next === undefined || next === ')') {
      this.position = valueFrom;
      return { ...start, value: '', quoted: true, valueFrom, to: valueFrom };
    }
    const afterSpace = this.position;
    const value = this.readValue(next === '"');
    return { ...start, ...value, valueFrom: afterSpace, to: this.position };
  }

  /** The spaces before it may be missing. */
  private takePeriod(field: string): { value: string; quoted: true; valueFrom: number } | undefined {
    if (!DATE_FILTER_NAMES.has(field)) return undefined;
    const from = this.position;
    this.take(/\s+/y);
    const valueFrom = this.position;
    const period = this.take(PERIOD);
    if (period === '') this.position = from;
    return period === '' ? undefined : { value: period.replace(/\s+/g, ' '), quoted: true, valueFrom };
  }

  private readValue(isQuoted: boolean): { value: string; quoted: boolean } {
    if (isQuoted) return { value: this.readQuoted(), quoted: true };
    const value = unescape(this.take(/[^\s()]+/y));
    return { value, quoted: !valuePrintsBare(value) };
  }

  private readQuoted(): string {
    const from = this.position;
    let at = from + 1;
    while (at < this.query.length && this.query[at] !== '"') at += this.query[at] === '\\' ? 2 : 1;
    const isClosed = at < this.query.length;
    this.position = isClosed ? at + 1 : this.query.length;
    if (!isClosed) this.notes.push(syntaxNote('unclosed-quoted-string', { from, to: this.position }));
    return unescape(this.query.slice(from + 1, isClosed ? at : undefined));
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.query)?.[0] ?? '';
    this.position += found.length;
    return found;
  }
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, '$1');
}
