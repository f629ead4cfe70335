import { Injectable } from '@nestjs/common';
import { sortKey } from '@archivolt/plugin-kit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, type OrganizationContext } from '#ground/kernel';
import { SearchService, type PreparedContent } from '#capabilities/search';
import { DocumentRepository, searchDocument, type DocumentRow } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';
import { DocumentUpdated, type UpdatedDocumentFacts } from './documents.events.js';

export interface DocumentChanges {
  name?: string | undefined;
  content?: string | undefined;
  /** `null` removes the date. */
  documentDate?: Date | null | undefined;
  notes?: string | undefined;
  /** False confirms the document, true puts it back. */
  isInInbox?: boolean | undefined;
}

interface Update {
  changes: DocumentChanges;
  expected?: readonly string[] | undefined;
  prepared?: PreparedContent | undefined;
}

@Injectable()
export class UpdateDocument {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentRepository,
    private readonly search: SearchService,
    private readonly changes: Changes,
  ) {}

  /** Fails with 412 when `expected` revisions are given and the document has none of them. */
  async execute(
    ctx: OrganizationContext,
    documentId: string,
    changes: DocumentChanges,
    expected?: readonly string[],
  ): Promise<DocumentRow> {
    const { content } = changes;
    const prepared = content === undefined ? undefined : await this.search.prepareContent(ctx.organizationId, content);
    return this.unitOfWork.run((tx) => this.#update(tx, ctx, documentId, { changes, expected, prepared }), {
      releasesLocksEarly: true,
    });
  }

  /** Within a transaction of the caller; a text cannot be changed there, because its preparation takes long. */
  executeIn(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    changes: Omit<DocumentChanges, 'content'>,
  ): Promise<DocumentRow> {
    return this.#update(tx, ctx, documentId, { changes });
  }

  async #update(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { changes, expected, prepared }: Update,
  ): Promise<DocumentRow> {
    if (expected) {
      const current = await this.documents.lockRevision(tx, ctx, documentId);
      if (!current) throw DocumentNotFound();
      assertRevision(current, expected);
    }
    const { name, documentDate, notes, isInInbox } = changes;
    const document = await this.documents.update(tx, ctx, documentId, {
      ...{ name, documentDate, notes, isInInbox },
      nameSortKey: name === undefined ? undefined : sortKey(name),
      content: prepared?.content,
      isContentFullyIndexed: prepared?.isWhole,
    });
    if (!document) throw DocumentNotFound();
    if (!document.deletedAt) {
      const indexed = searchDocument(document);
      if (prepared) await this.search.index(tx.sql, [indexed], prepared);
      else if (name !== undefined || notes !== undefined) await this.search.updateShortTexts(tx.sql, indexed);
    }
    this.changes.record(tx, ctx, DocumentUpdated, updatedFacts(documentId, changes));
    const { sequence: _, ...row } = document;
    return row;
  }
}

function updatedFacts(documentId: string, changes: DocumentChanges): UpdatedDocumentFacts {
  const { name, documentDate, notes, isInInbox } = changes;
  return {
    documentId,
    updatedFields: Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field])),
    ...(name !== undefined && { name }),
    ...(documentDate !== undefined && { documentDate: documentDate?.toISOString() ?? null }),
    ...(notes !== undefined && { notes }),
    ...(isInInbox !== undefined && { isInInbox }),
  };
}
