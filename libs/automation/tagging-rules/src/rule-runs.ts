import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { LockDocuments } from '#archive/documents';
import type { OrganizationContext, OrganizationScope, Page } from '#ground/kernel';
import { leftOf } from './differences-by-document.js';
import type { RuleDifference } from './rule-change.js';
import { referencedDocuments, RuleEffects } from './rule-effects.js';
import { RuleRunRepository, type RuleRun, type RunFilter } from './rule-run.repository.js';
import { RuleRunAlreadyUndone, RuleRunChangedSince, RuleRunNotFound } from './tagging-rules.errors.js';

/** What rules have changed in documents that came in. */
@Injectable()
export class RuleRuns {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: RuleRunRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly effects: RuleEffects,
  ) {}

  /** Records a run in the transaction of its changes. */
  record(
    tx: Transaction,
    ctx: OrganizationScope,
    run: Pick<RuleRun, 'difference' | 'documentId' | 'rules'>,
  ): Promise<void> {
    return this.runs.insert(tx, ctx, run);
  }

  /** Newest first; counts up to 10,000. */
  async list(ctx: OrganizationScope, filter: RunFilter, page: Page): Promise<{ runs: RuleRun[]; runsCount: number }> {
    const [runs, runsCount] = await Promise.all([this.runs.list(ctx, filter, page), this.runs.count(ctx, filter)]);
    return { runs, runsCount };
  }

  /** Takes back what is still as the run has left it; once. Returns with the run what it left, because it changed since. */
  async undo(ctx: OrganizationContext, runId: string): Promise<{ run: RuleRun; skipped: RuleDifference }> {
    return this.unitOfWork.run(async (tx) => {
      const found = await this.runs.find(tx, ctx, runId);
      if (!found) throw RuleRunNotFound();
      const { documentId, difference } = found;
      const related = referencedDocuments(difference.properties.map(({ before }) => before));
      const locked = await this.lockDocuments.execute(tx, ctx, [documentId, ...related]);
      if (!locked.includes(documentId)) throw RuleRunNotFound();
      if (!(await this.runs.markUndone(tx, runId))) throw RuleRunAlreadyUndone();
      const { changes } = await this.effects.undo(tx, ctx, [{ documentId, difference }]);
      const [undone] = changes;
      // The rollback takes the mark from the run, so that it can be undone when its changes are there again.
      if (!undone) throw RuleRunChangedSince();
      const run = (await this.runs.find(tx, ctx, runId)) ?? found;
      return { run, skipped: leftOf(difference, undone.difference) };
    });
  }

  /** Removes runs after 30 days, a part at a time. Returns how many. */
  async removeOld(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (let part = await this.runs.removeOld(); part > 0; part = await this.runs.removeOld()) {
      signal.throwIfAborted();
      removed += part;
    }
    return removed;
  }
}
