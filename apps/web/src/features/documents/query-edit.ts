import {
  parseQuery,
  printQuery,
  readTokens,
  type QueryNode,
  type QueryOperator,
  type QueryToken,
} from '../../lib/query-language';

/** One filter of a query, as a click on a tag or a date adds it. */
export interface Condition {
  field: string;
  value: string;
  operator?: QueryOperator;
  /** Documents that do not have it. */
  isExcluded?: boolean;
}

/** A query as the search box shows it: filters that all documents have to match as chips, and the rest as text. */
export interface SplitQuery {
  /** Each the text of one filter, as `-tag:"two words"`. */
  chips: string[];
  text: string;
}

/**
 * Takes the filters out of a query, which then become chips. What is inside of parentheses, or in a query with a
 * top-level OR, stays text. `until`: only what ends before this place, because the rest is still being typed.
 */
export function splitQuery(query: string, until = Number.POSITIVE_INFINITY): SplitQuery {
  const { tokens } = readTokens(query);
  const chips: string[] = [];
  const cuts: { from: number; to: number }[] = [];
  for (const { first, index } of topLevelFilters(tokens)) {
    const filter = tokens[index];
    if (filter?.kind !== 'filter' || filter.to >= until) continue;
    const before = tokens[first - 1];
    const after = tokens[index + 1];
    const start = tokens[first];
    if (!start) continue;
    const { fieldTo: _, ...node } = filter;
    chips.push(printCondition(node, first < index));
    const isAndBefore = before?.kind === 'and' && !cuts.some(({ from, to }) => before.from >= from && before.to <= to);
    const isAndAfter = !isAndBefore && after?.kind === 'and';
    cuts.push({ from: isAndBefore ? before.from : start.from, to: isAndAfter ? after.to : filter.to });
  }
  let text = query;
  for (const { from, to } of cuts.reverse()) {
    const before = text.slice(0, from).trimEnd();
    const rest = text.slice(to).trimStart();
    text = before === '' ? rest : `${before} ${rest}`;
  }
  const split = { chips, text };
  // Mistakes in a query can tie a filter to its place: a hyphen or a colon before it.
  return meaningOf(joinQuery(split)) === meaningOf(query) ? split : { chips: [], text: query };
}

/** What a query asks for, whatever the order of its conditions. */
function meaningOf(query: string): string {
  return conditionsOf(parseQuery(query).tree).map(printQuery).sort().join('\n');
}

/** The filters that every match needs, with where their `NOT` starts. */
function topLevelFilters(tokens: readonly QueryToken[]): { first: number; index: number }[] {
  let depth = 0;
  const found: { first: number; index: number }[] = [];
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === '(' || kind === 'groupFilter') depth += 1;
    if (kind === ')') depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    if (kind === 'or') return [];
    if (kind !== 'filter') continue;
    const isNegated = tokens[index - 1]?.kind === 'not';
    if (isNegated && tokens[index - 2]?.kind === 'not') continue;
    found.push({ first: isNegated ? index - 1 : index, index });
  }
  return found;
}

function printCondition(filter: QueryNode, isExcluded: boolean): string {
  const range = { from: 0, to: 0 };
  return printQuery(isExcluded ? { kind: 'not', child: filter, ...range } : filter);
}

export function joinQuery({ chips, text }: SplitQuery): string {
  return [...chips, text].join(' ').trim();
}

export function conditionText({ field, value, operator = '=', isExcluded = false }: Condition): string {
  const quoted = !/^[\p{L}\p{N}][\p{L}\p{N}_.:/-]*$/u.test(value);
  return printCondition({ kind: 'filter', field, operator, value, quoted, valueFrom: 0, from: 0, to: 0 }, isExcluded);
}

/** The filter that a chip stands for; undefined when it is none. */
export function conditionOf(chip: string): Condition | undefined {
  const { tree } = parseQuery(chip);
  const filter = tree?.kind === 'not' ? tree.child : tree;
  if (filter?.kind !== 'filter') return undefined;
  const { field, value, operator } = filter;
  return { field, value, operator, isExcluded: tree?.kind === 'not' };
}

/** Whether a filter is among those that every match needs. */
export function hasCondition(query: string, condition: Condition): boolean {
  return conditionsOf(parseQuery(query).tree).some((node) => isSame(node, condition));
}

/** Adds a filter to whatever the query is. The opposite filter gives way; a filter that is there stays once. */
export function addCondition(query: string, condition: Condition): string {
  const opposite = { ...condition, isExcluded: !(condition.isExcluded ?? false) };
  const base = removeCondition(query, opposite);
  if (hasCondition(base, condition)) return base;
  const { tree } = parseQuery(base);
  const text = conditionText(condition);
  if (!tree) return text;
  const printed = printQuery({
    kind: 'and',
    children: [...conditionsOf(tree), ...conditionsOf(parseQuery(text).tree)],
    from: 0,
    to: 0,
  });
  const asTyped = `${base.trim()} ${text}`;
  return meaningOf(asTyped) === meaningOf(printed) ? asTyped : printed;
}

/** Takes a filter away. Only one that every match needs; what is inside of OR or NOT stays. */
export function removeCondition(query: string, condition: Condition): string {
  const { tree } = parseQuery(query);
  const nodes = conditionsOf(tree);
  const kept = nodes.filter((node) => !isSame(node, condition));
  if (kept.length === nodes.length) return query;
  const [only] = kept;
  if (kept.length < 2) return printQuery(only);
  return printQuery({ kind: 'and', children: kept, from: 0, to: 0 });
}

export function toggleCondition(query: string, condition: Condition): string {
  return hasCondition(query, condition) ? removeCondition(query, condition) : addCondition(query, condition);
}

/** What every match needs: the parts of an AND, or the whole query. */
function conditionsOf(tree: QueryNode | undefined): QueryNode[] {
  if (!tree) return [];
  return tree.kind === 'and' ? tree.children.flatMap(conditionsOf) : [tree];
}

function isSame(node: QueryNode, { field, value, operator = '=', isExcluded = false }: Condition): boolean {
  const filter = node.kind === 'not' ? node.child : node;
  return (
    filter.kind === 'filter' &&
    (node.kind === 'not') === isExcluded &&
    filter.operator === operator &&
    filter.field.toLowerCase() === field.toLowerCase() &&
    filter.value.toLowerCase() === value.toLowerCase()
  );
}
