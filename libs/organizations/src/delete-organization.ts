import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { NotInOrganization } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { OrganizationRepository } from './organization.repository.js';
import { NotOrganizationOwner } from './organizations.errors.js';
import { OrganizationDeleted } from './organizations.events.js';

@Injectable()
export class DeleteOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventLog,
    private readonly config: OrganizationsConfig,
  ) {}

  /** Hides the organization from all its members until it is restored or purged. */
  async execute({ organizationId, userId }: { organizationId: string; userId: string }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const role = await this.organizations.roleForChange(tx, organizationId, userId);
      const organization = await this.organizations.lock(tx, organizationId);
      if (!organization || organization.isDeleted) throw NotInOrganization();
      if (role !== 'owner') throw NotOrganizationOwner();
      await this.organizations.markDeleted(tx, organizationId, userId, this.config.deletedPurgeDelayDays);
      this.events.record(tx, OrganizationDeleted, organizationId, { userId });
    });
  }
}
