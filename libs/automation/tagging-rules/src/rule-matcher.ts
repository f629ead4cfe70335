import { Injectable } from '@nestjs/common';
import { Clock, type OrganizationScope } from '#ground/kernel';
import { TextThreads } from '#capabilities/search';
import { isPattern } from './condition-kinds.js';
import type { MatchedRules, RulesAndDocument } from './match-in-thread.js';
import { allOnDay } from './ranges.js';
import { matchingRules, type MatchableDocument } from './rule-matching.js';
import type { Matching } from './tagging-rule.js';

const MODULE = new URL('./match-in-thread.js', import.meta.url);
/** UTF-16 units that this thread searches itself. */
const SHORT = 65_536;
/** The same, with regular expressions. */
const SHORT_FOR_PATTERNS = 2_048;
/** Shorter than the time after which the database ends an idle transaction. */
const KEEP_ALIVE_MS = 15_000;

/** Finds the rules that match a document; long documents are searched in another thread. */
@Injectable()
export class RuleMatcher {
  constructor(
    private readonly threads: TextThreads,
    private readonly clock: Clock,
  ) {}

  /**
   * Calls `onFault` for a rule that cannot be evaluated, which then does not match. Calls `keepAlive` at intervals while
   * it takes long.
   */
  async matching<Rule extends Matching>(
    ctx: OrganizationScope,
    given: readonly Rule[],
    document: MatchableDocument,
    onFault: (rule: Rule, error: unknown) => void = () => undefined,
    keepAlive: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Rule[]> {
    const rules = allOnDay(given, this.clock.now());
    const places = rules === given ? undefined : new Map(rules.map((rule, place) => [rule, place]));
    const original = (rule: Rule): Rule => given[places?.get(rule) ?? -1] ?? rule;
    const usesPatterns = rules.some(({ conditions }) => conditions.some(isPattern));
    const characters = charactersOf(document);
    if (characters <= (usesPatterns ? SHORT_FOR_PATTERNS : SHORT)) {
      const found = await matchingRules(rules, document, (rule, error) => onFault(original(rule), error), keepAlive);
      return found.map(original);
    }
    // eslint-disable-next-line no-restricted-syntax -- the database counts in real time
    const pulse = setInterval(() => void keepAlive().catch(() => undefined), KEEP_ALIVE_MS);
    try {
      const matching: Rule[] = [];
      for (let rest = rules; rest.length > 0;) {
        const turn = rest;
        const found = await this.#oneTurn(ctx, turn, document, characters);
        matching.push(...found.matching.flatMap((at) => turn[at] ?? []).map(original));
        for (const { at, message } of found.faults) if (turn[at]) onFault(original(turn[at]), message);
        rest = turn.slice(found.done);
      }
      return matching;
    } finally {
      clearInterval(pulse);
    }
  }

  #oneTurn(
    { organizationId }: OrganizationScope,
    rules: readonly Matching[],
    document: MatchableDocument,
    characters: number,
  ): Promise<MatchedRules> {
    const plain = rules.map(({ conditionMatchMode, conditions }) => ({ conditionMatchMode, conditions }));
    const input: RulesAndDocument = { rules: plain, document };
    return this.threads.run({ organizationId, module: MODULE, input, characters });
  }
}

function charactersOf({ name, content, properties }: MatchableDocument): number {
  const facts = Object.values(properties).flat();
  return (
    facts.reduce<number>((sum, fact) => sum + (typeof fact === 'string' ? fact.length : 0), 0) +
    name.length +
    content.length
  );
}
