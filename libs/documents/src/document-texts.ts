import { Injectable } from '@nestjs/common';
import { ActivityLog } from '#libs/activity';
import { UnitOfWork, type Transaction } from '#libs/database';
import { EventLog } from '#libs/events';
import { nextUpdatedAt } from '#libs/kernel';
import { SearchService } from '#libs/search';
import { DocumentRepository, searchDocument } from './document.repository.js';
import { DocumentContentExtracted, DocumentUpdated } from './documents.events.js';

/** What a reader needs to know of a document. */
export interface DocumentToRead {
  organizationId: string;
  storageKey: string;
  fileName: string;
  mimeType: string;
  size: number;
  ocrLanguages: string[];
}

/** How reading ended. */
export interface ReadingResult {
  outcome: string;
  /** Missing when nothing was read: the document keeps what it has. */
  text: string | undefined;
  /** One sentence for people. */
  reason: string | null;
  provider: string | null;
  /** What the file is by its content; it counts where the uploader did not say. */
  detectedType?: string;
}

const UNDECLARED = 'application/octet-stream';

/** The text of documents, for those who read it: processing, re-indexing. */
@Injectable()
export class DocumentTexts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly activity: ActivityLog,
    private readonly events: EventLog,
  ) {}

  /** Marks the document as being read; `undefined` when it is gone. */
  async begin(organizationId: string, documentId: string): Promise<DocumentToRead | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [document] = await tx.sql.query<DocumentToRead>(
        `update document set extraction_status = 'running' where organization_id = $1 and id = $2
         returning organization_id as "organizationId", original_storage_key as "storageKey",
           original_name as "fileName", mime_type as "mimeType", original_size::float8 as size,
           ocr_languages as "ocrLanguages"`,
        [organizationId, documentId],
      );
      return document;
    });
  }

  /**
   * Keeps what was read: text, search row, activity and events in one transaction, in which `afterwards` has a part. A
   * text that somebody typed while the file was being read stays, unless `replace` is set. False when the document is gone.
   */
  async finish(
    organizationId: string,
    documentId: string,
    result: ReadingResult,
    replace: boolean,
    afterwards: (tx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const { text } = result;
    const prepared = text === undefined ? undefined : await this.search.prepareContent(organizationId, text);
    return this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForChange(tx, { organizationId }, documentId);
      if (!document) return false;
      document.extractionStatus = 'completed';
      document.extractionOutcome = result.outcome;
      document.extractionReason = result.reason;
      document.extractionProvider = result.provider;
      if (document.mimeType === UNDECLARED && result.detectedType) document.mimeType = result.detectedType;
      const isNew = prepared !== undefined && prepared.content !== document.content && (replace || !document.content);
      if (isNew) document.updatedAt = nextUpdatedAt(document.updatedAt);
      await tx.em.flush();
      if (isNew) {
        const { content, isWhole } = prepared;
        await this.documents.writeContent(tx, documentId, content, isWhole);
        if (!document.deletedAt) await this.search.index(tx.sql, [{ ...searchDocument(document), content }], prepared);
        const updatedFields = ['content'];
        await this.activity.record(tx, [{ documentId, event: 'updated', data: { updatedFields } }]);
        this.events.record(tx, DocumentUpdated, organizationId, { documentId, updatedFields });
      }
      this.events.record(tx, DocumentContentExtracted, organizationId, { documentId, outcome: result.outcome });
      await afterwards(tx);
      return true;
    });
  }

  /** The document is as if it were still being read, but nobody will: says so with it. False when it was read after all. */
  async giveUp(documentId: string, reason: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const [document] = await tx.sql.query<{ organizationId: string }>(
        `update document set extraction_status = 'completed', extraction_outcome = 'failed', extraction_reason = $2,
           extraction_provider = null
         where id = $1 and extraction_status <> 'completed' returning organization_id as "organizationId"`,
        [documentId, reason],
      );
      if (!document) return false;
      const payload = { documentId, outcome: 'failed' };
      this.events.record(tx, DocumentContentExtracted, document.organizationId, payload);
      return true;
    });
  }
}
