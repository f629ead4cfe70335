import { Injectable } from '@nestjs/common';
import type { Insertable, Updateable } from 'kysely';
import { kyselyOf, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { ShareLinkTables } from './share-link.schema.js';

/** A link as members see it: with its token, without its password. */
export interface ShareLinkRow {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  documentId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  token: string;
  expiresAt: Date | null;
  isEnabled: boolean;
  isPasswordProtected: boolean;
  maxDownloads: number | null;
  downloadsCount: number;
  viewsCount: number;
  lastAccessedAt: Date | null;
}

/** A list is never longer; the newest links are in it. */

/** The share links of an organization and what members set in them. */
@Injectable()
export class ShareLinkRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Newest first; `documentId`: of this document only. */
  list(scope: OrganizationScope, page: Page, { documentId }: { documentId?: string } = {}): Promise<ShareLinkRow[]> {
    return this.#select(scope)
      .$if(documentId !== undefined, (query) => query.where('document_id', '=', documentId as string))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .$call(ofPage(page))
      .execute();
  }

  find(scope: OrganizationScope, shareLinkId: string, tx?: Transaction): Promise<ShareLinkRow | undefined> {
    return this.#select(scope, tx).where('id', '=', shareLinkId).executeTakeFirst();
  }

  lock(tx: Transaction, scope: OrganizationScope, shareLinkId: string): Promise<ShareLinkRow | undefined> {
    return this.#select(scope, tx).where('id', '=', shareLinkId).forNoKeyUpdate().executeTakeFirst();
  }

  /** Counts all links of a document whose row is locked, so that none is added meanwhile. */
  async count(tx: Transaction, documentId: string): Promise<number> {
    const { count } = await kyselyOf<ShareLinkTables>(tx)
      .selectFrom('share_link')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('document_id', '=', documentId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async insert(tx: Transaction, row: Insertable<ShareLinkTables['share_link']>): Promise<void> {
    await kyselyOf<ShareLinkTables>(tx).insertInto('share_link').values(row).execute();
  }

  async update(
    tx: Transaction,
    shareLinkId: string,
    changes: Updateable<ShareLinkTables['share_link']>,
  ): Promise<void> {
    await kyselyOf<ShareLinkTables>(tx).updateTable('share_link').set(changes).where('id', '=', shareLinkId).execute();
  }

  /** Deletes a link with its log. Returns the document of the link, or `undefined` when there is no such link. */
  async delete(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    shareLinkId: string,
  ): Promise<string | undefined> {
    const deleted = await kyselyOf<ShareLinkTables>(tx)
      .deleteFrom('share_link')
      .where('organization_id', '=', organizationId)
      .where('id', '=', shareLinkId)
      .returning('document_id as documentId')
      .executeTakeFirst();
    return deleted?.documentId;
  }

  #select({ organizationId }: OrganizationScope, tx?: Transaction) {
    return kyselyOf<ShareLinkTables>(tx ?? this.unitOfWork)
      .selectFrom('share_link')
      .select((select) => [
        'id',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'organization_id as organizationId',
        'document_id as documentId',
        'created_by as createdBy',
        'token',
        'expires_at as expiresAt',
        'is_enabled as isEnabled',
        select('password_hash', 'is not', null).$castTo<boolean>().as('isPasswordProtected'),
        'max_downloads as maxDownloads',
        'downloads_count as downloadsCount',
        'views_count as viewsCount',
        'last_accessed_at as lastAccessedAt',
      ])
      .where('organization_id', '=', organizationId);
  }
}
