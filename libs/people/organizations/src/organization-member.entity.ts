import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn } from '#ground/database';
import type { Role } from '#ground/kernel';

const member = defineEntity({
  name: 'OrganizationMember',
  tableName: 'organization_member',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    userId: idColumn(),
    role: p.string().$type<Role>().columnType('text'),
  },
});

export class OrganizationMember extends member.class {}
member.setClass(OrganizationMember);

export type OrganizationMemberTable = InferKyselyTable<typeof member>;
