import { defineEntity } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

const organization = defineEntity({
  name: 'Organization',
  tableName: 'organization',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    name: textColumn(),
    customerId: textColumn().nullable(),
    deletedAt: dateColumn().nullable(),
    deletedBy: idColumn().nullable(),
    scheduledPurgeAt: dateColumn().nullable(),
  },
});

export class Organization extends organization.class {}
organization.setClass(Organization);

export type OrganizationTable = InferKyselyTable<typeof organization>;
