import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { dateColumn, idColumn, textColumn } from '#ground/database';
import type { StoredAttachment } from './attachment-pages.js';
import type { StoredDateFinding } from './date-finding.js';
import type { DocumentSource } from './document-source.js';
import type { ExtractionSteps } from './extraction-steps.js';

const document = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    id: idColumn().primary(),
    /** Grows with creation time over all organizations; the search index knows a document by it. */
    sequence: p.bigint('string'),
    createdAt: dateColumn(),
    updatedAt: dateColumn(),
    organizationId: idColumn(),
    createdBy: idColumn().nullable(),
    originalName: textColumn(),
    originalSize: p.bigint('number'),
    /** Bytes of the files of its earlier versions, which usage counts too. */
    otherVersionsSize: p.bigint('number').default(0),
    originalSha256Hash: textColumn().fieldName('original_sha256_hash'),
    originalStorageKey: textColumn(),
    name: textColumn(),
    nameSortKey: textColumn(),
    mimeType: textColumn(),
    /** The text that was read or typed in; loaded only where it is asked for. */
    content: textColumn().default('').lazy(),
    /** False: the search index does not hold all words of the content. */
    isContentFullyIndexed: p.boolean().default(true),
    documentDate: dateColumn().nullable(),
    /** Set while the date is one that was found in the document, and not set by anyone. */
    dateFinding: p.json<StoredDateFinding>().columnType('jsonb').nullable(),
    /** Someone has taken the date away: none is found again. */
    isDateRemoved: p.boolean().default(false).lazy(),
    notes: textColumn().nullable(),
    /** It waits until a person confirms it. */
    isInInbox: p.boolean().default(false),
    /** How it came in; stays when it is taken out of the trash by another upload. */
    source: textColumn().$type<DocumentSource>().default('upload').lazy(),
    deletedAt: dateColumn().nullable(),
    deletedBy: idColumn().nullable(),
    ocrLanguages: p.array().columnType('text[]'),
    extractionStatus: textColumn().$type<'completed' | 'pending' | 'running' | 'waiting'>(),
    extractionOutcome: textColumn().nullable(),
    extractionReason: textColumn().nullable(),
    extractionProvider: textColumn().nullable(),
    extractionNextAttemptAt: dateColumn().nullable(),
    /** The files in the file, as they were last read. */
    attachments: p.json<StoredAttachment[]>().columnType('jsonb').nullable().lazy(),
    extractionSteps: p.json<ExtractionSteps>().columnType('jsonb').nullable().lazy(),
  },
});

export class Document extends document.class {}
document.setClass(Document);

export interface DocumentTables {
  document: InferKyselyTable<typeof document>;
}
