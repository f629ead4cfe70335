import { Injectable } from '@nestjs/common';
import { OrganizationsConfig } from '#config/organizations';
import { sqlOver, UnitOfWork } from '#libs/database';
import { Changes } from '#libs/history';
import type { OrganizationContext } from '#libs/kernel';
import { OrganizationUpdated } from './organizations.events.js';

export interface AutoTaggingSettings {
  isEnabled: boolean;
  /** Whether automatic tagging may invent tags, or only choose among those there are. */
  canCreateNewTags: boolean;
  /** Most tags given to one document. */
  maxTags: number;
}

type AutoTaggingChanges = { [Name in keyof AutoTaggingSettings]?: AutoTaggingSettings[Name] | undefined };

interface SettingsRow {
  isEnabled: boolean | null;
  canCreateNewTags: boolean | null;
  maxTags: number | null;
}

/** What an organization has chosen for itself; what it has not chosen follows the server's settings. */
@Injectable()
export class OrganizationSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly changes: Changes,
    private readonly config: OrganizationsConfig,
  ) {}

  async autoTagging({ organizationId }: OrganizationContext): Promise<AutoTaggingSettings> {
    const [row] = await sqlOver(this.unitOfWork.db).query<SettingsRow>(
      `select auto_tagging_is_enabled as "isEnabled", auto_tagging_can_create_new_tags as "canCreateNewTags",
         auto_tagging_max_tags as "maxTags" from organization_settings where organization_id = $1`,
      [organizationId],
    );
    return {
      isEnabled: row?.isEnabled ?? false,
      canCreateNewTags: row?.canCreateNewTags ?? false,
      maxTags: row?.maxTags ?? this.config.autoTaggingDefaultMaxTags,
    };
  }

  /** What is missing in `changes` stays as it is. */
  async changeAutoTagging(ctx: OrganizationContext, changes: AutoTaggingChanges): Promise<void> {
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.unitOfWork.run(async (tx) => {
      await tx.sql.query(
        `insert into organization_settings as s
           (organization_id, auto_tagging_is_enabled, auto_tagging_can_create_new_tags, auto_tagging_max_tags)
         values ($1, $2, $3, $4)
         on conflict (organization_id) do update set updated_at = now(),
           auto_tagging_is_enabled = coalesce($2, s.auto_tagging_is_enabled),
           auto_tagging_can_create_new_tags = coalesce($3, s.auto_tagging_can_create_new_tags),
           auto_tagging_max_tags = coalesce($4, s.auto_tagging_max_tags)`,
        [ctx.organizationId, changes.isEnabled ?? null, changes.canCreateNewTags ?? null, changes.maxTags ?? null],
      );
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }
}
