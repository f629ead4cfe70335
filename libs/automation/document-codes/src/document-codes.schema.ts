import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import type { CodeReading, FoundCode } from '#capabilities/extraction';
import type { NumberOutcome } from '#archive/documents';
import { dateColumn, idColumn, textColumn } from '#ground/database';

/** What a code was understood as, and what came of it. */
export type CodeMeaning =
  /** `invalid`: no number from 1 to 999,999,999 follows the prefix; `further`: another label came first. */
  | { kind: 'archive-number'; number: number | null; outcome: NumberOutcome | 'further' | 'invalid' | 'removed' }
  /** `unknown`: there is no such tag. */
  | { kind: 'tag'; name: string; outcome: 'added' | 'unknown' }
  /** The page is a sheet between two documents. */
  | { kind: 'separator' };

/** A code on a page, as it is stored. */
export type StoredCode = FoundCode & { meaning: CodeMeaning | null };

/** The codes on the pages of a document, as they were last read. */
export const documentCodes = defineEntity({
  name: 'DocumentCodes',
  tableName: 'document_codes',
  properties: {
    documentId: idColumn().primary(),
    readAt: dateColumn().defaultRaw('now()'),
    outcome: textColumn().$type<CodeReading['outcome']>(),
    /** A sentence for people. */
    reason: textColumn().nullable(),
    /** Pages that were looked at. */
    pages: p.integer().nullable(),
    unreadPages: p.integer().default(0),
    pagesCount: p.integer().nullable(),
    isCutShort: p.boolean().default(false),
    codes: p.json<StoredCode[]>().columnType('jsonb').defaultRaw(`'[]'`),
  },
});

/** Null where the organization follows the settings of the server. */
export const codeSettings = defineEntity({
  name: 'CodeSettings',
  tableName: 'code_settings',
  properties: {
    organizationId: idColumn().primary(),
    isEnabled: p.boolean().nullable(),
    archiveNumberPrefix: textColumn().nullable(),
    tagPrefix: textColumn().nullable(),
    canCreateTags: p.boolean().nullable(),
    canSplit: p.boolean().nullable(),
    separators: p.array().columnType('text[]').nullable(),
    keepsSeparators: p.boolean().nullable(),
    splitsAtArchiveNumbers: p.boolean().nullable(),
    keepsSplitDocuments: p.boolean().nullable(),
  },
});

export interface DocumentCodesTables {
  document_codes: InferKyselyTable<typeof documentCodes>;
  code_settings: InferKyselyTable<typeof codeSettings>;
}
