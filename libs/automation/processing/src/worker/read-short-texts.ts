import { Injectable } from '@nestjs/common';
import { MOST_SHORT_TEXT_BYTES } from '@archivolt/plugin-kit';
import { DocumentContent, type DocumentToExtract } from '#archive/documents';
import { ExtractionService } from '#capabilities/extraction';
import { SearchService } from '#capabilities/search';
import { FileStore } from '#capabilities/storage';
import { Clock, type OrganizationScope } from '#ground/kernel';
import type { ReadingOfJob } from './save-readings.js';

/** Reads new short texts of an organization in this process, without the sandbox. */
@Injectable()
export class ReadShortTexts {
  constructor(
    private readonly content: DocumentContent,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly search: SearchService,
    private readonly clock: Clock,
  ) {}

  /** `others` are the ids of documents whose files need the sandbox; those that are gone are in neither. */
  async execute(
    scope: OrganizationScope,
    documentIds: Iterable<string>,
  ): Promise<{ readings: ReadingOfJob[]; others: string[] }> {
    const readings: ReadingOfJob[] = [];
    const others: string[] = [];
    for (const document of await this.content.toExtract(scope, [...new Set(documentIds)])) {
      const reading = await this.#read(scope, document);
      if (reading) readings.push(reading);
      else others.push(document.id);
    }
    return { readings, others };
  }

  async #read(
    { organizationId }: OrganizationScope,
    { id: documentId, storageKey, fileName, mimeType }: DocumentToExtract & { id: string },
  ): Promise<ReadingOfJob | undefined> {
    const now = (): string => this.clock.now().toISOString();
    const startedAt = now();
    const bytes = await this.#bytesOf(storageKey);
    const extraction = bytes && (await this.extraction.extractShortText({ bytes, fileName, declaredType: mimeType }));
    if (!extraction) return undefined;
    const { provider, providerVersion, text, truncated } = extraction;
    const engine = `${provider ?? ''} ${providerVersion ?? ''}`.trim();
    const search = { startedAt: now() };
    const prepared = text === '' ? undefined : await this.search.prepareContent(organizationId, text);
    const steps = {
      text: { startedAt, engine, endedAt: search.startedAt },
      search: { ...search, ...(prepared && { endedAt: now() }) },
      isTruncated: truncated,
    };
    const reading = { documentId, fileName, extraction, prepared, steps, replace: false };
    return { ...reading, lane: 'quick', wasRead: false, unannouncedStep: 'extraction' };
  }

  /** `undefined` when the file is longer than it was announced, or cannot be read: its own job reports that. */
  async #bytesOf(storageKey: string): Promise<Buffer | undefined> {
    const chunks: Buffer[] = [];
    let length = 0;
    try {
      for await (const chunk of await this.files.readNew(storageKey)) {
        chunks.push(chunk);
        length += chunk.length;
        if (length > MOST_SHORT_TEXT_BYTES) return undefined;
      }
    } catch {
      return undefined;
    }
    return Buffer.concat(chunks);
  }
}
