import { Injectable, Logger } from '@nestjs/common';
import type { DocumentChange } from '#archive/batches';
import type { Transaction } from '#ground/database';
import { AfterReading, LockDocuments, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { Changes } from '#ground/history';
import { AppError, systemContext, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { FollowUps } from './follow-ups.js';
import { EnabledRules, type EnabledRuleSet } from './enabled-rules.js';
import { effectsOf, type RuleDifference } from './rule-change.js';
import { RuleEffects } from './rule-effects.js';
import { RuleFacts } from './rule-facts.repository.js';
import { RuleMatcher } from './rule-matcher.js';
import type { MatchableDocument } from './rule-matching.js';
import { RuleRuns } from './rule-runs.js';
import { TaggingRuleRepository, type EnabledRule } from './tagging-rule.repository.js';

/** Rules that a run names. */
const RECORDED_RULES = 100;

@Injectable()
@AfterReading('rules')
export class ApplyRulesToDocument implements RunsAfterReading {
  readonly #logger = new Logger('TaggingRules');

  constructor(
    private readonly rules: TaggingRuleRepository,
    private readonly enabled: EnabledRules,
    private readonly matcher: RuleMatcher,
    private readonly facts: RuleFacts,
    private readonly effects: RuleEffects,
    private readonly runs: RuleRuns,
    private readonly followUps: FollowUps,
    private readonly changes: Changes,
    private readonly lockDocuments: LockDocuments,
  ) {}

  /**
   * Locks the documents and those that values of rules refer to, in one statement. A transaction that changes the document
   * before {@link execute} calls it first, so that it never locks another document after this one.
   */
  async lock(tx: Transaction, scope: OrganizationScope, documentIds: readonly string[]): Promise<void> {
    const { namedDocuments } = await this.enabled.of(tx, scope);
    await this.lockDocuments.execute(tx, scope, [...documentIds, ...namedDocuments]);
  }

  async afterReading(tx: Transaction, ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    for (const [onlyEmpty, same] of Map.groupBy(documents, ({ wasRead }) => wasRead)) {
      const documentIds = same.map(({ documentId }) => documentId);
      await this.execute(tx, ctx, documentIds, { onlyEmpty });
    }
  }

  /**
   * Does what all enabled rules that match a document say, for documents that were locked together. They look at it once,
   * as it is in this transaction, and never at what they change: no rule starts another one. Where several set the same,
   * the oldest does. Removes no tag. With `onlyEmpty`, sets only what the document does not have, so that what people have
   * corrected since stays.
   */
  async execute(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    options: { onlyEmpty?: boolean } = {},
  ): Promise<void> {
    const ctx = systemContext(organizationId, 'tagging-rule');
    const enabled = await this.enabled.of(tx, ctx);
    if (enabled.rules.length === 0) return;
    for (const documentId of documentIds) await this.#execute(tx, ctx, { documentId, enabled, ...options });
  }

  async #execute(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, enabled, ...options }: { documentId: string; enabled: EnabledRuleSet; onlyEmpty?: boolean },
  ): Promise<void> {
    const { rules, looksAtContent: includeContent, propertyIds } = enabled;
    const [document] = await this.facts.read(tx.sql, ctx, [documentId], { includeContent, propertyIds });
    if (!document) return;
    const found = await this.#matching(tx, ctx, rules, document);
    if (found.length === 0) return;
    const matching = await this.#asTheyAreNow(tx, ctx, found, document);
    if (matching.length === 0) return;
    const change = await this.#apply(tx, ctx, { documentId, matching, ...options });
    await this.followUps.begin(tx, ctx, matching, [documentId]);
    if (!change) return;
    const named = matching.map(({ id, name }) => ({ id, name })).slice(0, RECORDED_RULES);
    await this.runs.record(tx, ctx, { ...change, rules: named });
  }

  #matching(
    tx: Transaction,
    ctx: OrganizationContext,
    rules: readonly EnabledRule[],
    document: MatchableDocument,
  ): Promise<EnabledRule[]> {
    return this.matcher.matching(
      ctx,
      rules,
      document,
      (rule, error) => this.#logger.error(`Tagging rule ${rule.id} cannot be evaluated: ${String(error)}`),
      // Thousands of rules on a long text take long.
      () => this.facts.keepAlive(tx.sql),
    );
  }

  /**
   * Reads rules that match again: tags, and properties that conditions compare, may have been deleted since they were
   * kept. A rule whose conditions are no longer the same must match once more.
   */
  async #asTheyAreNow(
    tx: Transaction,
    ctx: OrganizationContext,
    found: readonly EnabledRule[],
    document: MatchableDocument,
  ): Promise<EnabledRule[]> {
    const known = new Map(found.map((rule) => [rule.id, conditionsOf(rule)]));
    const ids = found.map(({ id }) => id);
    const present = await this.rules.enabled(tx, ctx, ids);
    const changed = present.filter((rule) => known.get(rule.id) !== conditionsOf(rule));
    if (changed.length === 0) return present;
    const stillMatching = new Set(await this.#matching(tx, ctx, changed, document));
    return present.filter((rule) => !changed.includes(rule) || stillMatching.has(rule));
  }

  /** Leaves out refused changes of rules, which must not keep the text of a document from being saved. */
  async #apply(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, matching, onlyEmpty }: { documentId: string; matching: readonly EnabledRule[]; onlyEmpty?: boolean },
  ): Promise<DocumentChange<RuleDifference> | undefined> {
    const effects = effectsOf(matching);
    const options = { activeOnly: false, ...(onlyEmpty !== undefined && { onlyEmpty }) };
    try {
      const [change] = await this.changes.attempt(tx, () =>
        this.effects.apply(tx, ctx, [documentId], effects, options),
      );
      return change;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#logger.error(`What the tagging rules do to document ${documentId} was refused: ${error.message}`);
      return undefined;
    }
  }
}

const conditionsOf = ({ conditionMatchMode, conditions }: EnabledRule): string =>
  JSON.stringify([conditionMatchMode, conditions]);
