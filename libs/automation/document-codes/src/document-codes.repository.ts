import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { isDocumentOf } from '#archive/documents';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentCodesTables, StoredCode } from './document-codes.schema.js';

/** How looking for the codes of a document ended. */
export interface CodesOfDocument {
  readAt: Date;
  outcome: DocumentCodesTables['document_codes']['outcome'];
  reason: string | null;
  pages: number | null;
  unreadPages: number;
  pagesCount: number | null;
  isCutShort: boolean;
  codes: StoredCode[];
}

/** What an organization has set; null where it follows the server. */
export interface StoredCodeSettings {
  isEnabled: boolean | null;
  archiveNumberPrefix: string | null;
  tagPrefix: string | null;
  canCreateTags: boolean | null;
  canSplit: boolean | null;
  separators: string[] | null;
  keepsSeparators: boolean | null;
  splitsAtArchiveNumbers: boolean | null;
  keepsSplitDocuments: boolean | null;
}

export type CodeSettingsChanges = { [Name in keyof StoredCodeSettings]?: StoredCodeSettings[Name] | undefined };

/** Every statement on codes and what organizations have set about them. */
@Injectable()
export class DocumentCodesRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async find(
    source: Transaction | undefined,
    scope: OrganizationScope,
    documentId: string,
  ): Promise<CodesOfDocument | undefined> {
    return kyselyOf<DocumentCodesTables>(source ?? this.unitOfWork)
      .selectFrom('document_codes')
      .select([
        'read_at as readAt',
        'outcome',
        'reason',
        'pages',
        'unread_pages as unreadPages',
        'pages_count as pagesCount',
        'is_cut_short as isCutShort',
        sql<StoredCode[]>`codes`.as('codes'),
      ])
      .where('document_id', '=', documentId)
      .where(isDocumentOf(scope, 'document_id'))
      .executeTakeFirst();
  }

  /** Replaces the codes of an earlier reading. The caller holds the lock of the document. */
  async save(tx: Transaction, documentId: string, read: Omit<CodesOfDocument, 'readAt'>): Promise<void> {
    const values = {
      outcome: read.outcome,
      reason: read.reason,
      pages: read.pages,
      unread_pages: read.unreadPages,
      pages_count: read.pagesCount,
      is_cut_short: read.isCutShort,
      codes: sql<never>`${JSON.stringify(read.codes)}::jsonb`,
    };
    await kyselyOf<DocumentCodesTables>(tx)
      .insertInto('document_codes')
      .values({ document_id: documentId, ...values })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ ...values, read_at: sql<Date>`now()` }))
      .execute();
  }

  settings(
    source: Transaction | undefined,
    { organizationId }: OrganizationScope,
  ): Promise<StoredCodeSettings | undefined> {
    return kyselyOf<DocumentCodesTables>(source ?? this.unitOfWork)
      .selectFrom('code_settings')
      .select([
        'is_enabled as isEnabled',
        'archive_number_prefix as archiveNumberPrefix',
        'tag_prefix as tagPrefix',
        'can_create_tags as canCreateTags',
        'can_split as canSplit',
        'separators',
        'keeps_separators as keepsSeparators',
        'splits_at_archive_numbers as splitsAtArchiveNumbers',
        'keeps_split_documents as keepsSplitDocuments',
      ])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
  }

  /** Settings that are undefined stay as they are. */
  async saveSettings(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    changes: CodeSettingsChanges,
  ): Promise<void> {
    const values = {
      is_enabled: changes.isEnabled,
      archive_number_prefix: changes.archiveNumberPrefix,
      tag_prefix: changes.tagPrefix,
      can_create_tags: changes.canCreateTags,
      can_split: changes.canSplit,
      separators: changes.separators,
      keeps_separators: changes.keepsSeparators,
      splits_at_archive_numbers: changes.splitsAtArchiveNumbers,
      keeps_split_documents: changes.keepsSplitDocuments,
    };
    await kyselyOf<DocumentCodesTables>(tx)
      .insertInto('code_settings')
      .values({ organization_id: organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute();
  }
}
