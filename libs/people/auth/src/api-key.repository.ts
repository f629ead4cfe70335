import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, kyselyOf, lockName, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { offsetOf, type ApiKeyActor, type Page, type Role } from '#ground/kernel';
import type { ApiKeyOrganizationTable } from './api-key-organization.schema.js';
import { ApiKey, type ApiKeyTable } from './api-key.entity.js';
import type { UserTables } from './user.entity.js';

export interface OrganizationOfKey {
  id: string;
  createdAt: Date;
  updatedAt: Date;
  name: string;
  customerId: string | null;
  deletedAt: Date | null;
  deletedBy: string | null;
  scheduledPurgeAt: Date | null;
}

export interface ApiKeyWithOrganizations {
  apiKey: ApiKey;
  organizations: OrganizationOfKey[];
}

interface ApiKeyTables extends UserTables {
  api_key: ApiKeyTable;
  api_key_organization: ApiKeyOrganizationTable;
}

/** A caller with an API key, and what else was read with the key. */
export interface KeyCaller {
  actor: ApiKeyActor;
  keyName: string;
  /** In the organization that was asked for; undefined for users who are not members, and in a deleted one. */
  role: Role | undefined;
}

interface KeyRow {
  id: string;
  userId: string;
  name: string;
  permissions: string[];
  organizationIds: string[] | null;
  role: Role | null;
}

// As text, because every request with a key sends one of these.

/** JSON lists are read several times faster than arrays of PostgreSQL. */
const KEY_COLUMNS = `k.id, k.user_id as "userId", k.name, to_json(k.permissions) as permissions,
  case when not k.all_organizations then
    to_json(array(select organization_id from api_key_organization where api_key_id = k.id)) end as "organizationIds"`;

const IS_VALID = `(k.expires_at is null or k.expires_at > now())
  and not exists (select from "user" u where u.id = k.user_id and u.disabled_at is not null)`;

const AUTHENTICATE = `select ${KEY_COLUMNS},
    coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUseToRecord",
    (select m.role from organization_member m join organization o on o.id = m.organization_id
     where m.organization_id = $2 and m.user_id = k.user_id and o.deleted_at is null) as role
  from api_key k where k.key_hash = $1 and ${IS_VALID}`;

const FIND_VALID = `select ${KEY_COLUMNS} from api_key k where k.id = any($1::text[]) and ${IS_VALID}`;

/** Advisory locks of PostgreSQL: this number and a hash of the user. */
const LIMIT_LOCK = 741_853_033;

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The caller with this token, unless the key is unknown or has expired, or the user is disabled. Records the use, at
   * most once a minute. One statement, because every request sends it: with an organization it also reads the role
   * that the user has there.
   */
  async authenticate(keyHash: string, organizationId?: string): Promise<KeyCaller | undefined> {
    const [key] = await sqlOver(this.unitOfWork.db).query<KeyRow & { isUseToRecord: boolean }>(AUTHENTICATE, [
      keyHash,
      organizationId ?? null,
    ]);
    if (!key) return undefined;
    if (key.isUseToRecord) {
      await kyselyOf<ApiKeyTables>(this.unitOfWork)
        .updateTable('api_key')
        .set({ last_used_at: sql<Date>`now()` })
        .where('id', '=', key.id)
        .execute();
    }
    return { actor: actorOf(key), keyName: key.name, role: key.role ?? undefined };
  }

  /** Returns the keys that exist and have not expired, of users who are not disabled, with what they may do now. */
  async findValid(ids: readonly string[]): Promise<ApiKeyActor[]> {
    if (ids.length === 0) return [];
    const keys = await sqlOver(this.unitOfWork.db).query<KeyRow>(FIND_VALID, [ids]);
    return keys.map(actorOf);
  }

  /** Newest first. */
  async ofUser(userId: string, page: Page): Promise<ApiKeyWithOrganizations[]> {
    const em = this.unitOfWork.reader;
    const apiKeys = await em.find(
      ApiKey,
      { userId },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit: page.pageSize, offset: offsetOf(page) },
    );
    // As text, as below: organizations are above this room.
    const rows = await sqlOver(em.getKysely()).query<OrganizationOfKey & { apiKeyId: string }>(
      `select bound.api_key_id as "apiKeyId", o.id, o.created_at as "createdAt", o.updated_at as "updatedAt", o.name,
         o.customer_id as "customerId", o.deleted_at as "deletedAt", o.deleted_by as "deletedBy",
         o.scheduled_purge_at as "scheduledPurgeAt"
       from api_key_organization bound join organization o on o.id = bound.organization_id
       where bound.api_key_id = any($1::text[])
       order by o.created_at, o.id`,
      [apiKeys.map(({ id }) => id)],
    );
    const byKey = Map.groupBy(rows, ({ apiKeyId }) => apiKeyId);
    return apiKeys.map((apiKey) => ({
      apiKey,
      organizations: (byKey.get(apiKey.id) ?? []).map(({ apiKeyId: _, ...organization }) => organization),
    }));
  }

  /** Keys of a user are created one after the other, so that the limit holds. The first lock to take. */
  async lockLimit(tx: Transaction, userId: string): Promise<void> {
    await lockName(tx, LIMIT_LOCK, userId);
  }

  /** Also those that have expired: they are in the list. */
  async count(tx: Transaction, userId: string): Promise<number> {
    const { count } = await kyselyOf<ApiKeyTables>(tx)
      .selectFrom('api_key')
      .select(COUNT.as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return count;
  }

  async bindToOrganizations(tx: Transaction, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
    await tx.sql.query('insert into api_key_organization (api_key_id, organization_id) select $1, unnest($2::text[])', [
      apiKeyId,
      organizationIds,
    ]);
  }

  /** Returns those of these organizations that the user is a member of. */
  async reachableOrganizations(tx: Transaction, userId: string, organizationIds: readonly string[]): Promise<string[]> {
    const rows = await tx.sql.query<{ id: string }>(
      `select o.id from organization_member m join organization o on o.id = m.organization_id
       where m.user_id = $1 and o.id = any($2::text[]) and o.deleted_at is null`,
      [userId, organizationIds],
    );
    return rows.map(({ id }) => id);
  }

  async isFuture(tx: Transaction, time: Date): Promise<boolean> {
    const [row] = await tx.sql.query<{ future: boolean }>('select $1::timestamptz > now() as future', [time]);
    return row?.future === true;
  }

  async delete(
    tx: Transaction,
    { id, userId }: { id: string; userId: string },
  ): Promise<{ name: string; organizationIds: string[] } | undefined> {
    const db = kyselyOf<ApiKeyTables>(tx);
    const bound = await db
      .selectFrom('api_key_organization')
      .select('organization_id')
      .where('api_key_id', '=', id)
      .execute();
    const deleted = await db
      .deleteFrom('api_key')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirst();
    return deleted && { name: deleted.name, organizationIds: bound.map((row) => row.organization_id) };
  }
}

function actorOf(key: KeyRow): ApiKeyActor {
  return {
    via: 'api-key',
    userId: key.userId,
    apiKeyId: key.id,
    permissions: key.permissions,
    organizationIds: key.organizationIds ?? undefined,
  };
}
