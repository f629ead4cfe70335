import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SearchText } from '@archivolt/plugin-kit';
import { UnitOfWork, type Transaction } from '#ground/database';
import type { Attachment, Extraction } from '#capabilities/extraction';
import { Broadcasts, Changes } from '#ground/history';
import { systemContext, type OrganizationContext, type OrganizationScope } from '#ground/kernel';
import { SearchService, type PreparedContent } from '#capabilities/search';
import { storedAttachments, type AttachmentPages } from './attachment-pages.js';
import {
  DocumentContentRepository,
  type DocumentReading,
  type DocumentToExtract,
} from './document-content.repository.js';
import { DocumentContentExtracted, DocumentUpdated } from './documents.events.js';
import { ExtractionProgress } from './extraction-progress.js';
import type { ExtractionStepName, ExtractionSteps } from './extraction-steps.js';
import { MOST_REREADINGS, PartialReadings, READ_AGAIN } from './partial-readings.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

export interface ExtractedContent {
  extraction: Extraction;
  /** The text, prepared for the index; missing when there is none, and then the document keeps the content it has. */
  prepared: PreparedContent | undefined;
  /** False keeps a content that was written while the file was being extracted. */
  replace: boolean;
  /** The SHA-256 of the content that may be replaced; missing: any. */
  contentHash?: string | undefined;
  /** How often it was read again because the time did not suffice, this time included. */
  rereading?: number | undefined;
  /** What is known of the steps, added to when they began. */
  steps?: ExtractionSteps;
}

/** A new document that was read at once. */
export interface ReadDocument {
  documentId: string;
  extraction: Extraction;
  /** As in {@link ExtractedContent}. */
  prepared: PreparedContent | undefined;
  steps: ExtractionSteps;
}

