import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
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
  type LockedDocument,
  type ReadingToSave,
} from './document-content.repository.js';
import { DocumentContentExtracted, DocumentUpdated } from './documents.events.js';
import { ExtractionProgress } from './extraction-progress.js';
import type { ExtractionStepName, ExtractionSteps } from './extraction-steps.js';
import { READ_AGAIN } from './partial-reading.repository.js';
import { MOST_REREADINGS, PartialReadings } from './partial-readings.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

/** What was read of the file of a document. */
export interface Reading {
  documentId: string;
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
  /** What the progress calls a reading that {@link DocumentContent.begin} did not announce. */
  unannouncedStep?: string;
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

  /** Returns how far the reading is, and its steps; `undefined` when the document is gone. */
  reading(ctx: OrganizationScope, documentId: string): Promise<DocumentReading | undefined> {
    return this.contents.reading(ctx, documentId);
  }

  /** Returns the ids of the documents that are not purged, in any organization. */
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

  /**
   * Saves how the readings ended, the contents, and their search rows unless they are in the trash. Returns the ids of the
   * documents that are there.
   */
  async save(tx: Transaction, ctx: OrganizationContext, readings: readonly Reading[]): Promise<ReadonlySet<string>> {
    if (readings.length === 0) return new Set();
    const ids = readings.map(({ documentId }) => documentId);
    const documents = new Map((await this.contents.lock(tx, ctx, ids)).map((document) => [document.id, document]));
    const saved = readings.flatMap((reading) => {
      const document = documents.get(reading.documentId);
      return document ? [contentOf(reading, document)] : [];
    });
    if (saved.length === 0) return new Set();
    await this.contents.save(tx, ctx, saved.map(toSave));
    for (const reading of saved) await this.#notePartial(tx, reading);
    await this.#index(tx, saved);
    for (const { reading, content } of saved) {
      const { documentId, extraction, unannouncedStep: step } = reading;
      if (step !== undefined) this.#announce(tx, ctx, { documentId, status: 'running', step });
      if (content) this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['content'] });
      this.changes.record(tx, ctx, DocumentContentExtracted, { documentId, outcome: extraction.outcome });
      this.#announce(tx, ctx, { documentId, status: 'completed' });
    }
    return new Set(saved.map(({ document }) => document.id));
  }

  /** A text that a person has written is not read again, and one that stays, stays as it was noted. */
  async #notePartial(tx: Transaction, { reading, document, mayReplace }: ReadingOfDocument): Promise<void> {
    const { documentId, extraction, rereading = 0, replace } = reading;
    if (mayReplace && (document.isPartial || extraction.isCutShort === true))
      await this.partialReadings.note(tx, documentId, extraction, rereading);
    else if (replace && document.isPartial) await this.partialReadings.forget(tx, documentId);
  }

  async #index(tx: Transaction, saved: readonly ReadingOfDocument[]): Promise<void> {
    const changed = saved.flatMap(({ document: { isTrashed, isPartial: _, ...document }, content }) =>
      content && !isTrashed ? [{ text: { ...document, content: content.content }, content }] : [],
    );
    await this.search.index(
      tx.sql,
      changed.map(({ text }) => text),
      changed.map(({ content }) => content),
    );
  }

  /**
   * Ends another reading that is not better than the one before: the document keeps its content and outcome. False when
   * the reading is to be saved, or the document is gone.
   */
  async keepBetter(
    tx: Transaction,
    ctx: OrganizationContext,
    { documentId, extraction, contentHash, rereading = 0, steps = {} }: Omit<Reading, 'prepared' | 'replace'>,
  ): Promise<boolean> {
    const [document] = await this.contents.lock(tx, ctx, [documentId]);
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

  /** Returns the documents that exist, for readings that are not announced. */
  toExtract(scope: OrganizationScope, documentIds: readonly string[]): Promise<(DocumentToExtract & { id: string })[]> {
    return this.contents.toExtract(scope, documentIds);
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

/** A reading with the document as it is. */
interface ReadingOfDocument {
  reading: Reading;
  document: LockedDocument;
  /** The document has no content of its own that must stay. */
  mayReplace: boolean;
  /** The content that is to be saved. */
  content: PreparedContent | undefined;
}

function contentOf(reading: Reading, document: LockedDocument): ReadingOfDocument {
  const { prepared, replace, contentHash } = reading;
  const mayReplace = (replace && isContent(document.content, contentHash)) || document.content === '';
  const content = mayReplace && prepared && prepared.content !== document.content ? prepared : undefined;
  return { reading, document, mayReplace, content };
}

function toSave({ reading, document, mayReplace, content }: ReadingOfDocument): ReadingToSave {
  const { documentId, extraction, rereading = 0, steps = {} } = reading;
  const attachments = storedAttachments(extraction, content?.content ?? document.content);
  const isReadAgain = mayReplace && extraction.isCutShort === true && rereading < MOST_REREADINGS;
  const remarked = isReadAgain ? { ...extraction, warnings: [...extraction.warnings, READ_AGAIN] } : extraction;
  return { documentId, extraction: remarked, attachments, content, steps };
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
