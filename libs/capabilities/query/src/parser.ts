import { readTokens, splitOperator, type GroupFilterToken, type QueryToken, type SignToken } from './lexer.js';
import { valuePrintsBare } from './printable.js';
import { MAX_DEPTH, syntaxNote, type QueryNote, type SyntaxNoteCode } from './query-note.js';
import type { QueryNode, QueryText, TextRange } from './query-tree.js';

export interface ParsedQuery {
  /** `undefined` when the query has no condition. */
  tree: QueryNode | undefined;
  notes: QueryNote[];
}

/** Parses a search query. Every text is a valid query: syntax errors are repaired or ignored, each with a note. */
export function parseQuery(query: string): ParsedQuery {
  const { tokens, notes } = readTokens(query);
  const parser = new Parser(tokens, notes);
  const tree = parser.parse();
  return { tree, notes: notes.sort((a, b) => a.from - b.from || a.to - b.to) };
}

/** `undefined` stands for an operand without a condition, such as an empty group. */
type Operand = QueryNode | undefined;
type Opening = GroupFilterToken | SignToken;

class Parser {
  private position = 0;
  private openGroups = 0;
  /** Parentheses opened in the current group beyond the depth limit; their closing ones do not close the group. */
  private ignoredOpen = 0;

  constructor(
    private readonly tokens: readonly QueryToken[],
    private readonly notes: QueryNote[],
  ) {}

  parse(): Operand {
    return this.parseOr(0, undefined);
  }

  private parseOr(depth: number, field: GroupFilterToken | undefined): Operand {
    const children: QueryNode[] = [];
    let before: QueryToken | undefined;
    for (;;) {
      const child = this.parseAnd(depth, field);
      if (child !== undefined) children.push(child);
      const or = this.accept('or');
      const missing = or ?? before;
      if (child === undefined && missing !== undefined) this.note('missing-operand-for-or', missing);
      if (or === undefined) return groupOf('or', children);
      before = or;
    }
  }

  private parseAnd(depth: number, field: GroupFilterToken | undefined): Operand {
    const children: QueryNode[] = [];
    let and: QueryToken | undefined;
    let isFirst = true;
    for (;;) {
      this.skipStrayParentheses();
      const next = this.tokens[this.position];
      if (next?.kind === 'and') {
        if (isFirst || and !== undefined) this.note('missing-operand-for-and', next);
        else and = next;
        this.position += 1;
        continue;
      }
      if (next === undefined || next.kind === 'or' || next.kind === ')') break;
      const child = this.parseUnary(depth, field);
      if (child !== undefined) children.push(child);
      and = undefined;
      isFirst = false;
    }
    if (and !== undefined) this.note('missing-operand-for-and', and);
    return groupOf('and', children);
  }

  private skipStrayParentheses(): void {
    for (;;) {
      const next = this.tokens[this.position];
      if (next?.kind !== ')' || (this.ignoredOpen === 0 && this.openGroups > 0)) return;
      if (this.ignoredOpen > 0) this.ignoredOpen -= 1;
      else this.note('unmatched-closing-parenthesis', next);
      this.position += 1;
    }
  }

  private parseUnary(depth: number, field: GroupFilterToken | undefined): Operand {
    const token = this.tokens[this.position];
    if (token === undefined || token.kind === 'and' || token.kind === 'or' || token.kind === ')') return undefined;
    this.position += 1;
    switch (token.kind) {
      case 'not':
        return this.parseNot(token, depth, field);
      case 'groupFilter':
        return this.parseGroup(token, depth, token);
      case '(':
        return this.parseGroup(token, depth, field);
      case 'filter': {
        const { fieldTo: _, ...filter } = token;
        return filter;
      }
      case 'text':
        return field === undefined ? token : filterOf(field, token);
    }
  }

  private parseNot(not: SignToken, depth: number, field: GroupFilterToken | undefined): Operand {
    const isKept = depth < MAX_DEPTH;
    if (!isKept) this.note('max-nesting-depth-exceeded', not);
    const child = this.parseUnary(isKept ? depth + 1 : depth, field);
    if (child === undefined) this.note('missing-operand-for-not', not);
    return isKept && child !== undefined ? { kind: 'not', child, from: not.from, to: child.to } : child;
  }

  private parseGroup(open: Opening, depth: number, field: GroupFilterToken | undefined): Operand {
    if (depth >= MAX_DEPTH) {
      this.note('max-nesting-depth-exceeded', open);
      this.ignoredOpen += 1;
      return this.parseUnary(depth, field);
    }
    const ignoredOutside = this.ignoredOpen;
    this.ignoredOpen = 0;
    this.openGroups += 1;
    const content = this.parseOr(depth + 1, field);
    const close = this.accept(')');
    this.openGroups -= 1;
    this.ignoredOpen = ignoredOutside;
    if (close === undefined && content === undefined) this.note('unfinished-group', this.withSignBefore(open));
    else if (close === undefined) this.note('unmatched-opening-parenthesis', open);
    else if (content === undefined) this.note('empty-group', { from: open.from, to: close.to });
    if (content?.kind !== 'and' && content?.kind !== 'or') return content;
    return { ...content, from: open.from, to: close?.to ?? content.to };
  }

  /** `AND (`: what is missing belongs to the sign as well. */
  private withSignBefore(open: Opening): TextRange {
    const before = this.tokens[this.tokens.indexOf(open) - 1];
    const isSign = before?.kind === 'and' || before?.kind === 'or' || before?.kind === 'not';
    return { from: isSign ? before.from : open.from, to: open.to };
  }

  private accept(kind: SignToken['kind']): QueryToken | undefined {
    const next = this.tokens[this.position];
    if (next?.kind !== kind) return undefined;
    this.position += 1;
    return next;
  }

  private note(code: SyntaxNoteCode, range: TextRange): void {
    this.notes.push(syntaxNote(code, range));
  }
}

function groupOf(kind: 'and' | 'or', children: QueryNode[]): Operand {
  const [first, ...others] = children;
  const last = others.at(-1);
  return first === undefined || last === undefined ? first : { kind, children, from: first.from, to: last.to };
}

/** The filter of a text in `field:( … )`. It may have an operator of its own: `size:(>1 <9)`. */
function filterOf({ field, operator }: GroupFilterToken, { text, quoted, from, to }: QueryText): QueryNode {
  const own = quoted || operator !== '=' ? undefined : splitOperator(text);
  const value = text.slice(own?.length ?? 0);
  return {
    kind: 'filter',
    field,
    operator: own?.operator ?? operator,
    value,
    quoted: quoted || !valuePrintsBare(value),
    from,
    to,
    valueFrom: from + (own?.length ?? 0),
  };
}
