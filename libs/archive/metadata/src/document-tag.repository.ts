import { Injectable } from '@nestjs/common';
import { isDocumentOf, keptDocument } from '#archive/documents';
import { COUNT, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { keptTag } from '#archive/tags';
import type { DocumentTagTables } from './document-tag.schema.js';

export interface DocumentTagPair {
  documentId: string;
  tagId: string;
}

/** What one document and one tag were found to be, and whether the pair was added or removed. */
export interface ChangedPair {
  isDocumentThere: boolean;
  /** Undefined when there is no such tag. */
  tagName: string | undefined;
  isChanged: boolean;
}

/**
 * Locks the document, then the tag, and only then changes the pair, all in one statement. `exists` makes PostgreSQL lock
 * the document before it looks for the tag. A pair that another transaction adds while this one waits for the lock counts
 * as added after it was removed here: the statement sees what was committed before it began.
 */
const changePair = (change: string): string => `
  with kept_document as materialized (
    ${keptDocument({ organizationId: '$1', documentId: '$2' })}
  ), kept_tag as materialized (
    ${keptTag({ organizationId: '$1', tagId: '$3', once: 'exists (select from kept_document)' })}
  ), changed as (${change} returning tag_id)
  select exists (select from kept_document) as "isDocumentThere", (select name from kept_tag) as "tagName",
    exists (select from changed) as "isChanged"`;

const ADD_PAIR = changePair(`insert into document_tag (document_id, tag_id)
    select kept_document.id, kept_tag.id from kept_document, kept_tag on conflict do nothing`);

const REMOVE_PAIR = changePair(`delete from document_tag using kept_document, kept_tag
    where document_tag.document_id = kept_document.id and document_tag.tag_id = kept_tag.id`);

/** Every statement that writes `document_tag`, and those that read it by the tag. */
@Injectable()
export class DocumentTagRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async documentsWith(
    scope: OrganizationScope,
    tagId: string,
    { limit, tx }: { limit: number; tx?: Transaction },
  ): Promise<string[]> {
    const rows = await this.#pairs(scope, tagId, tx)
      .select('dt.document_id as documentId')
      .orderBy('dt.document_id')
      .limit(limit)
      .execute();
    return rows.map(({ documentId }) => documentId);
  }

  async count(scope: OrganizationScope, tagId: string): Promise<number> {
    const { count } = await this.#pairs(scope, tagId).select(COUNT.as('count')).executeTakeFirstOrThrow();
    return count;
  }

  /** Locks a document and a tag, and adds the pair. */
  addPair(tx: Transaction, scope: OrganizationScope, pair: DocumentTagPair): Promise<ChangedPair> {
    return this.#changePair(tx, scope, pair, ADD_PAIR);
  }

  /** Locks a document and a tag, and removes the pair. */
  removePair(tx: Transaction, scope: OrganizationScope, pair: DocumentTagPair): Promise<ChangedPair> {
    return this.#changePair(tx, scope, pair, REMOVE_PAIR);
  }

  /** Adds pairs and returns the new ones. The caller holds the locks of documents and tags. */
  insert(tx: Transaction, pairs: readonly DocumentTagPair[]): Promise<DocumentTagPair[]> {
    // Raw, as the next: lists of bound values as rows.
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

  #pairs(scope: OrganizationScope, tagId: string, tx?: Transaction) {
    return kyselyOf<DocumentTagTables>(tx ?? this.unitOfWork)
      .selectFrom('document_tag as dt')
      .where('dt.tag_id', '=', tagId)
      .where(isDocumentOf(scope, 'dt.document_id'));
  }

  async #changePair(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, tagId }: DocumentTagPair,
    statement: string,
  ): Promise<ChangedPair> {
    const values = [organizationId, documentId, tagId];
    const [found] = await tx.sql.query<Omit<ChangedPair, 'tagName'> & { tagName: string | null }>(statement, values);
    if (!found) throw new Error('the statement gives one row');
    return { ...found, tagName: found.tagName ?? undefined };
  }
}

function columnsOf(pairs: readonly DocumentTagPair[]): [documentIds: string[], tagIds: string[]] {
  return [pairs.map(({ documentId }) => documentId), pairs.map(({ tagId }) => tagId)];
}
