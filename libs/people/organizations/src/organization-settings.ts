import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { OrganizationsConfig } from '#config/organizations';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import type { OrganizationSettingsTables } from './organization-settings.schema.js';
import { OrganizationUpdated } from './organizations.events.js';

export interface AutoTaggingSettings {
  isEnabled: boolean;
  /** Whether automatic tagging may create tags, or only use existing ones. */
  canCreateNewTags: boolean;
  /** Most tags given to one document. */
  maxTags: number;
  /** Whether a date and a name may be suggested as well, which a person accepts or dismisses. */
  canSuggestDetails: boolean;
}

type AutoTaggingChanges = { [Name in keyof AutoTaggingSettings]?: AutoTaggingSettings[Name] | undefined };

/** What an organization has set for itself; everything else follows the settings of the server. */
@Injectable()
export class OrganizationSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  /** Returns the settings as they are in the transaction, if one is given. */
  async autoTagging({ organizationId }: OrganizationContext, tx?: Transaction): Promise<AutoTaggingSettings> {
    const row = await kyselyOf<OrganizationSettingsTables>(tx ?? this.unitOfWork)
      .selectFrom('organization_settings')
      .select([
        'auto_tagging_is_enabled as isEnabled',
        'auto_tagging_can_create_new_tags as canCreateNewTags',
        'auto_tagging_max_tags as maxTags',
        'auto_tagging_can_suggest_details as canSuggestDetails',
      ])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return {
      isEnabled: row?.isEnabled ?? false,
      canCreateNewTags: row?.canCreateNewTags ?? false,
      maxTags: row?.maxTags ?? this.config.autoTaggingDefaultMaxTags,
      canSuggestDetails: row?.canSuggestDetails ?? false,
    };
  }

  /** Settings that are missing in `changes` stay as they are. */
  async changeAutoTagging(ctx: OrganizationContext, changes: AutoTaggingChanges): Promise<void> {
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.unitOfWork.run(async (tx) => {
      const values = {
        auto_tagging_is_enabled: changes.isEnabled,
        auto_tagging_can_create_new_tags: changes.canCreateNewTags,
        auto_tagging_max_tags: changes.maxTags,
        auto_tagging_can_suggest_details: changes.canSuggestDetails,
      };
      await kyselyOf<OrganizationSettingsTables>(tx)
        .insertInto('organization_settings')
        .values({ organization_id: ctx.organizationId, ...values })
        .onConflict((conflict) =>
          conflict.column('organization_id').doUpdateSet({ updated_at: sql<Date>`now()`, ...values }),
        )
        .execute();
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }
}
