import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { IS_LOCKED } from './held.repository.js';

/** A rule that locks a document. `until` is the first calendar day on which it does not, `2026-01-31`. */
export interface RetentionLock {
  documentId: string;
  retentionRuleId: string;
  retentionRuleName: string;
  until: string;
}

const COLUMNS = `l.document_id as "documentId", l.rule_id as "retentionRuleId", l.rule_name as "retentionRuleName",
  to_char(l.until, 'YYYY-MM-DD') as until`;

/** The statements on `retention_lock`, apart from the conditions in `held.repository.ts`. Raw, because many rows are written at once. */
@Injectable()
export class RetentionLockRepository {
  /**
   * Locks documents until their days, none for a shorter time than before: rows that are there are not written each day.
   * The caller has taken the lock of holds. Returns how many were locked, or locked for longer.
   */
  async add(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    rule: { id: string; name: string },
    documents: readonly { id: string; keepUntil: string }[],
  ): Promise<number> {
    const rows = await tx.sql.query(
      `insert into retention_lock as l (document_id, organization_id, rule_id, rule_name, until)
       select d.id, $1, $2, $3, given.until from unnest($4::text[], $5::date[]) as given(id, until)
       join document d on d.id = given.id and d.organization_id = $1
       where not exists (select from retention_lock k where k.document_id = given.id and k.until >= given.until)
       order by d.id
       on conflict (document_id) do update
         set rule_id = excluded.rule_id, rule_name = excluded.rule_name, until = excluded.until
         where l.until < excluded.until
       returning l.document_id`,
      [
        ...[organizationId, rule.id, rule.name],
        ...[documents.map(({ id }) => id), documents.map(({ keepUntil }) => keepUntil)],
      ],
    );
    return rows.length;
  }

  /** The lock that a document is under now. */
  async ofDocument(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<RetentionLock | undefined> {
    const [lock] = await tx.sql.query<RetentionLock>(
      `select ${COLUMNS} from retention_lock l where l.organization_id = $1 and l.document_id = $2 and ${IS_LOCKED}`,
      [organizationId, documentId],
    );
    return lock;
  }

  /** The lock of the organization that ends last; of a rule, the last one of it. */
  async last(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    ruleId: string | null = null,
  ): Promise<RetentionLock | undefined> {
    const [lock] = await tx.sql.query<RetentionLock>(
      `select ${COLUMNS} from retention_lock l
       where l.organization_id = $1 and ($2::text is null or l.rule_id = $2) and ${IS_LOCKED}
       order by l.until desc, l.document_id limit 1`,
      [organizationId, ruleId],
    );
    return lock;
  }
}
