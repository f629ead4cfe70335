import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** The password of one document, encrypted (`password-seal.ts`). */
export const documentPassword = defineEntity({
  name: 'DocumentPassword',
  tableName: 'document_password',
  properties: {
    documentId: idColumn().primary(),
    organizationId: idColumn(),
    sealed: p.blob(),
    /** False: it is for the next reading only. */
    isKept: p.boolean(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

/** A password that is tried for every document of an organization that needs one, encrypted. */
export const organizationPassword = defineEntity({
  name: 'OrganizationPassword',
  tableName: 'organization_password',
  properties: {
    id: idColumn().primary(),
    organizationId: idColumn(),
    /** What people call it: never the password. */
    name: textColumn(),
    sealed: p.blob(),
    createdAt: dateColumn().defaultRaw('now()'),
  },
});

export interface PasswordTables {
  document_password: InferKyselyTable<typeof documentPassword>;
  organization_password: InferKyselyTable<typeof organizationPassword>;
}
