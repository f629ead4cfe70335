import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';

export interface DocumentTagPair {
  documentId: string;
  tagId: string;
}

/** Every statement that writes `document_tag`. */
@Injectable()
export class DocumentTagRepository {
  /** Adds pairs and returns the new ones. The caller holds the locks of documents and tags. */
  insert(tx: Transaction, pairs: readonly DocumentTagPair[]): Promise<DocumentTagPair[]> {
    return tx.sql.query<DocumentTagPair>(
      `insert into document_tag (document_id, tag_id)
       select document_id, tag_id from unnest($1::text[], $2::text[]) as pair(document_id, tag_id)
       order by document_id, tag_id
       on conflict do nothing returning document_id as "documentId", tag_id as "tagId"`,
      columnsOf(pairs),
    );
  }

  /** Removes pairs and returns those that existed. The caller holds the same locks. */
  delete(tx: Transaction, pairs: readonly DocumentTagPair[]): Promise<DocumentTagPair[]> {
    return tx.sql.query<DocumentTagPair>(
      `delete from document_tag using unnest($1::text[], $2::text[]) as pair(document_id, tag_id)
       where document_tag.document_id = pair.document_id and document_tag.tag_id = pair.tag_id
       returning document_tag.document_id as "documentId", document_tag.tag_id as "tagId"`,
      columnsOf(pairs),
    );
  }
}

function columnsOf(pairs: readonly DocumentTagPair[]): [documentIds: string[], tagIds: string[]] {
  return [pairs.map(({ documentId }) => documentId), pairs.map(({ tagId }) => tagId)];
}
