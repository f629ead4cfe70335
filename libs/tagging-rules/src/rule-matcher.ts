import { Injectable } from '@nestjs/common';
import { TextThreads } from '#libs/text-threads';
import type { MatchedRules, RulesAndDocument } from './match-in-thread.js';
import { matchingRules, type MatchableDocument } from './rule-matching.js';
import type { Matching } from './tagging-rule.js';

const MODULE = new URL('./match-in-thread.js', import.meta.url);
/** UTF-16 units that this thread looks through by itself. */
const SHORT = 65_536;
/** Shorter than the time after which the database ends a transaction that it hears nothing of. */
const KEEP_ALIVE_MS = 15_000;

/** Finds the rules that match a document; long ones are looked through in another thread. */
@Injectable()
export class RuleMatcher {
  constructor(private readonly threads: TextThreads) {}

  /**
   * A rule that cannot be evaluated is told to `onFault` and counts as not matching. `keepAlive` is called again and
   * again while it takes long.
   */
  async matching<Rule extends Matching>(
    organizationId: string,
    rules: readonly Rule[],
    document: MatchableDocument,
    onFault: (rule: Rule, error: unknown) => void = () => undefined,
    keepAlive: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Rule[]> {
    const characters = document.name.length + document.content.length;
    if (characters <= SHORT) return matchingRules(rules, document, onFault, keepAlive);
    const pulse = setInterval(() => void keepAlive().catch(() => undefined), KEEP_ALIVE_MS);
    try {
      const matching: Rule[] = [];
      for (let rest = rules; rest.length > 0;) {
        const turn = rest;
        const found = await this.#oneTurn(organizationId, turn, document, characters);
        matching.push(...found.matching.flatMap((at) => turn[at] ?? []));
        for (const { at, message } of found.faults) if (turn[at]) onFault(turn[at], message);
        rest = turn.slice(found.done);
      }
      return matching;
    } finally {
      clearInterval(pulse);
    }
  }

  #oneTurn(
    organizationId: string,
    rules: readonly Matching[],
    document: MatchableDocument,
    characters: number,
  ): Promise<MatchedRules> {
    const plain = rules.map(({ conditionMatchMode, conditions }) => ({ conditionMatchMode, conditions }));
    const input: RulesAndDocument = { rules: plain, document: { name: document.name, content: document.content } };
    return this.threads.run({ organizationId, module: MODULE, input, characters });
  }
}
