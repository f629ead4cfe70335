import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { UnitOfWork } from '#libs/database';
import { EventLog } from '#libs/events';
import type { KeepAnswer } from '#libs/idempotency';
import { createId } from '#libs/kernel';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationLimitReached } from './organizations.errors.js';
import { OrganizationCreated } from './organizations.events.js';

@Injectable()
export class CreateOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly config: OrganizationsConfig,
    private readonly events: EventLog,
  ) {}

  /** The user becomes its owner. */
  async execute(
    { userId, name }: { userId: string; name: string },
    keepAnswer?: KeepAnswer<Organization>,
  ): Promise<Organization> {
    return this.unitOfWork.run(async (tx) => {
      const remaining = await this.organizations.remainingOwnerships(tx, userId, this.config.maxOrganizationCount);
      if (remaining < 1) throw OrganizationLimitReached();
      const now = new Date();
      const dates = { createdAt: now, updatedAt: now };
      const organization = tx.em.create(Organization, {
        id: createId('org'),
        ...dates,
        name,
        customerId: null,
        deletedAt: null,
        deletedBy: null,
        scheduledPurgeAt: null,
      });
      await tx.em.flush(); // the membership refers to it
      tx.em.create(OrganizationMember, {
        id: createId('org_mem'),
        ...dates,
        organizationId: organization.id,
        userId,
        role: 'owner',
      });
      this.events.record(tx, OrganizationCreated, organization.id, { name });
      await keepAnswer?.(tx, organization);
      return organization;
    });
  }
}
