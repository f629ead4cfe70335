import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

const user = defineEntity({
  name: 'User',
  tableName: 'user',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    email: textColumn(),
    emailVerified: p.boolean().default(false),
    name: textColumn(),
    image: textColumn().nullable(),
    maxOrganizationCount: p.integer().nullable(),
    twoFactorEnabled: p.boolean().default(false),
    isAdmin: p.boolean().default(false),
    /** Set: the user cannot sign in, and API keys of the user do not work. */
    disabledAt: dateColumn().nullable(),
  },
});

export class User extends user.class {}
user.setClass(User);

export interface UserTables {
  user: InferKyselyTable<typeof user>;
}
