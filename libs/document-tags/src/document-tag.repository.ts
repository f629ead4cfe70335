import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { OrganizationScope } from '#libs/kernel';

export interface DocumentTagPair {
  documentId: string;
  tagId: string;
}

/** Every statement that writes `document_tag`, and those that read it by the tag. */
@Injectable()
export class DocumentTagRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async documentsWith(
    { organizationId }: OrganizationScope,
    tagId: string,
    { limit, tx }: { limit: number; tx?: Transaction },
  ): Promise<string[]> {
    const rows = await (tx?.sql ?? sqlOver(this.unitOfWork.db)).query<{ documentId: string }>(
      `select dt.document_id as "documentId" from document_tag dt join document d on d.id = dt.document_id
       where d.organization_id = $1 and dt.tag_id = $2 order by dt.document_id limit $3`,
      [organizationId, tagId, limit],
    );
    return rows.map(({ documentId }) => documentId);
  }

  async count({ organizationId }: OrganizationScope, tagId: string): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from document_tag dt join document d on d.id = dt.document_id
       where d.organization_id = $1 and dt.tag_id = $2`,
      [organizationId, tagId],
    );
    return row?.count ?? 0;
  }

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
