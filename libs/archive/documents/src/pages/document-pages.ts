import { Injectable } from '@nestjs/common';
import type { PageWord } from '@archivolt/plugin-kit';
import type { Transaction } from '#ground/database';
import { attachmentOfPage, type AttachmentName } from '../attachment-pages.js';
import { DocumentContent } from '../document-content.js';
import { DocumentNotFound } from '../documents.errors.js';
import type { Attachment } from '#capabilities/extraction';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { AfterReading, type ReadDocument, type RunsAfterReading } from '../after-reading.js';
import { DocumentPageRepository, type StoredPage } from './document-page.repository.js';
import { storedWords } from './stored-words.js';

/** A page of a file that was read. */
export interface DocumentPage extends StoredPage {
  /** The plugin that read or recognized it, with its version; null when it is not known. */
  engine: string | null;
  /** The file in the file of the document that it is of; null when it is of the file itself. */
  attachment: AttachmentName | null;
}

/** The pages of a document's file as they were read: sizes, and where the words are. */
@Injectable()
@AfterReading('pages')
export class DocumentPages implements RunsAfterReading {
  constructor(
    private readonly content: DocumentContent,
    private readonly pages: DocumentPageRepository,
  ) {}

  /** Returns all pages in order; none of a document that was last read before this server stored pages. */
  async list(scope: OrganizationScope, documentId: string): Promise<DocumentPage[]> {
    const [pages, reading] = await Promise.all([
      this.pages.list(scope, documentId),
      this.content.reading(scope, documentId),
    ]);
    if (!reading) throw DocumentNotFound();
    const attachments = pages.length > 1 ? await this.content.attachmentPages(scope, documentId, 'file') : [];
    const reader = reading.steps?.text?.engine ?? reading.provider;
    const recognizer = reading.steps?.ocr?.engine ?? reader;
    return pages.map((page) => {
      const attachment = attachmentOfPage(attachments, page.page);
      // Which plugin has read a file in the file is not kept.
      const engine = attachment === null ? reader : null;
      return { ...page, attachment, engine: page.source === 'ocr' ? recognizer : engine };
    });
  }

  /** The files in the file of the document as it was last read, in their order; each is followed by those in it. */
  async attachments(scope: OrganizationScope, documentId: string): Promise<Attachment[]> {
    const attachments = await this.content.attachments(scope, documentId);
    if (!attachments) throw DocumentNotFound();
    return attachments;
  }

  /** The words of a page in their order; empty when it is not known where they are, and where there is no such page. */
  async words(scope: OrganizationScope, documentId: string, page: number): Promise<PageWord[]> {
    const found = await this.pages.find(scope, documentId, page);
    if (found?.words) return [...storedWords(found.words)];
    if (!found && !(await this.content.reading(scope, documentId))) throw DocumentNotFound();
    return [];
  }

  /**
   * Replaces the pages: those of one page without words are written at once. Without a text, a document keeps the one it
   * has, and its pages.
   */
  async afterReading(tx: Transaction, _ctx: OrganizationContext, documents: readonly ReadDocument[]): Promise<void> {
    const plain = [];
    for (const { documentId, extraction } of documents) {
      if (extraction.outcome !== 'text') continue;
      const { layouts } = extraction;
      const [first, second] = layouts;
      if (first?.words === null && second === undefined) plain.push({ documentId, layouts });
      else await this.pages.replace(tx, documentId, layouts);
    }
    if (plain.length > 0) await this.pages.replaceByOne(tx, plain);
  }
}
