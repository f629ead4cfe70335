import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { idColumn } from '#ground/database';

/** The organizations of an API key that is not valid for all organizations of its user. */
export const apiKeyOrganization = defineEntity({
  name: 'ApiKeyOrganization',
  tableName: 'api_key_organization',
  properties: { apiKeyId: idColumn().primary(), organizationId: idColumn().primary() },
});

export type ApiKeyOrganizationTable = InferKyselyTable<typeof apiKeyOrganization>;
