import { Injectable } from '@nestjs/common';
import { MOST_SHORT_TEXT_BYTES } from '@archivolt/plugin-kit';
import { RequestSuggestions } from '#automation/auto-tagging';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentPages,
  DocumentContent,
  ProcessDocument,
  type DocumentToExtract,
  type ProcessDocumentData,
  type ReadDocument,
  Thumbnails,
} from '#archive/documents';
import { ExtractionService } from '#capabilities/extraction';
import { JobQueue, type Job } from '#ground/jobs';
import { Clock, systemContext, type OrganizationContext } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import { FileStore } from '#capabilities/storage';
import { ApplyRulesToDocument } from '#automation/tagging-rules';

/** What the progress of a document calls it. */
const STEP = 'extraction';

/** Reads new short texts of an organization without the sandbox, and saves them in one transaction. */
@Injectable()
export class ShortTextProcessor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly content: DocumentContent,
    private readonly pages: DocumentPages,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly search: SearchService,
    private readonly rules: ApplyRulesToDocument,
    private readonly suggestions: RequestSuggestions,
    private readonly jobs: JobQueue,
    private readonly thumbnails: Thumbnails,
    private readonly clock: Clock,
  ) {}

  /**
   * Does for new documents of one organization what `DocumentProcessor` does for one. Files that need the sandbox get
   * another job, in the same transaction. Throws when any document cannot be saved, and then nothing is.
   */
  async execute(
    jobs: readonly Job<ProcessDocumentData>[],
    complete: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const [first] = jobs;
    if (!first) return;
    const { organizationId } = first.data;
    const ctx = systemContext(organizationId, 'extraction');
    const read: ReadDocument[] = [];
    const others: ProcessDocumentData[] = [];
    const documents = await this.content.toExtract(ctx, [...new Set(jobs.map(({ data }) => data.documentId))]);
    for (const document of documents) {
      const result = await this.#read(organizationId, document);
      if (result) read.push(result);
      else others.push({ organizationId, documentId: document.id, reason: 'upload' });
    }
    first.signal.throwIfAborted();
    await this.unitOfWork.run(async (tx) => {
      await this.#save(tx, ctx, read);
      await this.jobs.enqueueAll(tx, ProcessDocument, others);
      await complete(tx);
    });
  }

  async #read(organizationId: string, document: DocumentToExtract & { id: string }): Promise<ReadDocument | undefined> {
    const { id: documentId, storageKey, fileName, mimeType } = document;
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
    return { documentId, extraction, prepared, steps };
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

  async #save(tx: Transaction, ctx: OrganizationContext, read: readonly ReadDocument[]): Promise<void> {
    if (read.length === 0) return;
    await this.rules.lock(tx, ctx, ...read.map(({ documentId }) => documentId));
    const saved = await this.content.saveAll(tx, ctx, read, STEP);
    const there = read.filter(({ documentId }) => saved.has(documentId));
    const withText = there.filter(({ extraction }) => extraction.outcome === 'text');
    await this.pages.replaceAll(
      tx,
      withText.map(({ documentId, extraction: { layouts } }) => ({ documentId, layouts })),
    );
    await this.thumbnails.requestAll(
      tx,
      ctx,
      there.map(({ documentId, extraction: { detectedType } }) => ({ documentId, detectedType })),
    );
    await this.rules.executeAll(tx, ctx, saved, { onlyEmpty: false });
    for (const documentId of saved) await this.suggestions.execute(tx, ctx, documentId);
  }
}
