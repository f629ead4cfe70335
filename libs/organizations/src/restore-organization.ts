import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { OrganizationRepository } from './organization.repository.js';
import { OnlyPreviousOwnerCanRestore, OrganizationNotDeleted, OrganizationNotFound } from './organizations.errors.js';
import { OrganizationRestored } from './organizations.events.js';

@Injectable()
export class RestoreOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventLog,
  ) {}

  /** Brings back a deleted organization with all its members, as long as its purge is not due. */
  async execute({ organizationId, userId }: { organizationId: string; userId: string }): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.lock(tx, organizationId);
      if (!organization || organization.isPurgeDue) throw OrganizationNotFound();
      if (!organization.isDeleted) throw OrganizationNotDeleted();
      if (organization.deletedBy !== userId) throw OnlyPreviousOwnerCanRestore();
      await this.organizations.markRestored(tx, organizationId);
      this.events.record(tx, OrganizationRestored, organizationId, { userId });
    });
  }
}
