import { Injectable } from '@nestjs/common';
import { CodesConfig } from '#config/codes';
import { DocumentFilesRepository, DocumentPasswords, type FiledDocument } from '#archive/documents';
import { ExtractionService, type CodeReading } from '#capabilities/extraction';
import { FileStore } from '#capabilities/storage';
import { systemContext } from '#ground/kernel';
import { CodeSettingsOfOrganizations, type CodeSettings } from './code-settings.js';
import { ApplyCodes } from './apply-codes.js';
import type { ReadDocumentCodesData } from './document-codes.jobs.js';

/** Looks for the codes of one document, and does what they say. */
@Injectable()
export class FindDocumentCodes {
  constructor(
    private readonly config: CodesConfig,
    private readonly settings: CodeSettingsOfOrganizations,
    private readonly documents: DocumentFilesRepository,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly passwords: DocumentPasswords,
    private readonly apply: ApplyCodes,
  ) {}

  /** Does nothing when this was turned off meanwhile, or the document is not there any more. */
  async execute(data: ReadDocumentCodesData, signal: AbortSignal): Promise<void> {
    const ctx = systemContext(data.organizationId, 'document-codes');
    const settings = await this.settings.of(ctx);
    if (!settings.isEnabled) return;
    const [document] = await this.documents.findInOrder(ctx, [data.documentId]);
    if (!document || document.isInTrash) return;
    const reading = await this.#read(document, data, settings, signal);
    if (reading.outcome === 'cancelled') throw new Error('looking for codes was cancelled');
    await this.apply.execute(ctx, data, reading);
  }

  #read(
    { storageKey, originalName, mimeType }: FiledDocument,
    { organizationId, documentId }: ReadDocumentCodesData,
    { canSplit }: CodeSettings,
    signal: AbortSignal,
  ): Promise<CodeReading> {
    const { maxPages, splitMaxPages, timeoutMs } = this.config;
    // A stack is split when all of its sheets are known.
    const mostPages = canSplit ? Math.max(maxPages, splitMaxPages) : maxPages;
    return this.extraction.readCodes(
      { open: () => this.files.read(storageKey), fileName: originalName, declaredType: mimeType },
      {
        ...{ mostPages, timeoutMs, signal, owner: organizationId },
        passwords: () => this.passwords.toTry({ organizationId }, documentId),
      },
    );
  }
}
