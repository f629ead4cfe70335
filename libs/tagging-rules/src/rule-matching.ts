import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Condition, Matching } from './tagging-rule.js';

/** What conditions compare with. */
export interface MatchableDocument {
  name: string;
  content: string;
}

/** Rules on a long text block this thread no longer than this at a time. */
const LONGEST_TURN_MS = 10;

/** Lower case, independent of the locale: what conditions compare. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * Returns the rules that match a document. Calls `onFault` for a rule that cannot be evaluated, which then does not
 * match. Awaits `rest` after every few milliseconds of work.
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

/** True when the rule matches the document, which is in lower case. */
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
