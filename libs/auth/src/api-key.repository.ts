import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { Permission } from '#libs/http-kit';
import type { UserActor as Actor } from '#libs/kernel';
import { ApiKey } from './api-key.entity.js';

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

interface KeyRow {
  id: string;
  user_id: string;
  permissions: Permission[];
  organization_ids: string[] | null;
  unseen: boolean;
}

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The caller behind a token, unless the key is unknown or has expired. Notes the use, at most once a minute. */
  async authenticate(keyHash: string): Promise<Actor | undefined> {
    const sql = sqlOver(this.unitOfWork.db);
    const [key] = await sql.query<KeyRow>(
      `select id, user_id, permissions,
         case when not all_organizations then array(
           select organization_id::text from api_key_organization where api_key_id = api_key.id) end as organization_ids,
         last_used_at is null or last_used_at < now() - interval '1 minute' as unseen
       from api_key where key_hash = $1 and (expires_at is null or expires_at > now())`,
      [keyHash],
    );
    if (!key) return undefined;
    if (key.unseen) await sql.query('update api_key set last_used_at = now() where id = $1', [key.id]);
    return {
      via: 'api-key',
      userId: key.user_id,
      apiKeyId: key.id,
      permissions: key.permissions,
      organizationIds: key.organization_ids ?? undefined,
    };
  }

  async get(id: string): Promise<ApiKey> {
    return this.unitOfWork.reader.findOneOrFail(ApiKey, { id });
  }

  /** Newest first. */
  async ofUser(userId: string): Promise<ApiKeyWithOrganizations[]> {
    const em = this.unitOfWork.reader;
    const apiKeys = await em.find(ApiKey, { userId }, { orderBy: { createdAt: 'desc', id: 'desc' } });
    const rows = await sqlOver(em.getKysely()).query<OrganizationOfKey & { apiKeyId: string }>(
      `select bound.api_key_id as "apiKeyId", o.id, o.created_at as "createdAt", o.updated_at as "updatedAt", o.name,
         o.customer_id as "customerId", o.deleted_at as "deletedAt", o.deleted_by as "deletedBy",
         o.scheduled_purge_at as "scheduledPurgeAt"
       from api_key_organization bound join organization o on o.id = bound.organization_id
       where bound.api_key_id in (select id from api_key where user_id = $1)
       order by o.created_at, o.id`,
      [userId],
    );
    return apiKeys.map((apiKey) => ({
      apiKey,
      organizations: rows
        .filter((row) => row.apiKeyId === apiKey.id)
        .map(({ apiKeyId: _, ...organization }) => organization),
    }));
  }

  async bindToOrganizations(tx: Transaction, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
    await tx.sql.query('insert into api_key_organization (api_key_id, organization_id) select $1, unnest($2::text[])', [
      apiKeyId,
      organizationIds,
    ]);
  }

  /** Which of these organizations the user is a member of. */
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

  async delete(tx: Transaction, { id, userId }: { id: string; userId: string }): Promise<void> {
    await tx.sql.query('delete from api_key where id = $1 and user_id = $2', [id, userId]);
  }
}
