import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';

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
  },
});

export interface OrganizationSettingsTables {
  organization_settings: InferKyselyTable<typeof organizationSettings>;
}
