import { Injectable } from '@nestjs/common';
import { OrganizationsConfig, type DateDetection, type LearnedFiling } from '#config/organizations';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import {
  OrganizationRepository,
  type AutoTaggingChanges,
  type AutoTaggingSettings,
  type DocumentSettingsChanges,
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
      canSuggestProperties: row?.canSuggestProperties ?? false,
    };
  }

  /** How dates are found in documents of the organization. The server may have turned it off for all. */
  async dateDetection({ organizationId }: OrganizationContext, tx?: Transaction): Promise<DateDetection> {
    const { dateDetection } = this.config;
    if (dateDetection === 'off') return dateDetection;
    return (await this.organizations.documentSettings(organizationId, tx))?.dateDetection ?? dateDetection;
  }

  /** What documents get by what was learned from others. The server may have turned it off for all. */
  async learnedFiling({ organizationId }: OrganizationContext, tx?: Transaction): Promise<LearnedFiling> {
    const { learnedFiling } = this.config;
    if (learnedFiling === 'off') return learnedFiling;
    return (await this.organizations.documentSettings(organizationId, tx))?.learnedFiling ?? learnedFiling;
  }

  /** Whether new documents of the organization are in the inbox until a person confirms them. */
  async isInboxEnabled({ organizationId }: OrganizationContext, tx?: Transaction): Promise<boolean> {
    return (
      (await this.organizations.documentSettings(organizationId, tx))?.isInboxEnabled ?? this.config.isInboxEnabled
    );
  }

  /** Settings that are missing in `changes` stay as they are; null: as the server does. */
  async changeDocuments(ctx: OrganizationContext, changes: DocumentSettingsChanges): Promise<void> {
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.unitOfWork.run(async (tx) => {
      await this.organizations.saveDocumentSettings(tx, ctx, changes);
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
