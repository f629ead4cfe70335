import { Injectable } from '@nestjs/common';
import { NotInOrganization } from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import type { Organization } from './organization.entity.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationUpdated } from './organizations.events.js';

@Injectable()
export class RenameOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** Throws RevisionMismatch when the organization is in none of the `expected` revisions. */
  async execute(ctx: OrganizationContext, name: string, expected?: readonly string[]): Promise<Organization> {
    return this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.findForChange(tx, ctx);
      if (!organization) throw NotInOrganization();
      assertRevision(organization, expected);
      organization.name = name;
      organization.updatedAt = nextUpdatedAt(organization.updatedAt, this.clock.now());
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['name'] });
      return organization;
    });
  }
}
