import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { Permission } from '#ground/http-kit';

const apiKey = defineEntity({
  name: 'ApiKey',
  tableName: 'api_key',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    name: textColumn(),
    /** The start of the token, so that users recognize it. */
    prefix: textColumn(),
    keyHash: textColumn(),
    userId: idColumn(),
    permissions: p.array<Permission>().columnType('text[]'),
    allOrganizations: p.boolean().default(true),
    lastUsedAt: dateColumn().nullable(),
    expiresAt: dateColumn().nullable(),
  },
});

export class ApiKey extends apiKey.class {}
apiKey.setClass(ApiKey);

export type ApiKeyTable = InferKyselyTable<typeof apiKey>;
