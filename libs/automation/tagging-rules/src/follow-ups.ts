import { Injectable } from '@nestjs/common';
import { DocumentRuleMatched } from '#archive/documents';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { Clock, type OrganizationContext } from '#ground/kernel';
import type { FollowUp, FollowUpKind } from './follow-up.js';
import { FollowUpRepository } from './follow-up.repository.js';
import { FollowUpRules } from './tagging-rules.jobs.js';

/** A rule that matched, with what follows. */
export interface FollowedRule {
  id: string;
  name: string;
  followUps?: readonly FollowUp[] | undefined;
}

/** Documents for which something follows. */
export interface FollowUpCounts {
  documentsNotified: number;
  webhookEvents: number;
  shareLinks: number;
}

const NONE: FollowUpCounts = { documentsNotified: 0, webhookEvents: 0, shareLinks: 0 };

/** Has what follows happen when rules match, once for each rule and document: `follow-up.handler.ts` in `worker`. */
@Injectable()
export class FollowUps {
  constructor(
    private readonly followUps: FollowUpRepository,
    private readonly changes: Changes,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  /**
   * In the transaction in which the rules matched the documents, which are locked. What has followed before, because a
   * document is read again or a rule applied again, does not follow once more. A part of an application to all documents
   * ends with {@link finish}, so that they have one mail.
   */
  async begin(
    tx: Transaction,
    ctx: OrganizationContext,
    rules: readonly FollowedRule[],
    documentIds: readonly string[],
    { isPart = false }: { isPart?: boolean } = {},
  ): Promise<FollowUpCounts> {
    const wanted = rules.flatMap(({ id: taggingRuleId, followUps = [] }) =>
      followUps.flatMap(({ kind }) => documentIds.map((documentId) => ({ taggingRuleId, documentId, kind }))),
    );
    if (wanted.length === 0) return NONE;
    const added = await this.followUps.add(tx, ctx, wanted);
    const names = new Map(rules.map(({ id, name }) => [id, name]));
    for (const { taggingRuleId, documentId, kind } of added)
      if (kind === 'webhook')
        this.changes.record(tx, ctx, DocumentRuleMatched, {
          ...{ documentId, taggingRuleId, taggingRuleName: names.get(taggingRuleId) ?? '' },
        });
    const later = isPart
      ? []
      : new Set(added.flatMap(({ kind, taggingRuleId }) => (kind === 'webhook' ? [] : taggingRuleId)));
    await this.#enqueue(tx, ctx, [...later]);
    return countsOf((kind) => added.filter((one) => one.kind === kind).length);
  }

  /** After the last part, or when the application ends early. A second call finds nothing left to do. */
  async finish(tx: Transaction, ctx: OrganizationContext, taggingRuleId: string): Promise<void> {
    await this.#enqueue(tx, ctx, [taggingRuleId]);
  }

  /** What {@link begin} would begin, and does nothing. */
  async foresee(
    tx: Transaction,
    ctx: OrganizationContext,
    { id: taggingRuleId, followUps = [] }: Omit<FollowedRule, 'name'>,
    documentIds: readonly string[],
  ): Promise<FollowUpCounts> {
    if (followUps.length === 0 || documentIds.length === 0) return NONE;
    const kinds = followUps.map(({ kind }) => kind);
    const counts = await this.followUps.countNew(tx, ctx, { taggingRuleId, documentIds, kinds });
    return countsOf((kind) => counts.get(kind) ?? 0);
  }

  async #enqueue(tx: Transaction, { organizationId }: OrganizationContext, ruleIds: readonly string[]): Promise<void> {
    const since = this.clock.now().toISOString();
    const jobs = ruleIds.map((taggingRuleId) => ({ organizationId, taggingRuleId, since }));
    await this.jobs.enqueueAll(tx, FollowUpRules, jobs);
  }
}

function countsOf(count: (kind: FollowUpKind) => number): FollowUpCounts {
  return { documentsNotified: count('notify'), webhookEvents: count('webhook'), shareLinks: count('share-link') };
}
