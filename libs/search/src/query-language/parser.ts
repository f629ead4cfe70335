import { simplify, type QueryExpression, type QueryOperator } from './expression.js';
import { filterLeaf, textLeaf, type FilterOptions } from './filters.js';
import { readTokens, splitOperator, type Token } from './lexer.js';

const MAX_DEPTH = 10;

export interface ParseOptions {
  now: Date;
  /** IANA name of the time zone in which days start; UTC when missing or unknown. */
  timeZone?: string;
}

interface GroupField {
  field: string;
  operator: QueryOperator;
}

/** Parses a search query. Every text is a valid query: syntax errors are repaired or ignored. */
export function parseQuery(text: string, options: ParseOptions): QueryExpression {
  const parser = new Parser(readTokens(text), options);
  return simplify(parser.parse() ?? { kind: 'all' });
}

/** `undefined` stands for an operand without a condition: an empty group, a word of symbols only. */
type Operand = QueryExpression | undefined;

class Parser {
  private position = 0;
  private openGroups = 0;
  /** Parentheses opened in the current group beyond the depth limit; their closing ones do not close the group. */
  private ignoredOpen = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly options: FilterOptions,
  ) {}

  parse(): Operand {
    return this.parseOr(0, undefined);
  }

  private parseOr(depth: number, field: GroupField | undefined): Operand {
    const children: QueryExpression[] = [];
    for (;;) {
      const child = this.parseAnd(depth, field);
      if (child !== undefined) children.push(child);
      if (!this.accept('or')) return children.length === 0 ? undefined : { kind: 'or', children };
    }
  }

  private parseAnd(depth: number, field: GroupField | undefined): Operand {
    const children: QueryExpression[] = [];
    for (;;) {
      this.skipAndsAndStrayParentheses();
      const next = this.tokens[this.position];
      if (next === undefined || next.kind === 'or' || next.kind === ')') break;
      const child = this.parseUnary(depth, field);
      if (child !== undefined) children.push(child);
    }
    return children.length === 0 ? undefined : { kind: 'and', children };
  }

  private skipAndsAndStrayParentheses(): void {
    for (;;) {
      const next = this.tokens[this.position]?.kind;
      const stray = next === ')' && (this.ignoredOpen > 0 || this.openGroups === 0);
      if (next !== 'and' && !stray) return;
      if (stray && this.ignoredOpen > 0) this.ignoredOpen -= 1;
      this.position += 1;
    }
  }

  private parseUnary(depth: number, field: GroupField | undefined): Operand {
    const token = this.tokens[this.position];
    if (token === undefined || token.kind === 'and' || token.kind === 'or' || token.kind === ')') return undefined;
    this.position += 1;
    switch (token.kind) {
      case 'not': {
        const kept = depth < MAX_DEPTH;
        const operand = this.parseUnary(kept ? depth + 1 : depth, field);
        return kept && operand !== undefined ? { kind: 'not', child: operand } : operand;
      }
      case 'groupFilter':
        this.position += 1;
        return this.parseGroup(depth, { field: token.field, operator: token.operator });
      case '(':
        return this.parseGroup(depth, field);
      case 'filter':
        return filterLeaf(token, this.options);
      case 'text':
        return this.leafOfText(token, field);
    }
  }

  private parseGroup(depth: number, field: GroupField | undefined): Operand {
    if (depth >= MAX_DEPTH) {
      this.ignoredOpen += 1;
      return this.parseUnary(depth, field);
    }
    const ignoredOutside = this.ignoredOpen;
    this.ignoredOpen = 0;
    this.openGroups += 1;
    const content = this.parseOr(depth + 1, field);
    this.accept(')');
    this.openGroups -= 1;
    this.ignoredOpen = ignoredOutside;
    return content;
  }

  private leafOfText(token: { text: string; quoted: boolean }, field: GroupField | undefined): Operand {
    if (field === undefined) return textLeaf(token.text, ['name', 'content']);
    const own = splitOperator(token.text);
    const usesOwn = !token.quoted && field.operator === '=' && own.operator !== '=';
    const value = usesOwn ? own.rest : token.text;
    return filterLeaf({ field: field.field, operator: usesOwn ? own.operator : field.operator, value }, this.options);
  }

  private accept(kind: Token['kind']): boolean {
    if (this.tokens[this.position]?.kind !== kind) return false;
    this.position += 1;
    return true;
  }
}
