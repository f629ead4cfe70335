import { Injectable } from '@nestjs/common';
import type { Insertable, Updateable } from 'kysely';
import { COUNT, kyselyOf, lockName, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { KeepUnit, RetentionAction, RetentionDate, RetentionRuleTables } from './retention-rule.schema.js';

export interface RetentionRule {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  dateSource: RetentionDate;
  propertyId: string | null;
  keepAmount: number;
  keepUnit: KeepUnit;
  action: RetentionAction;
  isEnabled: boolean;
  /** It locks documents until their time is over. */
  isLocking: boolean;
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_079;

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'organization_id as organizationId',
  'created_by as createdBy',
  'name',
  'query',
  'date_source as dateSource',
  'property_id as propertyId',
  'keep_amount as keepAmount',
  'keep_unit as keepUnit',
  'action',
  'is_enabled as isEnabled',
  'is_locking as isLocking',
] as const;

/** The statements on `retention_rule` and `retention_run`. */
@Injectable()
export class RetentionRuleRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Rules are created one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<RetentionRuleTables>(tx)
      .selectFrom('retention_rule')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Oldest first. */
  list(scope: OrganizationScope): Promise<RetentionRule[]> {
    return this.#select(this.unitOfWork, scope).orderBy('created_at').orderBy('id').execute();
  }

  find(scope: OrganizationScope, ruleId: string): Promise<RetentionRule | undefined> {
    return this.#select(this.unitOfWork, scope).where('id', '=', ruleId).executeTakeFirst();
  }

  lock(tx: Transaction, scope: OrganizationScope, ruleId: string): Promise<RetentionRule | undefined> {
    return this.#select(tx, scope).where('id', '=', ruleId).forUpdate().executeTakeFirst();
  }

  async insert(tx: Transaction, row: Insertable<RetentionRuleTables['retention_rule']>): Promise<void> {
    await kyselyOf<RetentionRuleTables>(tx).insertInto('retention_rule').values(row).execute();
  }

  async update(
    tx: Transaction,
    ruleId: string,
    changes: Updateable<RetentionRuleTables['retention_rule']>,
  ): Promise<void> {
    await kyselyOf<RetentionRuleTables>(tx)
      .updateTable('retention_rule')
      .set(changes)
      .where('id', '=', ruleId)
      .execute();
  }

  async delete(tx: Transaction, ruleId: string): Promise<void> {
    await kyselyOf<RetentionRuleTables>(tx).deleteFrom('retention_rule').where('id', '=', ruleId).execute();
  }

  /** Whether the enabled rules of the organization are still these, as they were read. They stay so until the commit. */
  async keepSame(tx: Transaction, scope: OrganizationScope, rules: readonly RetentionRule[]): Promise<boolean> {
    const now = await this.#select(tx, scope).where('is_enabled', '=', true).orderBy('id').forKeyShare().execute();
    const revisions = (of: readonly RetentionRule[]) =>
      of.map(({ id, updatedAt, propertyId }) => `${id} ${updatedAt.getTime()} ${propertyId ?? ''}`).sort();
    return revisions(now).join() === revisions(rules).join();
  }

  /** Some organizations with enabled rules that were not all applied on this day, in the order of their ids. */
  async organizations(day: string, after: string, limit: number): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select distinct r.organization_id as id from retention_rule r
       where r.is_enabled and r.organization_id > $2
         and exists (select from organization o where o.id = r.organization_id and o.deleted_at is null)
         and not exists (select from retention_run l where l.organization_id = r.organization_id and l.day >= $1::date)
       order by 1 limit $3`,
      [day, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Lets the next run apply the rules again. */
  async again(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await tx.sql.query('delete from retention_run where organization_id = $1', [organizationId]);
  }

  /** Notes that all rules were applied on this day. */
  async ended(tx: Transaction, { organizationId }: OrganizationScope, day: string): Promise<void> {
    await tx.sql.query(
      `insert into retention_run as last (organization_id, day) select id, $2::date from organization where id = $1
       on conflict (organization_id) do update set day = greatest(last.day, excluded.day)`,
      [organizationId, day],
    );
  }

  #select(source: Pick<Transaction, 'db'>, { organizationId }: OrganizationScope) {
    return kyselyOf<RetentionRuleTables>(source)
      .selectFrom('retention_rule')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId);
  }
}
