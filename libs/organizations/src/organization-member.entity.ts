import { defineEntity, p } from '@mikro-orm/core';
import { dateColumn, idColumn } from '#libs/database';

const member = defineEntity({
  name: 'OrganizationMember',
  tableName: 'organization_member',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    userId: idColumn(),
    role: p.string().$type<'admin' | 'member' | 'owner'>().columnType('text'),
  },
});

export class OrganizationMember extends member.class {}
member.setClass(OrganizationMember);
