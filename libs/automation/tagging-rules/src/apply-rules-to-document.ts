import { Injectable, Logger } from '@nestjs/common';
import type { DocumentChange } from '#archive/batches';
import type { Transaction } from '#ground/database';
import { AfterReading, LockDocuments, type ReadDocument, type RunsAfterReading } from '#archive/documents';
import { Changes } from '#ground/history';
import { AppError, systemContext, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { effectsOf, type RuleDifference } from './rule-change.js';
import { referencedDocuments, RuleEffects } from './rule-effects.js';
import { propertyIdsOf, RuleFacts } from './rule-facts.repository.js';
import { RuleMatcher } from './rule-matcher.js';
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
    private readonly matcher: RuleMatcher,
    private readonly facts: RuleFacts,
    private readonly effects: RuleEffects,
    private readonly runs: RuleRuns,
    private readonly changes: Changes,
    private readonly lockDocuments: LockDocuments,
  ) {}

  /**
   * Locks the documents and those that values of rules refer to, in one statement. A transaction that changes the document
   * before {@link execute} calls it first, so that it never locks another document after this one.
   */
  async lock(tx: Transaction, scope: OrganizationScope, documentIds: readonly string[]): Promise<void> {
    const related = referencedDocuments(await this.rules.namedDocuments(tx, scope));
    await this.lockDocuments.execute(tx, scope, [...documentIds, ...related]);
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
    const rules = await this.rules.enabled(tx, ctx);
    if (rules.length === 0) return;
    for (const documentId of documentIds) await this.#execute(tx, ctx, { documentId, rules, ...options });
  }

  async #execute(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, rules, ...options }: { documentId: string; rules: readonly EnabledRule[]; onlyEmpty?: boolean },
  ): Promise<void> {
    const includeContent = rules.some((rule) => rule.conditions.some((condition) => condition.field === 'content'));
    const looked = { includeContent, propertyIds: propertyIdsOf(rules) };
    const [document] = await this.facts.read(tx.sql, ctx, [documentId], looked);
    if (!document) return;
    const matching = await this.matcher.matching(
      ctx,
      rules,
      document,
      (rule, error) => this.#logger.error(`Tagging rule ${rule.id} cannot be evaluated: ${String(error)}`),
      // Thousands of rules on a long text take long.
      () => this.facts.keepAlive(tx.sql),
    );
    if (matching.length === 0) return;
    const change = await this.#apply(tx, ctx, { documentId, matching, ...options });
    if (!change) return;
    const named = matching.map(({ id, name }) => ({ id, name })).slice(0, RECORDED_RULES);
    await this.runs.record(tx, ctx, { ...change, rules: named });
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
