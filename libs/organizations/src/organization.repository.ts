import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { userIdOf, type OrganizationContext, type Role, type UserActor } from '#libs/kernel';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

/** Every query on organizations. Those that are deleted are seen only where it says so. */
@Injectable()
export class OrganizationRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** The role of the caller in an organization; nobody has one in a deleted organization. */
  async roleOf(organizationId: string, { userId }: UserActor): Promise<Role | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ role: Role }>(
      `select m.role from organization_member m join organization o on o.id = m.organization_id
       where m.organization_id = $1 and m.user_id = $2 and o.deleted_at is null`,
      [organizationId, userId],
    );
    return row?.role;
  }

  async find({ organizationId: id }: OrganizationContext): Promise<Organization | undefined> {
    return (await this.unitOfWork.reader.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** The organizations that the caller reaches, oldest first. */
  async ofActor(actor: UserActor): Promise<Organization[]> {
    return (await this.ofUser(actor.userId)).filter(({ id }) => reaches(actor, id));
  }

  /** The organizations of a user, oldest first. */
  async ofUser(userId: string): Promise<Organization[]> {
    const em = this.unitOfWork.reader;
    const memberships = await em.find(OrganizationMember, { userId });
    const ids = memberships.map(({ organizationId }) => organizationId);
    return em.find(Organization, { id: { $in: ids }, deletedAt: null }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  /** What the caller has deleted and may still restore, last deleted first. */
  async deletedBy(actor: UserActor): Promise<Organization[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      'select id from organization where deleted_at is not null and deleted_by = $1 and scheduled_purge_at >= now()',
      [actor.userId],
    );
    const ids = rows.map(({ id }) => id).filter((id) => reaches(actor, id));
    return this.unitOfWork.reader.find(
      Organization,
      { id: { $in: ids } },
      { orderBy: { deletedAt: 'desc', id: 'desc' } },
    );
  }

  /** Marks an organization as deleted; on database time, which also decides when it is purged. */
  async markDeleted(tx: Transaction, ctx: OrganizationContext, purgeDelayDays: number): Promise<void> {
    await tx.sql.query(
      `update organization set deleted_at = now(), deleted_by = $2, updated_at = greatest(now(), updated_at + interval '1 ms'),
         scheduled_purge_at = now() + make_interval(days => $3) where id = $1`,
      [ctx.organizationId, userIdOf(ctx), purgeDelayDays],
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

  async markRestored(tx: Transaction, { organizationId: id }: OrganizationContext): Promise<void> {
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

  /** Removes the row and all that still refers to it, unless it has documents. */
  async remove(tx: Transaction, { organizationId: id }: OrganizationContext): Promise<boolean> {
    const rows = await tx.sql.query(
      `delete from organization o where o.id = $1 and o.deleted_at is not null and o.scheduled_purge_at < now()
         and not exists (select from document d where d.organization_id = o.id) returning o.id`,
      [id],
    );
    return rows.length > 0;
  }

  async countMembers({ organizationId: id }: OrganizationContext): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ members: number }>(
      'select count(*)::int as members from organization_member where organization_id = $1',
      [id],
    );
    return row?.members ?? 0;
  }

  /** Locked until the end of the transaction. */
  async findForChange(tx: Transaction, { organizationId: id }: OrganizationContext): Promise<Organization | undefined> {
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

/** An API key may be bound to some of its user's organizations. */
function reaches(actor: UserActor, organizationId: string): boolean {
  return actor.via === 'session' || (actor.organizationIds?.includes(organizationId) ?? true);
}
