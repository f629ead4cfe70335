import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { NotInOrganization } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import { Changes } from '#libs/history';
import { userIdOf, type OrganizationContext } from '#libs/kernel';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationDeleted } from './organizations.events.js';

@Injectable()
export class DeleteOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  /** Hides the organization from all its members until it is restored or purged. */
  async execute(ctx: OrganizationContext): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.lock(tx, ctx.organizationId);
      if (!organization || organization.isDeleted) throw NotInOrganization();
      await this.organizations.markDeleted(tx, ctx, this.config.deletedPurgeDelayDays);
      this.changes.record(tx, ctx, OrganizationDeleted, { userId: userIdOf(ctx) });
    });
  }
}
