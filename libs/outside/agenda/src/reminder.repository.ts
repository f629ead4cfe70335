import { Injectable } from '@nestjs/common';
import type { Insertable, Updateable } from 'kysely';
import { COUNT, kyselyOf, lockName, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { Day } from './day.js';
import type { DateSource, OffsetUnit, ReminderTables } from './reminder.schema.js';

export interface Reminder {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  name: string;
  query: string;
  dateSource: DateSource;
  propertyId: string | null;
  offsetAmount: number;
  offsetUnit: OffsetUnit;
  isEnabled: boolean;
  sendsMail: boolean;
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_069;

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
  'offset_amount as offsetAmount',
  'offset_unit as offsetUnit',
  'is_enabled as isEnabled',
  'sends_mail as sendsMail',
] as const;

/** The statements on `reminder`. */
@Injectable()
export class ReminderRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Reminders are created one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<ReminderTables>(tx)
      .selectFrom('reminder')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Oldest first. */
  list(scope: OrganizationScope): Promise<Reminder[]> {
    return this.#select(this.unitOfWork, scope).orderBy('created_at').orderBy('id').execute();
  }

  find(scope: OrganizationScope, reminderId: string): Promise<Reminder | undefined> {
    return this.#select(this.unitOfWork, scope).where('id', '=', reminderId).executeTakeFirst();
  }

  lock(tx: Transaction, scope: OrganizationScope, reminderId: string): Promise<Reminder | undefined> {
    return this.#select(tx, scope).where('id', '=', reminderId).forUpdate().executeTakeFirst();
  }

  async insert(tx: Transaction, row: Insertable<ReminderTables['reminder']>): Promise<void> {
    await kyselyOf<ReminderTables>(tx).insertInto('reminder').values(row).execute();
  }

  async update(tx: Transaction, reminderId: string, changes: Updateable<ReminderTables['reminder']>): Promise<void> {
    await kyselyOf<ReminderTables>(tx).updateTable('reminder').set(changes).where('id', '=', reminderId).execute();
  }

  async delete(tx: Transaction, reminderId: string): Promise<void> {
    await kyselyOf<ReminderTables>(tx).deleteFrom('reminder').where('id', '=', reminderId).execute();
  }

  /** Some organizations with reminders that are on, in which this day was not announced, in the order of their ids. */
  async organizations(day: Day, after: string, limit: number): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select distinct r.organization_id as id from reminder r
       where r.is_enabled and r.organization_id > $2
         and not exists (select from agenda_run l where l.organization_id = r.organization_id and l.day >= $1::date)
       order by 1 limit $3`,
      [day, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  #select(source: Pick<Transaction, 'db'>, { organizationId }: OrganizationScope) {
    return kyselyOf<ReminderTables>(source)
      .selectFrom('reminder')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId);
  }
}
