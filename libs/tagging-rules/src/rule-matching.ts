import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Condition, Matching } from './tagging-rule.js';

/** What rules look at. */
export interface MatchableDocument {
  name: string;
  content: string;
}

/** Other work of this process waits no longer than this for rules on a long text. */
const LONGEST_TURN_MS = 10;

/** Lower case, the same in every language: what conditions compare. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * The rules that match a document. One that cannot be evaluated is told to `onFault` and counts as not matching. After
 * every few milliseconds of work `rest` is awaited.
 */
export async function matchingRules<Rule extends Matching>(
  rules: readonly Rule[],
  document: MatchableDocument,
  onFault: (rule: Rule, error: unknown) => void = () => undefined,
  rest: () => Promise<unknown> = () => nextTurn(),
): Promise<Rule[]> {
  const folded = { name: fold(document.name), content: fold(document.content) };
  const matching: Rule[] = [];
  let turnBegan = performance.now();
  for (const rule of rules) {
    if (performance.now() - turnBegan > LONGEST_TURN_MS) {
      await rest();
      turnBegan = performance.now();
    }
    try {
      if (ruleMatches(rule, folded)) matching.push(rule);
    } catch (error) {
      onFault(rule, error);
    }
  }
  return matching;
}

/** The truth about a rule and a document in lower case. */
export function ruleMatches(rule: Matching, folded: MatchableDocument): boolean {
  if (rule.conditions.length === 0) return true;
  const holds = (condition: Condition): boolean => conditionHolds(condition, folded);
  return rule.conditionMatchMode === 'all' ? rule.conditions.every(holds) : rule.conditions.some(holds);
}

function conditionHolds({ field, operator, value }: Condition, folded: MatchableDocument): boolean {
  const text = folded[field];
  const wanted = fold(value);
  switch (operator) {
    case 'equal':
      return text === wanted;
    case 'not_equal':
      return text !== wanted;
    case 'contains':
      return text.includes(wanted);
    case 'not_contains':
      return !text.includes(wanted);
    case 'starts_with':
      return text.startsWith(wanted);
    case 'ends_with':
      return text.endsWith(wanted);
    default:
      throw new Error(`no such operator: ${String(operator)}`);
  }
}
