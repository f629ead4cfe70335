import { Injectable } from '@nestjs/common';
import { anyOf, kyselyOf, NOW, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { FollowUpKind } from './follow-up.js';
import type { FollowUpTables } from './follow-up.schema.js';

export interface WantedFollowUp {
  taggingRuleId: string;
  documentId: string;
  kind: FollowUpKind;
}

/** Every statement on follow-ups of rules. Raw where they take lists as rows, or read documents of another room. */
@Injectable()
export class FollowUpRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Adds those that there never were, for documents that the transaction has locked, and returns them. Those of `webhook`
   * are done: their event is recorded in the same transaction.
   */
  add(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    wanted: readonly WantedFollowUp[],
  ): Promise<WantedFollowUp[]> {
    return tx.sql.query<WantedFollowUp>(
      `insert into tagging_rule_follow_up (tagging_rule_id, document_id, kind, organization_id, done_at)
       select item.rule_id, item.document_id, item.kind, $1, case when item.kind = 'webhook' then now() end
       from unnest($2::text[], $3::text[], $4::text[]) as item(rule_id, document_id, kind)
       join document d on d.id = item.document_id and d.organization_id = $1 and d.deleted_at is null
       on conflict do nothing
       returning tagging_rule_id as "taggingRuleId", document_id as "documentId", kind`,
      [
        organizationId,
        wanted.map(({ taggingRuleId }) => taggingRuleId),
        wanted.map(({ documentId }) => documentId),
        wanted.map(({ kind }) => kind),
      ],
    );
  }

  /** How many of these documents the rule would have a follow-up of each kind for. */
  async countNew(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    {
      taggingRuleId,
      documentIds,
      kinds,
    }: { taggingRuleId: string; documentIds: readonly string[]; kinds: readonly FollowUpKind[] },
  ): Promise<ReadonlyMap<FollowUpKind, number>> {
    const rows = await tx.sql.query<{ kind: FollowUpKind; count: number }>(
      `select kind, count(*)::int as count from unnest($4::text[]) kind, document d
       where d.organization_id = $1 and d.id = any($3::text[]) and d.deleted_at is null
         and not exists (select from tagging_rule_follow_up f
           where f.tagging_rule_id = $2 and f.document_id = d.id and f.kind = kind.kind)
       group by kind`,
      [organizationId, taggingRuleId, documentIds, kinds],
    );
    return new Map(rows.map(({ kind, count }) => [kind, count]));
  }

  /** Documents for which something is still to be done, in the order of their ids. */
  async open(
    { organizationId }: OrganizationScope,
    { taggingRuleId, kind, most }: { taggingRuleId: string; kind: FollowUpKind; most: number },
  ): Promise<string[]> {
    const rows = await kyselyOf<FollowUpTables>(this.unitOfWork)
      .selectFrom('tagging_rule_follow_up')
      .select('document_id as documentId')
      .where('organization_id', '=', organizationId)
      .where('tagging_rule_id', '=', taggingRuleId)
      .where('kind', '=', kind)
      .where('done_at', 'is', null)
      .orderBy('document_id')
      .limit(most)
      .execute();
    return rows.map(({ documentId }) => documentId);
  }

  /** Marks what is open as done; with `documentIds`, that of these. Returns the documents, newest first. */
  async close(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { taggingRuleId, kind, documentIds }: { taggingRuleId: string; kind: FollowUpKind; documentIds: readonly string[] },
  ): Promise<string[]> {
    const rows = await kyselyOf<FollowUpTables>(tx)
      .updateTable('tagging_rule_follow_up')
      .set({ done_at: NOW })
      .where('organization_id', '=', organizationId)
      .where('tagging_rule_id', '=', taggingRuleId)
      .where('kind', '=', kind)
      .where('document_id', '=', anyOf(documentIds))
      .where('done_at', 'is', null)
      .returning('document_id as documentId')
      .execute();
    return rows
      .map(({ documentId }) => documentId)
      .sort()
      .reverse();
  }

  /** Removes what is kept of a rule that was deleted. */
  async removeOfRule(tx: Transaction, { organizationId }: OrganizationScope, taggingRuleId: string): Promise<void> {
    await kyselyOf<FollowUpTables>(tx)
      .deleteFrom('tagging_rule_follow_up')
      .where('organization_id', '=', organizationId)
      .where('tagging_rule_id', '=', taggingRuleId)
      .execute();
  }
}