/** The content of documents, for extraction. */
@Injectable()
export class DocumentContent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly contents: DocumentContentRepository,
    private readonly search: SearchService,
    private readonly changes: Changes,
    private readonly progress: ExtractionProgress,
    private readonly partialReadings: PartialReadings,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Marks the extraction as running; `undefined` when the document is gone. `step` is what the progress calls it. */
  begin(ctx: OrganizationContext, documentId: string, step: string): Promise<DocumentToExtract | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const document = await this.contents.begin(tx, ctx, documentId, nameOf(step));
      if (document) this.#announce(tx, ctx, { documentId, status: 'running', step });
      return document;
    });
  }

  /** Records that the step `from` has ended, and announces that the extraction waits for its turn in another lane. */
  async moveTo(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { from, step }: { from: string; step: string },
  ): Promise<void> {
    await this.contents.endStep(tx, ctx, documentId, { step: nameOf(from), next: nameOf(step) });
    this.#announce(tx, ctx, { documentId, status: 'pending', step });
  }

  /** Marks the extraction as waiting for the service of a plugin. False when the document is gone. */
  wait(
    ctx: OrganizationContext,
    documentId: string,
    wait: { plugin: string; reason: string; until: Date },
  ): Promise<boolean> {
    const { plugin: step, reason, until } = wait;
    return this.unitOfWork.run(async (tx) => {
      const waits = await this.contents.wait(tx, ctx, documentId, wait);
      await this.progress.end(tx, documentId); // after the document, in the order of all others
      if (waits)
        this.#announce(tx, ctx, { documentId, status: 'waiting', step, reason, nextAttemptAt: until.toISOString() });
      return waits;
    });
  }

  /** The files in the file of a document; `undefined` when the document is gone. */
  attachments(scope: OrganizationScope, documentId: string): Promise<Attachment[] | undefined> {
    return this.contents.attachments(scope, documentId);
  }

  /**
   * The files in the file of a document that have a text, in the order of their pages: those of the content, which a
   * person may have changed, or those of the file as it was read.
   */
  async attachmentPages(
    scope: OrganizationScope,
    documentId: string,
    pagesOf: 'content' | 'file',
  ): Promise<AttachmentPages[]> {
    return (await this.contents.attachmentPages(scope, [documentId], pagesOf)).get(documentId) ?? [];
  }

  /** How far the reading is, and its steps; `undefined` when the document is gone. */
  reading(ctx: OrganizationScope, documentId: string): Promise<DocumentReading | undefined> {
    return this.contents.reading(ctx, documentId);
  }

  /** Those of the documents that are not purged, in any organization. */
  existing(documentIds: readonly string[]): Promise<ReadonlySet<string>> {
    return this.contents.existing(documentIds);
  }

  /** True when the extraction has ended, whatever its outcome. */
  isExtracted(ctx: OrganizationScope, documentId: string): Promise<boolean> {
    return this.contents.isExtracted(ctx, documentId);
  }

  /** The name and, if wanted, the content as they are in this transaction; `undefined` when the document is gone. */
  read(
    tx: Transaction,
    ctx: OrganizationScope,
    documentId: string,
    options: { includeContent: boolean },
  ): Promise<{ name: string; content: string } | undefined> {
    return this.contents.read(tx, ctx, documentId, options);
  }

  /**
   * The beginning of the content, at most so many bytes of UTF-8 and only whole characters; `undefined` when the
   * document is gone.
   */
  async head(
    ctx: OrganizationScope,
    documentId: string,
    bytes: number,
  ): Promise<{ content: string; isCut: boolean } | undefined> {
    const head = await this.contents.head(ctx, documentId, { characters: bytes, bytes });
    return head && { content: head.isLonger ? firstBytes(head.content, bytes) : head.content, isCut: head.isLonger };
  }

  /** Saves how the extraction ended, the content, and its search row unless it is in the trash. False when it is gone. */
  async save(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { extraction, prepared, replace, contentHash, rereading = 0, steps = {} }: ExtractedContent,
  ): Promise<boolean> {
    const document = await this.contents.lock(tx, ctx, documentId);
    if (!document) return false;
    const { isTrashed, isPartial, ...indexed } = document;
    const mayReplace = (replace && isContent(indexed.content, contentHash)) || indexed.content === '';
    const content = mayReplace && prepared && prepared.content !== indexed.content ? prepared : undefined;
    const attachments = storedAttachments(extraction, content?.content ?? indexed.content);
    const isReadAgain = mayReplace && extraction.isCutShort === true && rereading < MOST_REREADINGS;
    const remarked = isReadAgain ? { ...extraction, warnings: [...extraction.warnings, READ_AGAIN] } : extraction;
    await this.contents.save(tx, ctx, documentId, { extraction: remarked, attachments, content, steps });
    // A text that a person has written is not read again, and one that stays, stays as it was noted.
    if (mayReplace && (isPartial || extraction.isCutShort === true))
      await this.partialReadings.note(tx, documentId, extraction, rereading);
    else if (replace && isPartial) await this.partialReadings.forget(tx, documentId);
    await this.progress.end(tx, documentId);
    if (content) {
      if (!isTrashed) await this.search.index(tx.sql, [{ ...indexed, content: content.content }], content);
      this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['content'] });
    }
    this.changes.record(tx, ctx, DocumentContentExtracted, { documentId, outcome: extraction.outcome });
    this.#announce(tx, ctx, { documentId, status: 'completed' });
    return true;
  }

  /**
   * Ends another reading that is not better than the one before: the document keeps its content and outcome. False when
   * the reading is to be saved, or the document is gone.
   */
  async keepBetter(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { extraction, contentHash, rereading = 0, steps = {} }: Omit<ExtractedContent, 'prepared' | 'replace'>,
  ): Promise<boolean> {
    const document = await this.contents.lock(tx, ctx, documentId);
    if (!document) return false;
    const isOfReading = isContent(document.content, contentHash);
    if (isOfReading && isBetter(extraction, document.content)) return false;
    await this.contents.keep(tx, ctx, documentId, steps, document);
    if (isOfReading && document.isPartial) await this.partialReadings.note(tx, documentId, extraction, rereading);
    else await this.partialReadings.forget(tx, documentId);
    await this.progress.end(tx, documentId);
    this.#announce(tx, ctx, { documentId, status: 'completed' });
    return true;
  }

  /** Those of the documents that are there, for {@link saveAll}. */
  toExtract(scope: OrganizationScope, documentIds: readonly string[]): Promise<(DocumentToExtract & { id: string })[]> {
    return this.contents.toExtract(scope, documentIds);
  }

  /**
   * {@link begin} and {@link save} for new documents that were read at once. Returns the ids of those that are there; the
   * caller has locked them.
   */
  async saveAll(
    tx: Transaction,
    ctx: OrganizationContext,
    read: readonly ReadDocument[],
    step: string,
  ): Promise<ReadonlySet<string>> {
    const ids = read.map(({ documentId }) => documentId);
    const locked = new Map((await this.contents.lockAll(tx, ctx, ids)).map((each) => [each.id, each]));
    const there = read.filter(({ documentId }) => locked.has(documentId));
    const saved = there.map(({ prepared, ...each }) => ({
      ...each,
      content: prepared && locked.get(each.documentId)?.content === '' ? prepared : undefined,
    }));
    await this.contents.saveAll(tx, ctx, saved);
    const indexed = saved.flatMap(({ documentId, content }) => {
      const { isTrashed = true, ...document } = locked.get(documentId) ?? {};
      return content && !isTrashed ? [{ ...(document as SearchText), content: content.content }] : [];
    });
    const prepared = saved.flatMap(({ content }) => content ?? []);
    await this.search.index(tx.sql, indexed, prepared);
    for (const { documentId, content, extraction } of saved) {
      this.#announce(tx, ctx, { documentId, status: 'running', step });
      if (content) this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['content'] });
      this.changes.record(tx, ctx, DocumentContentExtracted, { documentId, outcome: extraction.outcome });
      this.#announce(tx, ctx, { documentId, status: 'completed' });
    }
    return new Set(saved.map(({ documentId }) => documentId));
  }

  /** Marks a stuck extraction as failed. False when it has completed meanwhile. */
  async fail(documentId: string, reason: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const failed = await this.contents.fail(tx, documentId, reason);
      if (failed === undefined) return false;
      const { organizationId, outcome } = failed;
      await this.progress.end(tx, documentId);
      await this.partialReadings.forget(tx, documentId);
      const ctx = systemContext(organizationId, 'extraction');
      this.changes.record(tx, ctx, DocumentContentExtracted, { documentId, outcome });
      this.#announce(tx, ctx, { documentId, status: 'completed' });
      return true;
    });
  }

  #announce(tx: Transaction, scope: OrganizationScope, progress: Parameters<typeof progressOf>[1]): void {
    this.broadcasts.send(tx, ProcessingProgressed, progressOf(scope, progress));
  }
}

/** Services read texts, too. */
function nameOf(step: string): ExtractionStepName {
  return step === 'ocr' ? 'ocr' : 'text';
}

/** A byte of UTF-8 that is not the first one of its character. */
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text);
  let end = Math.min(most, bytes.length);
  while (end < bytes.length && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/**
 * Whether another reading says more than the content of the one before. A shorter
 * text is of another plugin, or lacks pages that could not be read this time.
 */
function isBetter({ outcome, isCutShort = false, text }: Extraction, content: string): boolean {
  if (outcome === 'text') return isCutShort ? text.length > content.length : text.length >= content.length;
  return content === '' && !isCutShort && outcome !== 'crashed' && outcome !== 'failed';
}

function isContent(content: string, hash: string | undefined): boolean {
  return hash === undefined || createHash('sha256').update(content).digest('hex') === hash;
}
