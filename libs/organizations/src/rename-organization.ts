import { Injectable } from '@nestjs/common';
import { NotInOrganization } from '#libs/auth';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import { assertRevision, nextUpdatedAt } from '#libs/kernel';
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

  /** Fails with 412 when `expected` revisions are given and the organization is in none of them. */
  async execute(
    { organizationId, name }: { organizationId: string; name: string },
    expected?: readonly string[],
  ): Promise<Organization> {
    return this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.findForChange(tx, organizationId);
      if (!organization) throw NotInOrganization();
      assertRevision(organization, expected);
      organization.name = name;
      organization.updatedAt = nextUpdatedAt(organization.updatedAt);
      this.events.record(tx, OrganizationUpdated, organizationId, { updatedFields: ['name'] });
      return organization;
    });
  }
}
