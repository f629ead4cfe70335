import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { Membership } from '#libs/http-kit';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

/** Every query on organizations. Those that are deleted are seen only where it says so. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The membership of a user, which a deleted organization does not have. */
  async membership(organizationId: string, userId: string): Promise<Membership | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ role: Membership['role'] }>(
      `select m.role from organization_member m join organization o on o.id = m.organization_id
       where m.organization_id = $1 and m.user_id = $2 and o.deleted_at is null`,
      [organizationId, userId],
    );
    return row && { organizationId, role: row.role };
  }

  /** The role of a member, which stays the same until the end of the transaction. */
  async roleForChange(tx: Transaction, id: string, userId: string): Promise<Membership['role'] | undefined> {
    const [row] = await tx.sql.query<{ role: Membership['role'] }>(
      'select role from organization_member where organization_id = $1 and user_id = $2 for share',
      [id, userId],
    );
    return row?.role;
  }

  async find(id: string): Promise<Organization | undefined> {
    return (await this.unitOfWork.reader.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** The organizations of a user, oldest first; only `within` these when that is given. */
  async ofUser(userId: string, within: readonly string[] | undefined): Promise<Organization[]> {
    const em = this.unitOfWork.reader;
    const memberships = await em.find(OrganizationMember, { userId });
    const ids = memberships.map(({ organizationId }) => organizationId).filter((id) => within?.includes(id) ?? true);
    return em.find(Organization, { id: { $in: ids }, deletedAt: null }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** What a user has deleted and may still restore, last deleted first; only `within` these when that is given. */
  async deletedBy(userId: string, within: readonly string[] | undefined): Promise<Organization[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      'select id from organization where deleted_at is not null and deleted_by = $1 and scheduled_purge_at >= now()',
      [userId],
    );
    const ids = rows.map(({ id }) => id).filter((id) => within?.includes(id) ?? true);
    return this.unitOfWork.reader.find(
      Organization,
      { id: { $in: ids } },
      { orderBy: { deletedAt: 'desc', id: 'desc' } },
    );
  }

  /** Marks an organization as deleted; on database time, which also decides when it is purged. */
  async markDeleted(tx: Transaction, id: string, userId: string, purgeDelayDays: number): Promise<void> {
    await tx.sql.query(
      `update organization set deleted_at = now(), deleted_by = $2, updated_at = greatest(now(), updated_at + interval '1 ms'),
         scheduled_purge_at = now() + make_interval(days => $3) where id = $1`,
      [id, userId, purgeDelayDays],
    );
  }

  /**
   * The row, deleted or not, locked until the end of the transaction. A lock that leaves others free to refer to the row:
   * with the stronger one, a rename would wait for every upload, and an upload for the rename.
   */
  async lock(
    tx: Transaction,
    id: string,
  ): Promise<{ isDeleted: boolean; deletedBy: string | null; isPurgeDue: boolean } | undefined> {
    const [row] = await tx.sql.query<{ isDeleted: boolean; deletedBy: string | null; isPurgeDue: boolean }>(
      `select deleted_at is not null as "isDeleted", deleted_by as "deletedBy",
         coalesce(deleted_at is not null and scheduled_purge_at < now(), false) as "isPurgeDue"
       from organization where id = $1 for no key update`,
      [id],
    );
    return row;
  }

  async markRestored(tx: Transaction, id: string): Promise<void> {
    await tx.sql.query(
      `update organization set deleted_at = null, deleted_by = null, scheduled_purge_at = null, updated_at = greatest(now(), updated_at + interval '1 ms')
       where id = $1`,
      [id],
    );
  }

  /** Deleted organizations whose time to be restored is over. */
  async findPurgeDue(): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      'select id from organization where deleted_at is not null and scheduled_purge_at < now() order by scheduled_purge_at',
    );
    return rows.map(({ id }) => id);
  }

  /** A chunk of the log of an organization that is to go; with the row they would go in one long statement. */
  async removeEvents(tx: Transaction, id: string, limit: number): Promise<number> {
    const rows = await tx.sql.query(
      `delete from event where id in (select id from event where organization_id = $1 order by position limit $2)
       returning id`,
      [id, limit],
    );
    return rows.length;
  }

  /** Removes the row and all that still refers to it, unless it has documents. */
  async remove(tx: Transaction, id: string): Promise<boolean> {
    const rows = await tx.sql.query(
      `delete from organization o where o.id = $1 and o.deleted_at is not null and o.scheduled_purge_at < now()
         and not exists (select from document d where d.organization_id = o.id) returning o.id`,
      [id],
    );
    return rows.length > 0;
  }

  /** What an organization holds: bytes of its documents, those in the trash included, and members. */
  async measureUsage(id: string): Promise<{ bytes: number; trashedBytes: number; members: number }> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ bytes: number; trashedBytes: number; members: number }>(
      `select coalesce(sum(d.original_size), 0)::float8 as bytes,
         coalesce(sum(d.original_size) filter (where d.deleted_at is not null), 0)::float8 as "trashedBytes",
         (select count(*)::int from organization_member m where m.organization_id = $1) as members
       from document d where d.organization_id = $1`,
      [id],
    );
    return row ?? { bytes: 0, trashedBytes: 0, members: 0 };
  }

  /** Locked until the end of the transaction. */
  async findForChange(tx: Transaction, id: string): Promise<Organization | undefined> {
    if (!(await this.lock(tx, id))) return undefined;
    return (await tx.em.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** How many more organizations the user may own. Holds the user until the commit, so that two creates count in turn. */
  async remainingOwnerships(tx: Transaction, userId: string, defaultLimit: number): Promise<number> {
    const [user] = await tx.sql.query<{ limit: number | null }>(
      'select max_organization_count as limit from "user" where id = $1 for no key update',
      [userId],
    );
    const [owned] = await tx.sql.query<{ count: number }>(
      `select count(*)::int as count from organization_member m join organization o on o.id = m.organization_id
       where m.user_id = $1 and m.role = 'owner' and o.deleted_at is null`,
      [userId],
    );
    return (user?.limit ?? defaultLimit) - (owned?.count ?? 0);
  }
}
