import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { StoredAttachment } from './attachment-pages.js';
import { MAY_BE_FOUND } from './document-name.repository.js';
import { someDocuments } from './some-documents.repository.js';

/** A document with the parts of its content in which something is looked for. */
export interface DocumentParts {
  documentId: string;
  name: string;
  /** That of its file. */
  originalName: string;
  createdAt: Date;
  mimeType: string;
  documentDate: Date | null;
  /** The beginning of the content. */
  head: string;
  /** The end of a content that is longer. */
  tail: string | null;
  /** The number of the line that the end begins in. */
  tailLine: number;
  /** The files in its file. */
  attachments: readonly StoredAttachment[];
}

export interface WantedParts {
  /** Characters of the beginning. */
  head: number;
  /** Characters of the end. */
  tail: number;
  /** Only documents whose date no one has set or removed. */
  isDateOpen?: boolean;
}

/** Reads parts of the contents of many documents. Raw: the parts are cut by the database. */
@Injectable()
export class DocumentPartsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Of the active documents among these, in the order of their ids. */
  read(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    { head, tail, isDateOpen = false }: WantedParts,
    tx?: Transaction,
  ): Promise<DocumentParts[]> {
    return (tx?.sql ?? sqlOver(this.unitOfWork.db)).query(
      `select d.id as "documentId", d.name, d.original_name as "originalName", d.created_at as "createdAt",
         d.mime_type as "mimeType", d.document_date as "documentDate", coalesce(d.attachments, '[]') as attachments,
         case when length(d.content) > $3::int + $4::int then left(d.content, $3::int) else d.content end as head,
         case when length(d.content) > $3::int + $4::int then right(d.content, $4::int) end as tail,
         case when length(d.content) > $3::int + $4::int
           then length(left(d.content, -($4::int))) - length(replace(left(d.content, -($4::int)), e'\\n', '')) + 1 else 1 end as "tailLine"
       from document d where d.organization_id = $1 and d.id = any($2::text[]) and d.deleted_at is null
         ${isDateOpen ? `and ${MAY_BE_FOUND}` : ''}
       order by d.id`,
      [organizationId, documentIds, head, tail],
    );
  }

  /** The contents that have at most so many characters, by document. */
  async contents(
    scope: OrganizationScope,
    documentIds: readonly string[],
    mostCharacters: number,
    tx?: Transaction,
  ): Promise<Map<string, string>> {
    if (documentIds.length === 0) return new Map();
    const rows = await someDocuments(tx ?? this.unitOfWork, scope, documentIds)
      .select(['id', 'content'])
      .where((eb) => eb(eb.fn<number>('length', ['content']), '<=', mostCharacters))
      .execute();
    return new Map(rows.map(({ id, content }) => [id, content]));
  }
}
