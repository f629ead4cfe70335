import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, idColumn, textColumn } from '#libs/database';

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
    /** Position of the newest event in the log of this organization. */
    eventPosition: p.bigint('string').default('0'),
  },
});

export class Organization extends organization.class {}
organization.setClass(Organization);
