import { parseQuery, readTokens, type QueryToken } from '#capabilities/query';

/** What is being typed at the caret of a query, and the part of the query that a completion replaces. */
export interface CompletionPoint {
  /** The field whose value is being typed; `undefined` for a word, which may become the name of a field. */
  field: string | undefined;
  /** Whether an operator such as `>` stands before the value. */
  hasOperator: boolean;
  /** Whether the value stands in a group: `tag:(a OR b)`. There it is written as a text. */
  isInGroup: boolean;
  /** The text before the caret, without quotes and escapes. */
  typed: string;
  from: number;
  to: number;
}

/** Finds what is being typed. Between two words: nothing yet, and a completion replaces nothing. */
export function completionPoint(query: string, caret: number): CompletionPoint {
  const { tokens } = readTokens(query);
  const groups: (string | undefined)[] = [];
  for (const token of tokens) {
    if (token.from >= caret && token.from > 0) break;
    if (token.from <= caret && caret <= token.to) {
      const point = pointIn(token, query, caret, groups.at(-1));
      if (point) return point;
    }
    if (token.to > caret) break;
    if (token.kind === 'groupFilter') groups.push(token.field);
    else if (token.kind === '(') groups.push(groups.at(-1));
    else if (token.kind === ')') groups.pop();
  }
  const field = groups.at(-1);
  return { field, hasOperator: false, isInGroup: field !== undefined, typed: '', from: caret, to: caret };
}

/** `undefined` when the caret touches a sign such as a parenthesis. */
function pointIn(
  token: QueryToken,
  query: string,
  caret: number,
  group: string | undefined,
): CompletionPoint | undefined {
  switch (token.kind) {
    case 'text':
    case 'and':
    case 'or':
    case 'not': {
      // The hyphen of `-word` is not a word.
      if (token.kind === 'not' && token.to - token.from === 1) return undefined;
      const range = { from: token.from, to: endOf(query, token, token.from, caret) };
      const typed = textOf(query.slice(token.from, caret));
      return { field: group, hasOperator: false, isInGroup: group !== undefined, typed, ...range };
    }
    case 'filter':
      if (caret <= token.fieldTo) return fieldPoint(token, query, caret);
      return {
        field: token.field,
        hasOperator: token.operator !== '=',
        isInGroup: false,
        typed: textOf(query.slice(token.valueFrom, caret)),
        from: Math.min(token.valueFrom, token.to),
        to: endOf(query, token, token.valueFrom, caret),
      };
    case 'groupFilter':
      return caret <= token.fieldTo ? fieldPoint(token, query, caret) : undefined;
    default:
      return undefined;
  }
}

/** The name of a field with its colon. */
function fieldPoint(token: { from: number; fieldTo: number }, query: string, caret: number): CompletionPoint {
  const { from, fieldTo } = token;
  const typed = textOf(query.slice(from, caret));
  return { field: undefined, hasOperator: false, isInGroup: false, typed, from, to: fieldTo + 1 };
}

/** A quote that is not closed takes the rest of the query; what follows the caret is kept then. */
function endOf(query: string, token: { to: number }, start: number, caret: number): number {
  if (query[start] !== '"') return token.to;
  const isUnclosed = parseQuery(query).notes.some(
    ({ code, to }) => code === 'unclosed-quoted-string' && to === token.to,
  );
  return isUnclosed ? Math.max(caret, start + 1) : token.to;
}

function textOf(written: string): string {
  const inside = written.startsWith('"') ? written.slice(1).replace(/(?<!\\)"$/, '') : written;
  return inside.replace(/\\([^])/g, '$1');
}
