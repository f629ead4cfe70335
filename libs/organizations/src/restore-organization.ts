import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#libs/database';
import { Changes } from '#libs/history';
import type { ActorContext, UserActor } from '#libs/kernel';
import { OrganizationRepository } from './organization.repository.js';
import { OnlyPreviousOwnerCanRestore, OrganizationNotDeleted, OrganizationNotFound } from './organizations.errors.js';
import { OrganizationRestored } from './organizations.events.js';

@Injectable()
export class RestoreOrganization {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly changes: Changes,
  ) {}

  /** Restores a deleted organization with all its members, as long as its purge is not due. */
  async execute(caller: ActorContext<UserActor>, organizationId: string): Promise<void> {
    const { userId } = caller.actor;
    await this.unitOfWork.run(async (tx) => {
      const organization = await this.organizations.lock(tx, organizationId);
      if (!organization || organization.isPurgeDue) throw OrganizationNotFound();
      if (!organization.isDeleted) throw OrganizationNotDeleted();
      if (organization.deletedBy !== userId) throw OnlyPreviousOwnerCanRestore();
      const ctx = { ...caller, organizationId, role: 'owner' } as const; // only an owner can have deleted it
      await this.organizations.markRestored(tx, ctx);
      this.changes.record(tx, ctx, OrganizationRestored, { userId });
    });
  }
}
