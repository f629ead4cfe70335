import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { SearchConfig } from '#config/search';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { isDocumentHeld } from '#people/holds';
import type { RetentionRule } from './retention-rule.repository.js';

/** A calendar day without a time zone: `2026-01-31`. */
export type Day = string;

/** How a rule sees an active document. */
export interface DatedDocument {
  id: string;
  name: string;
  createdAt: Date;
  /** The day on which its time is over; null when it has no date to count from. */
  keepUntil: Day | null;
  isHeld: boolean;
  /** The rule has put it into the inbox for this day already. */
  isReviewed: boolean;
}

/** A document whose time is over. */
export type DueDocument = DatedDocument & { keepUntil: Day };

type DatingRule = Pick<RetentionRule, 'dateSource' | 'id' | 'keepAmount' | 'keepUnit' | 'propertyId'>;

/** Of several values of a property the last one counts. $1 is the organization, $3 the date, $4 the property, $5 the time zone. */
const SOURCE_DAY = `case $3
    when 'createdAt' then (d.created_at at time zone $5)::date
    when 'documentDate' then (d.document_date at time zone 'UTC')::date
    else (select (max(v.date_value) at time zone 'UTC')::date from document_custom_property v
      join custom_property p on p.id = v.property_id and p.organization_id = $1
      where v.document_id = d.id and v.property_id = $4 and v.date_value is not null)
  end`;

const IS_HELD = isDocumentHeld({ documentId: 'd.id', organizationId: 'd.organization_id' });

/** $2 are ids of documents, $6 the months, $7 the rule. */
const DATED = `select d.id, d.name, d.created_at as "createdAt", to_char(s.day, 'YYYY-MM-DD') as "keepUntil",
    ${IS_HELD} as "isHeld",
    exists (select from retention_review r where r.rule_id = $7 and r.document_id = d.id and r.due_on = s.day)
      as "isReviewed"
  from document d
  cross join lateral (select (${SOURCE_DAY} + make_interval(months => $6))::date as day) s
  where d.organization_id = $1 and d.id = any($2::text[]) and d.deleted_at is null`;

/** The statements on documents as rules see them. Raw: days are computed from the tables of other rooms. */
@Injectable()
export class DueDocumentRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly search: SearchConfig,
  ) {}

  /** The active ones of these documents, in the order of their ids. */
  dated(
    scope: OrganizationScope,
    rule: DatingRule,
    documentIds: readonly string[],
    sql: Sql = sqlOver(this.unitOfWork.db),
  ): Promise<DatedDocument[]> {
    return sql.query<DatedDocument>(`${DATED} order by d.id`, this.#values(scope, rule, documentIds));
  }

  /**
   * Locks documents for their removal, and returns those that are still due on this day and not held. Those of which an
   * external search engine does not have the last change stay: it may not know yet that a rule keeps them.
   */
  async lockDue(
    tx: Transaction,
    scope: OrganizationScope,
    rule: DatingRule,
    { documentIds, today }: { documentIds: readonly string[]; today: Day },
  ): Promise<DueDocument[]> {
    await tx.sql.query(
      'select from document where organization_id = $1 and id = any($2::text[]) order by id for update',
      [scope.organizationId, documentIds],
    );
    const searched = await tx.sql.query<{ id: string }>(
      `select given.id from unnest($1::text[]) as given(id)
       where not exists (select from search_change c where c.document_id = given.id)`,
      [documentIds],
    );
    const ids = searched.map(({ id }) => id);
    const now = await this.dated(scope, rule, ids, tx.sql);
    return now.filter((document): document is DueDocument => isDue(document, today) && !document.isHeld);
  }

  /** Notes that the rule has put these documents into the inbox. */
  async reviewed(tx: Transaction, { id: ruleId }: DatingRule, documents: readonly DueDocument[]): Promise<void> {
    await tx.sql.query(
      `insert into retention_review (rule_id, document_id, due_on)
       select $1, given.id, given.day from unnest($2::text[], $3::date[]) as given(id, day) order by given.id
       on conflict (rule_id, document_id) do update set due_on = excluded.due_on`,
      [ruleId, documents.map(({ id }) => id), documents.map(({ keepUntil }) => keepUntil)],
    );
  }

  #values({ organizationId }: OrganizationScope, rule: DatingRule, documentIds: readonly string[]): unknown[] {
    const { dateSource, propertyId } = rule;
    return [organizationId, documentIds, dateSource, propertyId, this.search.timeZone, monthsOf(rule), rule.id];
  }
}

export function monthsOf({ keepAmount, keepUnit }: Pick<DatingRule, 'keepAmount' | 'keepUnit'>): number {
  return keepUnit === 'years' ? keepAmount * 12 : keepAmount;
}

/** Days as text are in the order of time. */
export function isDue(document: DatedDocument, today: Day): document is DueDocument {
  return document.keepUntil !== null && document.keepUntil <= today;
}
