import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, kyselyOf, lockName, NOW, ofPage, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { DocumentTables } from '../document.entity.js';
import type { PasswordTables } from './password.schema.js';

/** An entry of the list of an organization, without the password. */
export interface ListedPassword {
  id: string;
  name: string;
  createdAt: Date;
}

/** An encrypted password and what it is bound to. */
export interface SealedPassword {
  id: string;
  sealed: Buffer;
}

/** How far the reading of a document is. */
export interface ReadingState {
  status: string;
  outcome: string | null;
  /** A file in its file needs a password. */
  hasLockedFile: boolean;
}

const LIST_LOCK = 741_853_060;

/** Every statement on passwords of files; they end with the reading in `document-content.repository.ts`. */
@Injectable()
export class PasswordRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Locks the document; undefined when it is not one of the organization. */
  lockDocument(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<ReadingState | undefined> {
    return kyselyOf<DocumentTables>(tx)
      .selectFrom('document')
      .select([
        'extraction_status as status',
        'extraction_outcome as outcome',
        sql<boolean>`coalesce(attachments @> '[{"outcome":"encrypted"}]', false)`.as('hasLockedFile'),
      ])
      .where('organization_id', '=', organizationId)
      .where('id', '=', documentId)
      .forNoKeyUpdate()
      .executeTakeFirst();
  }

  /** Replaces the one that the document has. */
  async put(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, sealed, isKept }: { documentId: string; sealed: Buffer; isKept: boolean },
  ): Promise<void> {
    const values = { sealed, is_kept: isKept, created_at: NOW };
    await kyselyOf<PasswordTables>(tx)
      .insertInto('document_password')
      .values({ document_id: documentId, organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet(values))
      .execute();
  }

  /** False when the document has none. */
  async remove(tx: Transaction, { organizationId }: OrganizationScope, documentId: string): Promise<boolean> {
    const removed = await kyselyOf<PasswordTables>(tx)
      .deleteFrom('document_password')
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .returning('document_id')
      .execute();
    return removed.length > 0;
  }

  /** Whether the document has one that is kept. */
  async isKept({ organizationId }: OrganizationScope, documentId: string): Promise<boolean> {
    const rows = await kyselyOf<PasswordTables>(this.unitOfWork)
      .selectFrom('document_password')
      .select('document_id')
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .where('is_kept', '=', true)
      .execute();
    return rows.length > 0;
  }

  /** That of the document, and then those of the organization, the newest first. */
  toTry({ organizationId }: OrganizationScope, documentId: string): Promise<SealedPassword[]> {
    return sqlOver(this.unitOfWork.db).query<SealedPassword>(
      `select id, sealed from (
         select document_id as id, sealed, 0 as place, created_at from document_password
           where organization_id = $1 and document_id = $2
         union all
         select id, sealed, 1 as place, created_at from organization_password where organization_id = $1) as passwords
       order by place, created_at desc, id desc`,
      [organizationId, documentId],
    );
  }

  /** Lists are changed one after the other, so that concurrent requests do not exceed the limit. */
  async lockList(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    await lockName(tx, LIST_LOCK, organizationId);
    const { count } = await kyselyOf<PasswordTables>(tx)
      .selectFrom('organization_password')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Oldest first. */
  list({ organizationId }: OrganizationScope, page?: Page): Promise<ListedPassword[]> {
    return kyselyOf<PasswordTables>(this.unitOfWork)
      .selectFrom('organization_password')
      .select(['id', 'name', 'created_at as createdAt'])
      .where('organization_id', '=', organizationId)
      .orderBy('created_at')
      .orderBy('id')
      .$call(ofPage(page))
      .execute();
  }

  add(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { id, name, sealed }: { id: string; name: string; sealed: Buffer },
  ): Promise<ListedPassword> {
    return kyselyOf<PasswordTables>(tx)
      .insertInto('organization_password')
      .values({ id, organization_id: organizationId, name, sealed, created_at: NOW })
      .returning(['id', 'name', 'created_at as createdAt'])
      .executeTakeFirstOrThrow();
  }

  /** The name of the one that is removed; undefined when there is none. */
  async removeFromList(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    id: string,
  ): Promise<string | undefined> {
    const removed = await kyselyOf<PasswordTables>(tx)
      .deleteFrom('organization_password')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return removed?.name;
  }

  /** Passwords of all organizations that do not begin with the mark of the secret. */
  async countOfOtherSecrets(mark: Buffer): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from (
         select sealed from document_password union all select sealed from organization_password) as passwords
       where substring(sealed from 1 for length($1::bytea)) <> $1::bytea`,
      [mark],
    );
    return row?.count ?? 0;
  }
}
