// Runs in a thread of `TextThreads`: which rules match a long document.
import { fold, ruleMatches, type MatchableDocument } from './rule-matching.js';
import type { Matching } from './tagging-rule.js';

/** Then the next organization has its turn. */
const LONGEST_TURN_MS = 2_000;

export interface RulesAndDocument {
  rules: readonly Matching[];
  document: MatchableDocument;
}

export interface MatchedRules {
  /** How many of the rules were looked at; the others are for the next turn. */
  done: number;
  /** Places of those that match. */
  matching: number[];
  /** Those that cannot be evaluated, with the reason. */
  faults: { at: number; message: string }[];
}

export default function matchRules({ rules, document }: RulesAndDocument): MatchedRules {
  const began = performance.now();
  const folded = { name: fold(document.name), content: fold(document.content) };
  const result: MatchedRules = { done: 0, matching: [], faults: [] };
  for (const [at, rule] of rules.entries()) {
    if (performance.now() - began > LONGEST_TURN_MS && at > 0) break;
    try {
      if (ruleMatches(rule, folded)) result.matching.push(at);
    } catch (error) {
      result.faults.push({ at, message: String(error) });
    }
    result.done = at + 1;
  }
  return result;
}
