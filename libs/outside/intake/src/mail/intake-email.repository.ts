import { Injectable } from '@nestjs/common';
import type { Insertable, Updateable } from 'kysely';
import { kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { IntakeEmailTables } from './intake-email.schema.js';

/** An address that takes mails for an organization. */
export interface IntakeEmail {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  emailAddress: string;
  isEnabled: boolean;
  allowedOrigins: string[];
  keepsMessage: boolean;
}

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_037;

const COLUMNS = [
  'id',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'organization_id as organizationId',
  'email_address as emailAddress',
  'is_enabled as isEnabled',
  'allowed_origins as allowedOrigins',
  'keeps_message as keepsMessage',
] as const;

/** Every statement on addresses for intake by mail. */
@Injectable()
export class IntakeEmailRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Addresses are added one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count({ organizationId }: OrganizationScope, tx?: Transaction): Promise<number> {
    const { count } = await kyselyOf<IntakeEmailTables>(tx ?? this.unitOfWork)
      .selectFrom('intake_email')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Oldest first. */
  list(scope: OrganizationScope, page?: Page): Promise<IntakeEmail[]> {
    return this.#select(scope).orderBy('created_at').orderBy('id').$call(ofPage(page)).execute();
  }

  find(scope: OrganizationScope, intakeEmailId: string, tx?: Transaction): Promise<IntakeEmail | undefined> {
    return this.#select(scope, tx).where('id', '=', intakeEmailId).executeTakeFirst();
  }

  lock(
    tx: Transaction,
    scope: OrganizationScope,
    intakeEmailId: string,
    { forDeletion = false } = {},
  ): Promise<IntakeEmail | undefined> {
    return this.#select(scope, tx)
      .where('id', '=', intakeEmailId)
      .$call((query) => (forDeletion ? query.forUpdate() : query.forNoKeyUpdate()))
      .executeTakeFirst();
  }

  /** Finds the owners of these addresses, which are in lower case, in all organizations. */
  findByAddresses(addresses: readonly string[]): Promise<IntakeEmail[]> {
    if (addresses.length === 0) return Promise.resolve([]);
    return kyselyOf<IntakeEmailTables>(this.unitOfWork)
      .selectFrom('intake_email')
      .select(COLUMNS)
      .where('email_address', 'in', [...addresses])
      .orderBy('id')
      .execute();
  }

  async insert(tx: Transaction, row: Insertable<IntakeEmailTables['intake_email']>): Promise<void> {
    await kyselyOf<IntakeEmailTables>(tx).insertInto('intake_email').values(row).execute();
  }

  async update(
    tx: Transaction,
    intakeEmailId: string,
    changes: Updateable<IntakeEmailTables['intake_email']>,
  ): Promise<void> {
    await kyselyOf<IntakeEmailTables>(tx)
      .updateTable('intake_email')
      .set(changes)
      .where('id', '=', intakeEmailId)
      .execute();
  }

  async delete(tx: Transaction, intakeEmailId: string): Promise<void> {
    await kyselyOf<IntakeEmailTables>(tx).deleteFrom('intake_email').where('id', '=', intakeEmailId).execute();
  }

  #select({ organizationId }: OrganizationScope, tx?: Transaction) {
    return kyselyOf<IntakeEmailTables>(tx ?? this.unitOfWork)
      .selectFrom('intake_email')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId);
  }
}
