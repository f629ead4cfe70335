import { Injectable, Logger } from '@nestjs/common';
import { LockDocuments } from '#archive/documents';
import { UnitOfWork } from '#ground/database';
import { AppError, Clock, type OrganizationContext } from '#ground/kernel';
import { ShareLinks } from '#outside/links';
import { followUpOf } from './follow-up.js';
import { FollowUpRepository } from './follow-up.repository.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';

/** Links that one transaction creates. */
const AT_ONCE = 20;
const DAY_MS = 86_400_000;

/** Creates the share links of documents that a rule has matched. */
@Injectable()
export class ShareMatched {
  readonly #logger = new Logger('TaggingRules');

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: TaggingRuleRepository,
    private readonly followUps: FollowUpRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly links: ShareLinks,
    private readonly clock: Clock,
  ) {}

  /** A document in the trash, or with as many links as it may have, gets none. */
  async execute(ctx: OrganizationContext, taggingRuleId: string, signal: AbortSignal): Promise<void> {
    const kind = 'share-link';
    for (;;) {
      signal.throwIfAborted();
      const documentIds = await this.followUps.open(ctx, { taggingRuleId, kind, most: AT_ONCE });
      if (documentIds.length === 0) return;
      const rule = await this.rules.find(ctx, taggingRuleId);
      const wanted = followUpOf(rule?.followUps, kind);
      await this.unitOfWork.run(async (tx) => {
        const isLive = await this.rules.isLive(tx, ctx, taggingRuleId);
        const active = new Set(await this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly: true }));
        const closed = await this.followUps.close(tx, ctx, { taggingRuleId, kind, documentIds });
        if (!wanted || !isLive) return;
        const expiresAt = new Date(this.clock.now().getTime() + wanted.expiresInDays * DAY_MS);
        for (const documentId of closed.filter((id) => active.has(id))) {
          try {
            await this.links.create(tx, ctx, documentId, { expiresAt, passwordHash: null, maxDownloads: null });
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            this.#logger.warn(`Tagging rule ${taggingRuleId} does not share document ${documentId}: ${error.message}`);
          }
        }
      });
    }
  }
}
