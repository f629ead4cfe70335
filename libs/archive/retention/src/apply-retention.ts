import { Injectable, Logger } from '@nestjs/common';
import { DocumentInbox, DocumentsService } from '#archive/documents';
import { MoveDocuments, PurgeService } from '#archive/trash';
import { UnitOfWork, type Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { LegalHoldRepository, RetentionLockRepository } from '#people/holds';
import { DueDocumentRepository, type DueDocument } from './due-document.repository.js';
import { DueDocuments } from './due-documents.js';
import { RetentionRuleRepository, type RetentionRule } from './retention-rule.repository.js';

const ORGANIZATIONS_AT_ONCE = 100;
/** Documents that one transaction changes. */
const BATCH = 200;
/** Documents of an organization in one run; the next run of the day goes on. */
const MOST_IN_RUN = 20_000;

/** What a run has done. */
export interface AppliedRetention {
  reviewed: number;
  trashed: number;
  purged: number;
  /** Documents whose time is over, but that are on legal hold. */
  held: number;
  /** Documents that were locked, or locked for longer. */
  locked: number;
}

/** The rules were changed while they were applied. */
class RulesChanged extends Error {}

/**
 * The daily run: applies the rules of every organization to the documents whose time is over. Each batch is a transaction
 * of its own, and what is done is not due any more: a run that was interrupted is continued by the next one.
 */
@Injectable()
export class ApplyRetention {
  readonly #logger = new Logger('Retention');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: RetentionRuleRepository,
    private readonly due: DueDocuments,
    private readonly documents: DueDocumentRepository,
    private readonly searched: DocumentsService,
    private readonly holds: LegalHoldRepository,
    private readonly locks: RetentionLockRepository,
    private readonly inbox: DocumentInbox,
    private readonly moves: MoveDocuments,
    private readonly purges: PurgeService,
  ) {}

  /** Applies the rules in every organization in which that was not done today. */
  async execute(signal: AbortSignal): Promise<AppliedRetention> {
    const done: AppliedRetention = { reviewed: 0, trashed: 0, purged: 0, held: 0, locked: 0 };
    for (let after = ''; ;) {
      const ids = await this.rules.organizations(this.due.today(), after, ORGANIZATIONS_AT_ONCE);
      for (const organizationId of ids) {
        try {
          await this.#applyIn(systemContext(organizationId, 'retention'), done, signal);
        } catch (error) {
          signal.throwIfAborted();
          // One organization must not keep the others waiting; the next run of the day tries it again.
          if (!(error instanceof RulesChanged))
            this.#logger.error(`The retention rules of ${organizationId} failed: ${(error as Error).message}`);
        }
      }
      if (ids.length < ORGANIZATIONS_AT_ONCE) return done;
      after = ids.at(-1) ?? '';
    }
  }

  async #applyIn(ctx: OrganizationContext, done: AppliedRetention, signal: AbortSignal): Promise<void> {
    const today = this.due.today();
    const rules = (await this.rules.list(ctx)).filter(({ isEnabled }) => isEnabled);
    // All of them before the first: what one removes may be kept by another.
    for (const { query } of rules) await this.searched.assertUnderstood(ctx, query);
    for (const rule of rules) if (rule.isLocking) await this.#lockBy(ctx, { rule, rules }, done, signal);
    let left = MOST_IN_RUN;
    for (const rule of rules)
      for await (const { due } of this.due.of(ctx, rule, rules)) {
        done.held += due.filter(({ isHeld }) => isHeld).length;
        const open = due.filter(({ isHeld }) => !isHeld).slice(0, left);
        for (let from = 0; from < open.length; from += BATCH) {
          signal.throwIfAborted();
          const batch = open.slice(from, from + BATCH).map(({ id }) => id);
          await this.#applyTo(ctx, { rule, rules, documentIds: batch }, done);
        }
        left -= open.length;
        if (left === 0) return;
      }
    await this.unitOfWork.run(async (tx) => {
      await this.#assertSame(tx, ctx, rules);
      await this.rules.ended(tx, ctx, today);
    });
  }

  /** Locks what a rule finds until its time is over. Purges wait for each chunk. */
  async #lockBy(
    ctx: OrganizationContext,
    { rule, rules }: { rule: RetentionRule; rules: readonly RetentionRule[] },
    done: AppliedRetention,
    signal: AbortSignal,
  ): Promise<void> {
    for await (const kept of this.due.keptBy(ctx, rule)) {
      signal.throwIfAborted();
      done.locked += await this.unitOfWork.run(async (tx) => {
        await this.holds.lock(tx, ctx);
        const locked = await this.locks.add(tx, ctx, rule, kept);
        // No one could take back what a rule locks that was deleted or shortened meanwhile.
        await this.#assertSame(tx, ctx, rules);
        return locked;
      });
    }
  }

  /** The documents are locked and their days computed again: what was changed or held since the search stays. */
  async #applyTo(
    ctx: OrganizationContext,
    { rule, rules, documentIds }: { rule: RetentionRule; rules: readonly RetentionRule[]; documentIds: string[] },
    done: AppliedRetention,
  ): Promise<void> {
    const { action } = rule;
    const count = await this.unitOfWork.run(async (tx) => {
      if (action === 'purge') await this.holds.keep(tx, [ctx.organizationId]);
      const still = await this.documents.lockDue(tx, ctx, rule, { documentIds, today: this.due.today() });
      const changed = await this.#change(tx, ctx, rule, still);
      await this.#assertSame(tx, ctx, rules);
      return changed;
    });
    done[action === 'review' ? 'reviewed' : action === 'trash' ? 'trashed' : 'purged'] += count;
  }

  /** Returns how many documents were changed. */
  async #change(
    tx: Transaction,
    ctx: OrganizationContext,
    rule: RetentionRule,
    documents: readonly DueDocument[],
  ): Promise<number> {
    const ids = documents.map(({ id }) => id);
    if (rule.action === 'purge') return this.purges.purgeByRule(tx, ctx, ids, rule);
    if (rule.action === 'trash') return (await this.moves.toTrash(tx, ctx, ids)).length;
    await this.inbox.change(tx, ctx, ids, true);
    await this.documents.reviewed(tx, rule, documents);
    return ids.length;
  }

  /** After what was done, for the order of locks: a request that changes a rule waits for it, or makes it fail. */
  async #assertSame(tx: Transaction, ctx: OrganizationContext, rules: readonly RetentionRule[]): Promise<void> {
    if (!(await this.rules.keepSame(tx, ctx, rules))) throw new RulesChanged('the rules were changed');
  }
}
