import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { Membership } from '#libs/http-kit';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';

/** Everything here concerns organizations that are not deleted. */
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

  async findForChange(tx: Transaction, id: string): Promise<Organization | undefined> {
    return (await tx.em.findOne(Organization, { id, deletedAt: null })) ?? undefined;
  }

  /** How many more organizations the user may own. Holds the user until the commit, so that two creates count in turn. */
  async remainingOwnerships(tx: Transaction, userId: string, defaultLimit: number): Promise<number> {
    const [user] = await tx.sql.query<{ limit: number | null }>(
      'select max_organization_count as limit from "user" where id = $1 for update',
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
