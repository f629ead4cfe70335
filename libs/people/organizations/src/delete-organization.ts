import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { NotInOrganization } from '#people/auth';
import { LegalHoldRepository, organizationLocked, OrganizationOnHold, RetentionLockRepository } from '#people/holds';
import { UnitOfWork } from '#ground/database';
import { Changes } from '#ground/history';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { MemberRepository } from './member.repository.js';
import { OrganizationRepository } from './organization.repository.js';
import { NotOrganizationOwner } from './organizations.errors.js';
import { OrganizationDeleted } from './organizations.events.js';

@Injectable()
export class DeleteOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly members: MemberRepository,
    private readonly holds: LegalHoldRepository,
    private readonly locks: RetentionLockRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  /**
   * Hides the organization from all its members until it is restored or purged. Only its owner can restore it, so the
   * ownership must not pass to another member meanwhile. A legal hold that is set at the same time locks the organization
   * with its commit: it is seen here, or fails because the organization is deleted.
   */
  async execute(ctx: OrganizationContext): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const role = ctx.role === 'system' ? ctx.role : await this.members.keepRole(tx, ctx);
      if (role !== 'system' && role !== 'owner') throw NotOrganizationOwner();
      const organization = await this.organizations.lock(tx, ctx.organizationId);
      if (!organization || organization.isDeleted) throw NotInOrganization();
      const hold = await this.holds.first(tx, ctx);
      if (hold)
        throw OrganizationOnHold({
          facts: { legalHoldId: hold.id, ...(hold.documentId !== null && { documentId: hold.documentId }) },
        });
      const lock = await this.locks.last(tx, ctx);
      if (lock) throw organizationLocked(lock);
      await this.organizations.markDeleted(tx, ctx, this.config.deletedPurgeDelayDays);
      this.changes.record(tx, ctx, OrganizationDeleted, { userId: userIdOf(ctx) });
    });
  }
}
