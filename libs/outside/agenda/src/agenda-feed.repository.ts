import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';

export interface Feed {
  organizationId: string;
  organizationName: string;
  userId: string;
}

/** The statements on `agenda_feed`. */
@Injectable()
export class AgendaFeedRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Makes the feed of a member, or gives it another secret. False: the user is not a member any more. */
  async save(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { userId, secretHash, createdAt }: { userId: string; secretHash: string; createdAt: Date },
  ): Promise<boolean> {
    const rows = await tx.sql.query(
      `insert into agenda_feed (organization_id, user_id, secret_hash, created_at)
       select organization_id, user_id, $3, $4::timestamptz from organization_member
       where organization_id = $1 and user_id = $2 for key share
       on conflict (organization_id, user_id) do update
         set secret_hash = excluded.secret_hash, created_at = excluded.created_at
       returning user_id`,
      [organizationId, userId, secretHash, createdAt],
    );
    return rows.length > 0;
  }

  async createdAt({ organizationId }: OrganizationScope, userId: string): Promise<Date | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ createdAt: Date }>(
      'select created_at as "createdAt" from agenda_feed where organization_id = $1 and user_id = $2',
      [organizationId, userId],
    );
    return row?.createdAt;
  }

  async delete(tx: Transaction, { organizationId }: OrganizationScope, userId: string): Promise<void> {
    await tx.sql.query('delete from agenda_feed where organization_id = $1 and user_id = $2', [organizationId, userId]);
  }

  /** The feed with this secret, if its user may sign in and the organization is not deleted. The membership ends with the row. */
  async find(secretHash: string): Promise<Feed | undefined> {
    const [feed] = await sqlOver(this.unitOfWork.db).query<Feed>(
      `select f.organization_id as "organizationId", o.name as "organizationName", f.user_id as "userId"
       from agenda_feed f
       join organization o on o.id = f.organization_id and o.deleted_at is null
       join "user" u on u.id = f.user_id and u.disabled_at is null
       where f.secret_hash = $1`,
      [secretHash],
    );
    return feed;
  }
}
