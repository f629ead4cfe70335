import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentSource } from './document-source.js';
import { someDocuments } from './some-documents.repository.js';

/** A document with what is needed to read its stored file. */
export interface FiledDocument {
  id: string;
  name: string;
  originalName: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  sha256: string;
  createdAt: Date;
  documentDate: Date | null;
  isInTrash: boolean;
  storageKey: string;
  /** Id of the storage plugin that has it. */
  driver: string;
  /** It was not what was uploaded when it was last looked at. */
  isDamaged: boolean;
  ocrLanguages: string[];
  source: DocumentSource;
}

/** Statements on the files of many documents. */
@Injectable()
export class DocumentFilesRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns how many of these are active documents of the organization, and how many bytes they have. */
  measure(scope: OrganizationScope, documentIds: readonly string[]): Promise<{ count: number; bytes: number }> {
    return someDocuments(this.unitOfWork, scope, documentIds)
      .select([COUNT.as('count'), sql<number>`coalesce(sum(original_size), 0)::float8`.as('bytes')])
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
  }

  /** The hashes of the files that these documents have, by document, as the transaction sees them. */
  async hashes(
    tx: Transaction,
    scope: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await someDocuments(tx, scope, documentIds).select(['id', 'original_sha256_hash as sha256']).execute();
    return new Map(rows.map(({ id, sha256 }) => [id, sha256]));
  }

  /** Returns these documents in this order, including trashed ones. Ids without a document are skipped. */
  findInOrder({ organizationId }: OrganizationScope, documentIds: readonly string[]): Promise<FiledDocument[]> {
    // Raw: a list of bound values as rows, in their order.
    return sqlOver(this.unitOfWork.db).query<FiledDocument>(
      `select d.id, d.name, d.original_name as "originalName", d.mime_type as "mimeType",
         d.original_size::float8 as size, d.original_sha256_hash as sha256, d.created_at as "createdAt",
         d.document_date as "documentDate", d.deleted_at is not null as "isInTrash",
         d.original_storage_key as "storageKey", f.driver, d.ocr_languages as "ocrLanguages", d.source,
         exists (select from damaged_file m where m.storage_key = f.storage_key) as "isDamaged"
       from unnest($2::text[]) with ordinality as wanted(id, place)
       join document d on d.id = wanted.id join stored_file f on f.storage_key = d.original_storage_key
       where d.organization_id = $1 order by wanted.place`,
      [organizationId, documentIds],
    );
  }
}
