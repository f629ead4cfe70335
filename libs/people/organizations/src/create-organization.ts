import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { Clock, createId, type ActorContext } from '#ground/kernel';
import { OrganizationMember } from './organization-member.entity.js';
import { Organization } from './organization.entity.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationLimitReached, TooManyDeletedOrganizations } from './organizations.errors.js';
import { OrganizationCreated } from './organizations.events.js';

/** Deleted organizations that a user may have until their purge, for each one of the limit. */
const DELETED_FOR_EACH = 10;

@Injectable()
export class CreateOrganization {
  constructor(
    private readonly organizations: OrganizationRepository,
    private readonly config: OrganizationsConfig,
    private readonly changes: Changes,
    private readonly clock: Clock,
  ) {}

  /** The user `ownerId` becomes the owner. */
  async execute(
    tx: Transaction,
    by: ActorContext,
    { name, ownerId }: { name: string; ownerId: string },
  ): Promise<Organization> {
    const remaining = await this.organizations.remainingOwnerships(tx, ownerId, this.config.maxOrganizationCount);
    if (remaining < 1) throw OrganizationLimitReached();
    const deleted = await this.organizations.countDeletedBy(tx, ownerId);
    if (deleted >= DELETED_FOR_EACH * this.config.maxOrganizationCount) throw TooManyDeletedOrganizations();
    const now = this.clock.now();
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
    await tx.em.flush(); // what follows refers to it
    await this.changes.open(tx, organization.id);
    tx.em.create(OrganizationMember, {
      id: createId('org_mem'),
      ...dates,
      organizationId: organization.id,
      userId: ownerId,
      role: 'owner',
    });
    const ctx = { ...by, organizationId: organization.id, role: 'owner' } as const;
    this.changes.record(tx, ctx, OrganizationCreated, { name });
    return organization;
  }
}
