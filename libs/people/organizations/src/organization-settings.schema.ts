import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { DateDetection, LearnedFiling } from '#config/organizations';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** Null where the organization follows the settings of the server. */
export const organizationSettings = defineEntity({
  name: 'OrganizationSettings',
  tableName: 'organization_settings',
  properties: {
    organizationId: idColumn().primary(),
    updatedAt: dateColumn().defaultRaw('now()'),
    autoTaggingIsEnabled: p.boolean().nullable(),
    autoTaggingCanCreateNewTags: p.boolean().nullable(),
    autoTaggingMaxTags: p.integer().nullable(),
    autoTaggingCanSuggestDetails: p.boolean().nullable(),
    autoTaggingCanSuggestProperties: p.boolean().nullable(),
    dateDetection: textColumn().$type<DateDetection>().nullable(),
    isInboxEnabled: p.boolean().nullable(),
    learnedFiling: textColumn().$type<LearnedFiling>().nullable(),
  },
});

export interface OrganizationSettingsTables {
  organization_settings: InferKyselyTable<typeof organizationSettings>;
}
