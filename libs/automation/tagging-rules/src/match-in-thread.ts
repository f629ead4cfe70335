// Runs in a thread of `TextThreads`: finds the rules that match a long document.
import { foldTexts, ruleMatches, type MatchableDocument } from './rule-matching.js';
import type { Matching } from './tagging-rule.js';

/** After this time it is the turn of another organization. */
const LONGEST_TURN_MS = 2_000;

export interface RulesAndDocument {
  rules: readonly Matching[];
  document: MatchableDocument;
}

export interface MatchedRules {
  /** How many of the rules were evaluated; the rest is for the next turn. */
  done: number;
  /** Indexes of those that match. */
  matching: number[];
  /** The rules that cannot be evaluated, with the reason. */
  faults: { at: number; message: string }[];
}

export default function matchRules({ rules, document }: RulesAndDocument): MatchedRules {
  const began = performance.now();
  const folded = foldTexts(document);
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
