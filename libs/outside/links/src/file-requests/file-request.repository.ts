import { Injectable } from '@nestjs/common';
import { sql, type Insertable, type Updateable } from 'kysely';
import { anyOf, COUNT, kyselyOf, lockName, ofPage, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope, Page } from '#ground/kernel';
import type { FileRequestTables } from './file-request.schema.js';

/** A request as members see it. */
export interface FileRequest {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string;
  /** Null when the user is gone. */
  createdBy: string | null;
  title: string;
  message: string | null;
  /** Some of them may have been deleted. */
  tagIds: string[];
  token: string;
  isPasswordProtected: boolean;
  expiresAt: Date | null;
  isEnabled: boolean;
  maxFiles: number | null;
  maxFileBytes: number | null;
  filesCount: number;
  lastReceivedAt: Date | null;
}

/** A request as a visitor finds it. */
export type FoundFileRequest = FileRequest & {
  passwordHash: string | null;
  /** Decided by the clock of the database, as is `now`. */
  isExpired: boolean;
  now: Date;
};

/** Advisory locks of PostgreSQL: this number and a hash of the organization. */
const LIMIT_LOCK = 741_853_056;

/** Every statement on file requests; what came in is in `received-file.repository.ts`. */
@Injectable()
export class FileRequestRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Requests are created one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  async count(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<FileRequestTables>(tx)
      .selectFrom('file_request')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Newest first. */
  list({ organizationId }: OrganizationScope, page?: Page): Promise<FileRequest[]> {
    return this.#select()
      .where('organization_id', '=', organizationId)
      .orderBy('id', 'desc')
      .$call(ofPage(page))
      .execute();
  }

  find(
    { organizationId }: OrganizationScope,
    fileRequestId: string,
    tx?: Transaction,
  ): Promise<FileRequest | undefined> {
    return this.#select(tx)
      .where('organization_id', '=', organizationId)
      .where('id', '=', fileRequestId)
      .executeTakeFirst();
  }

  /** The request that a visitor opens, in whatever state. The token is enough: visitors are no members. */
  findByToken(token: string): Promise<FoundFileRequest | undefined> {
    return this.#select()
      .select([
        'password_hash as passwordHash',
        sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'),
        sql<Date>`now()`.as('now'),
      ])
      .where('token', '=', token)
      .executeTakeFirst();
  }

  /** Locked until the end of the transaction: files come in one after the other, and none while it changes. */
  lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    fileRequestId: string,
    { forDeletion = false } = {},
  ): Promise<FileRequest | undefined> {
    return this.#select(tx)
      .where('organization_id', '=', organizationId)
      .where('id', '=', fileRequestId)
      .$call((query) => (forDeletion ? query.forUpdate() : query.forNoKeyUpdate()))
      .executeTakeFirst();
  }

  async insert(tx: Transaction, row: Insertable<FileRequestTables['file_request']>): Promise<void> {
    await kyselyOf<FileRequestTables>(tx).insertInto('file_request').values(row).execute();
  }

  async update(
    tx: Transaction,
    fileRequestId: string,
    changes: Updateable<FileRequestTables['file_request']>,
  ): Promise<void> {
    await kyselyOf<FileRequestTables>(tx)
      .updateTable('file_request')
      .set(changes)
      .where('id', '=', fileRequestId)
      .execute();
  }

  /** Returns the requests that give this tag, locked until the end of the transaction. */
  async lockThoseWithTag(tx: Transaction, { organizationId }: OrganizationScope, tagId: string): Promise<string[]> {
    const rows = await kyselyOf<FileRequestTables>(tx)
      .selectFrom('file_request')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('tag_ids', '@>', sql<string[]>`array[${tagId}::text]`)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Gives another tag instead, once. The caller has locked the requests. */
  async replaceTag(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { fileRequestIds, tagId, intoTagId }: { fileRequestIds: readonly string[]; tagId: string; intoTagId: string },
  ): Promise<void> {
    await kyselyOf<FileRequestTables>(tx)
      .updateTable('file_request')
      .set({
        updated_at: sql<Date>`greatest(clock_timestamp(), updated_at + interval '1 ms')`,
        tag_ids: sql<string[]>`case when tag_ids @> array[${intoTagId}::text] then array_remove(tag_ids, ${tagId})
          else array_replace(tag_ids, ${tagId}, ${intoTagId}) end`,
      })
      .where('organization_id', '=', organizationId)
      .where('id', '=', anyOf(fileRequestIds))
      .execute();
  }

  /** Deletes a request with the log of its files; their documents stay. */
  async delete(tx: Transaction, fileRequestId: string): Promise<void> {
    await kyselyOf<FileRequestTables>(tx).deleteFrom('file_request').where('id', '=', fileRequestId).execute();
  }

  #select(tx?: Transaction) {
    return kyselyOf<FileRequestTables>(tx ?? this.unitOfWork)
      .selectFrom('file_request')
      .select((select) => [
        'id',
        'created_at as createdAt',
        'updated_at as updatedAt',
        'organization_id as organizationId',
        'created_by as createdBy',
        'title',
        'message',
        'tag_ids as tagIds',
        'token',
        select('password_hash', 'is not', null).$castTo<boolean>().as('isPasswordProtected'),
        'expires_at as expiresAt',
        'is_enabled as isEnabled',
        'max_files as maxFiles',
        sql<number | null>`max_file_bytes::float8`.as('maxFileBytes'),
        'files_count as filesCount',
        'last_received_at as lastReceivedAt',
      ]);
  }
}
