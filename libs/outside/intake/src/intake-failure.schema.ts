import { defineEntity, p } from '@mikro-orm/core';
import type { DocumentSource } from '#archive/documents';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** What an intake could not take. */
export const intakeFailure = defineEntity({
  name: 'IntakeFailure',
  tableName: 'intake_failure',
  properties: {
    id: idColumn().primary(),
    createdAt: dateColumn(),
    lastAttemptAt: dateColumn(),
    attempts: p.integer(),
    /** `retrying`: a person has asked for another attempt, and its job has not ended. */
    state: textColumn().$type<'open' | 'retrying'>(),
    organizationId: idColumn(),
    pluginId: idColumn(),
    instance: textColumn(),
    key: textColumn(),
    /** SHA-256 of the organization and the key. */
    keyHash: textColumn(),
    /** `mail`: the whole message; `file`: one file, which may come from a mail. */
    kind: textColumn().$type<'file' | 'mail'>(),
    source: textColumn().$type<DocumentSource>(),
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
