import { Injectable } from '@nestjs/common';
import { CodesConfig } from '#config/codes';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { OrganizationUpdated } from '#people/organizations';
import { DocumentCodesRepository, type CodeSettingsChanges } from './document-codes.repository.js';

/** What is done with the codes on the documents of an organization. */
export interface CodeSettings {
  /** Whether codes are looked for. */
  isEnabled: boolean;
  /** What precedes a number on a label; empty: labels give no archive number. */
  archiveNumberPrefix: string;
  /** What precedes the name of a tag; empty: codes give no tags. */
  tagPrefix: string;
  /** Whether a tag that does not exist is created. */
  canCreateTags: boolean;
  /** Whether stacks are split at sheets with a separator. */
  canSplit: boolean;
  /** What the text of a code on such a sheet begins with. */
  separators: string[];
  /** Whether such a sheet becomes the first page of what follows it. */
  keepsSeparators: boolean;
  /** Whether a page with another archive number begins a document, too. */
  splitsAtArchiveNumbers: boolean;
  /** Whether a document that was split stays; without it, it goes to the trash. */
  keepsSplitDocuments: boolean;
}

/** The text of the usual sheets. */
const SEPARATORS = ['PATCHT'];

@Injectable()
export class CodeSettingsOfOrganizations {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly codes: DocumentCodesRepository,
    private readonly changes: Changes,
    private readonly config: CodesConfig,
  ) {}

  /** Returns the settings as they are in the transaction, if one is given. The server may have turned it off for all. */
  async of(ctx: OrganizationContext, tx?: Transaction): Promise<CodeSettings> {
    const own = await this.codes.settings(tx, ctx);
    return {
      isEnabled: this.config.isEnabled && (own?.isEnabled ?? true),
      archiveNumberPrefix: own?.archiveNumberPrefix ?? this.config.archiveNumberPrefix,
      tagPrefix: own?.tagPrefix ?? '',
      canCreateTags: own?.canCreateTags ?? false,
      canSplit: own?.canSplit ?? false,
      separators: own?.separators ?? SEPARATORS,
      keepsSeparators: own?.keepsSeparators ?? false,
      splitsAtArchiveNumbers: own?.splitsAtArchiveNumbers ?? false,
      keepsSplitDocuments: own?.keepsSplitDocuments ?? false,
    };
  }

  /** Settings that are missing stay as they are; null: as the server does. */
  async change(ctx: OrganizationContext, changes: CodeSettingsChanges): Promise<void> {
    if (Object.values(changes).every((value) => value === undefined)) return;
    await this.unitOfWork.run(async (tx) => {
      await this.codes.saveSettings(tx, ctx, changes);
      this.changes.record(tx, ctx, OrganizationUpdated, { updatedFields: ['settings'] });
    });
  }
}
