import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export const intakeEmail = defineEntity({
  name: 'IntakeEmail',
  tableName: 'intake_email',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    /** In lower case. */
    emailAddress: textColumn(),
    isEnabled: p.boolean(),
    /** Addresses and domains (`@example.com`) that files are taken from, in lower case. */
    allowedOrigins: p.array((value) => value).columnType('text[]'),
    /** Whether the mail itself becomes a document, too. */
    keepsMessage: p.boolean(),
  },
});

export interface IntakeEmailTables {
  intake_email: InferKyselyTable<typeof intakeEmail>;
}
