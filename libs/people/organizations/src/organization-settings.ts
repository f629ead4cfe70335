import { Injectable } from '@nestjs/common';
import { OrganizationsConfig, type DateDetection } from '#config/organizations';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import {
  OrganizationRepository,
  type AutoTaggingChanges,
  type AutoTaggingSettings,
} from './organization.repository.js';
import { OrganizationUpdated } from './organizations.events.js';

/** What an organization has set for itself; everything else follows the settings of the server. */
@Injectable()
export class OrganizationSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly organizations: OrganizationRepository,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  /** Returns the settings as they are in the transaction, if one is given. */
  async autoTagging({ organizationId }: OrganizationContext, tx?: Transaction): Promise<AutoTaggingSettings> {
    const row = await this.organizations.autoTagging(organizationId, tx);
    return {
      isEnabled: row?.isEnabled ?? false,
      canCreateNewTags: row?.canCreateNewTags ?? false,
      maxTags: row?.maxTags ?? this.config.autoTaggingDefaultMaxTags,
      canSuggestDetails: row?.canSuggestDetails ?? false,
    };
  }

  /** How dates are found in documents of the organization. The server may have turned it off for all. */
  async dateDetection({ organizationId }: OrganizationContext, tx?: Transaction): Promise<DateDetection> {
    const { dateDetection } = this.config;
    if (dateDetection === 'off') return dateDetection;
    return (await this.organizations.dateDetection(organizationId, tx)) ?? dateDetection;
  }

  /** Null: as the server does. */
  async changeDateDetection(ctx: OrganizationContext, dateDetection: DateDetection | null): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.organizations.saveDateDetection(tx, ctx, dateDetection);
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }

  /** Whether new documents of the organization are in the inbox until a person confirms them. */
  async isInboxEnabled({ organizationId }: OrganizationContext, tx?: Transaction): Promise<boolean> {
    return (await this.organizations.isInboxEnabled(organizationId, tx)) ?? this.config.isInboxEnabled;
  }

  /** Null: as the server does. Documents that are in the inbox stay there. */
  async changeInbox(ctx: OrganizationContext, isEnabled: boolean | null): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      await this.organizations.saveInbox(tx, ctx, isEnabled);
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }

  /** Settings that are missing in `changes` stay as they are. */
  async changeAutoTagging(ctx: OrganizationContext, changes: AutoTaggingChanges): Promise<void> {
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.unitOfWork.run(async (tx) => {
      await this.organizations.saveAutoTagging(tx, ctx, changes);
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }
}
