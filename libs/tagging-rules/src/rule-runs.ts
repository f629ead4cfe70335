import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#libs/database';
import { LockDocuments } from '#libs/documents';
import type { OrganizationContext, OrganizationScope, Page } from '#libs/kernel';
import { referencedDocuments, RuleEffects } from './rule-effects.js';
import { RuleRunRepository, type RuleRun, type RunFilter } from './rule-run.repository.js';
import { RuleRunAlreadyUndone, RuleRunNotFound } from './tagging-rules.errors.js';

/** What rules have changed in documents that came in. */
@Injectable()
export class RuleRuns {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly runs: RuleRunRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly effects: RuleEffects,
  ) {}

  /** In the transaction of the changes. */
  record(
    tx: Transaction,
    ctx: OrganizationScope,
    run: Pick<RuleRun, 'difference' | 'documentId' | 'rules'>,
  ): Promise<void> {
    return this.runs.insert(tx, ctx, run);
  }

  /** Newest first. */
  async list(ctx: OrganizationScope, filter: RunFilter, page: Page): Promise<{ runs: RuleRun[]; runsCount: number }> {
    const [runs, runsCount] = await Promise.all([this.runs.list(ctx, filter, page), this.runs.count(ctx, filter)]);
    return { runs, runsCount };
  }

  /** Takes back what is still as the run has left it; once. */
  async undo(ctx: OrganizationContext, runId: string): Promise<RuleRun> {
    return this.unitOfWork.run(async (tx) => {
      const found = await this.runs.find(tx, ctx, runId);
      if (!found) throw RuleRunNotFound();
      const { documentId, difference } = found;
      const related = referencedDocuments(difference.properties.map(({ before }) => before));
      const locked = await this.lockDocuments.execute(tx, ctx, [documentId, ...related]);
      if (!locked.includes(documentId)) throw RuleRunNotFound();
      if (!(await this.runs.markUndone(tx, runId))) throw RuleRunAlreadyUndone();
      await this.effects.undo(tx, ctx, [{ documentId, difference }]);
      return (await this.runs.find(tx, ctx, runId)) ?? found;
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
