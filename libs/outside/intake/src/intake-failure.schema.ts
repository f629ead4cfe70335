import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { DocumentSource } from '#archive/documents';
import { dateColumn, idColumn, textColumn } from '#ground/database';

export type FailureSource = Extract<DocumentSource, 'email' | 'folder' | 'plugin'>;

/** What an intake could not take. */
export const intakeFailure = defineEntity({
  name: 'IntakeFailure',
  tableName: 'intake_failure',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn().defaultRaw('now()'),
    lastAttemptAt: dateColumn().defaultRaw('now()'),
    attempts: p.integer().default(1),
    /** `retrying`: a person has asked for another attempt, and its job has not ended. */
    state: textColumn().$type<'open' | 'retrying'>().default('open'),
    organizationId: idColumn(),
    pluginId: idColumn(),
    instance: textColumn(),
    key: textColumn(),
    /** SHA-256 of the organization and the key. */
    keyHash: textColumn(),
    /** `mail`: the whole message; `file`: one file, which may come from a mail. */
    kind: textColumn().$type<'file' | 'mail'>(),
    source: textColumn().$type<FailureSource>(),
    fileName: textColumn().nullable(),
    mimeType: textColumn().nullable(),
    tags: p.array().columnType('text[]'),
    sender: textColumn().nullable(),
    subject: textColumn().nullable(),
    size: p.bigint('number').nullable(),
    reason: textColumn(),
    /** Where the plugin finds it again. */
    reference: textColumn().nullable(),
    /** The file that the server holds for another attempt. */
    storageKey: textColumn().nullable(),
  },
});

export interface IntakeFailureTables {
  intake_failure: InferKyselyTable<typeof intakeFailure>;
}
