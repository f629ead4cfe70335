import { Injectable } from '@nestjs/common';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { ActorContext, UserActor } from '#ground/kernel';
import { OrganizationRepository } from './organization.repository.js';
import {
  OnlyPreviousOwnerCanRestore,
  OrganizationHasNoOwner,
  OrganizationNotDeleted,
  OrganizationNotFound,
} from './organizations.errors.js';
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
    await this.unitOfWork.run(async (tx) => {
      const { deletedBy } = await this.#lockDeleted(tx, organizationId);
      if (deletedBy !== caller.actor.userId) throw OnlyPreviousOwnerCanRestore();
      await this.#restore(tx, caller, organizationId); // only an owner can have deleted it
    });
  }

  /** The same for an administrator of the installation, who need not be the one who deleted it. Its owner must still have an account. */
  async byAdministrator(tx: Transaction, caller: ActorContext<UserActor>, organizationId: string): Promise<void> {
    await this.#lockDeleted(tx, organizationId);
    const { emails } = await this.organizations.owners(tx, { organizationId });
    if (emails.length === 0) throw OrganizationHasNoOwner();
    await this.#restore(tx, caller, organizationId);
  }

  async #lockDeleted(tx: Transaction, organizationId: string): Promise<{ deletedBy: string | null }> {
    const organization = await this.organizations.lock(tx, organizationId);
    if (!organization || organization.isPurgeDue) throw OrganizationNotFound();
    if (!organization.isDeleted) throw OrganizationNotDeleted();
    return organization;
  }

  async #restore(tx: Transaction, caller: ActorContext<UserActor>, organizationId: string): Promise<void> {
    const ctx = { ...caller, organizationId, role: 'owner' } as const;
    await this.organizations.markRestored(tx, ctx);
    this.changes.record(tx, ctx, OrganizationRestored, { userId: caller.actor.userId });
  }
}
