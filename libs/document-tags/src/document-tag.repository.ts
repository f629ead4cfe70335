import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';

export interface DocumentTagPair {
  documentId: string;
  tagId: string;
}

/** Each of the documents with each of the tags. */
export interface DocumentTagProduct {
  documentIds: readonly string[];
  tagIds: readonly string[];
}

/** Every statement that writes `document_tag`. */
@Injectable()
export class DocumentTagRepository {
  /** Adds each tag to each document and returns the new pairs. The caller holds the locks of documents and tags. */
  insert(tx: Transaction, { documentIds, tagIds }: DocumentTagProduct): Promise<DocumentTagPair[]> {
    return tx.sql.query<DocumentTagPair>(
      `insert into document_tag (document_id, tag_id)
       select d.id, t.id from unnest($1::text[]) as d(id) cross join unnest($2::text[]) as t(id) order by d.id, t.id
       on conflict do nothing returning document_id as "documentId", tag_id as "tagId"`,
      [documentIds, tagIds],
    );
  }

  /** Removes each tag from each document and returns the pairs that existed. The caller holds the same locks. */
  delete(tx: Transaction, { documentIds, tagIds }: DocumentTagProduct): Promise<DocumentTagPair[]> {
    return tx.sql.query<DocumentTagPair>(
      `delete from document_tag where document_id = any($1::text[]) and tag_id = any($2::text[])
       returning document_id as "documentId", tag_id as "tagId"`,
      [documentIds, tagIds],
    );
  }
}
