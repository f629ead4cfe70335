import { Injectable } from '@nestjs/common';
import { NotInOrganization } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import type { Organization } from './organization.entity.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationUpdated } from './organizations.events.js';

@Injectable()
export class RenameOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly events: EventLog,
  ) {}

  async execute({ organizationId, name }: { organizationId: string; name: string }): Promise<Organization> {
    return this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.findForChange(tx, organizationId);
      if (!organization) throw NotInOrganization();
      organization.name = name;
      organization.updatedAt = new Date();
      this.events.record(tx, OrganizationUpdated, organizationId, { updatedFields: ['name'] });
      return organization;
    });
  }
}
