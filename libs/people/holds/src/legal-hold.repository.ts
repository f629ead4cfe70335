import { Injectable } from '@nestjs/common';
import { COUNT, kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { LegalHoldTables } from './legal-hold.schema.js';

/** Why something must not be removed. */
export interface LegalHold {
  id: string;
  /** Null: everything in the organization is held. */
  documentId: string | null;
  reason: string;
  setAt: Date;
  /** Null when the user is gone. */
  setBy: string | null;
}

/** A hold as everyone who sees the document sees it. `setAt` is ISO 8601. */
export interface ShownHold {
  id: string;
  scope: 'document' | 'organization';
  setAt: string;
}

/** What is held: a document, or the organization as a whole. */
export type HoldSubject = string | null;

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const HOLDS_LOCK = 741_853_078;

const COLUMNS = ['id', 'document_id as documentId', 'reason', 'set_at as setAt', 'set_by as setBy'] as const;

/**
 * The statements on `legal_hold`, apart from the conditions in `held.repository.ts`. A purge takes the lock of its organizations
 * together with other purges, and who sets a hold takes it alone: so a hold is either seen by a purge or begins after it.
 */
@Injectable()
export class LegalHoldRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Waits for purges in the organization, and lets no other begin before the end of the transaction. The first lock to take. */
  async lock(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, HOLDS_LOCK, organizationId);
  }

  /** Lets no hold be set in these organizations before the end of the transaction. Look for holds in a later statement. */
  async keep(tx: Transaction, organizationIds: readonly string[]): Promise<void> {
    await tx.sql.query(
      'select pg_advisory_xact_lock_shared($1, hashtext(given.id)) from (select unnest($2::text[]) as id order by 1) given',
      [HOLDS_LOCK, [...new Set(organizationIds)]],
    );
  }

  /** Sets a hold, or gives the one that is there another reason. The caller has taken {@link lock}. */
  async set(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, reason, setBy }: { documentId: HoldSubject; reason: string; setBy: string | null },
  ): Promise<LegalHold> {
    const before = await this.find({ organizationId }, documentId, tx);
    if (before) {
      await kyselyOf<LegalHoldTables>(tx)
        .updateTable('legal_hold')
        .set({ reason })
        .where('id', '=', before.id)
        .execute();
      return { ...before, reason };
    }
    return kyselyOf<LegalHoldTables>(tx)
      .insertInto('legal_hold')
      .values({
        ...{ id: createId('hld'), organization_id: organizationId, document_id: documentId },
        ...{ reason, set_by: setBy },
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  }

  async remove(tx: Transaction, hold: Pick<LegalHold, 'id'>): Promise<void> {
    await kyselyOf<LegalHoldTables>(tx).deleteFrom('legal_hold').where('id', '=', hold.id).execute();
  }

  /** The hold of a document itself, or of the organization as a whole. */
  find(scope: OrganizationScope, documentId: HoldSubject, tx?: Transaction): Promise<LegalHold | undefined> {
    return this.#select(tx, scope)
      .where('document_id', documentId === null ? 'is' : '=', documentId)
      .executeTakeFirst();
  }

  /** The hold that keeps a document: its own, or that of the organization. */
  async ofDocument(tx: Transaction, scope: OrganizationScope, documentId: string): Promise<LegalHold | undefined> {
    return (await this.find(scope, documentId, tx)) ?? (await this.find(scope, null, tx));
  }

  /** The oldest hold on the organization or a document of it. */
  first(tx: Transaction, scope: OrganizationScope): Promise<LegalHold | undefined> {
    return this.#select(tx, scope).orderBy('set_at').orderBy('id').limit(1).executeTakeFirst();
  }

  /** Oldest first. */
  async list(scope: OrganizationScope, page: Page): Promise<{ holds: LegalHold[]; holdsCount: number }> {
    const [holds, { count }] = await Promise.all([
      this.#select(undefined, scope).orderBy('set_at').orderBy('id').$call(ofPage(page)).execute(),
      kyselyOf<LegalHoldTables>(this.unitOfWork)
        .selectFrom('legal_hold')
        .select(COUNT.as('count'))
        .where('organization_id', '=', scope.organizationId)
        .executeTakeFirstOrThrow(),
    ]);
    return { holds, holdsCount: count };
  }

  #select(tx: Transaction | undefined, { organizationId }: OrganizationScope) {
    return kyselyOf<LegalHoldTables>(tx ?? this.unitOfWork)
      .selectFrom('legal_hold')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId);
  }
}
