import { Injectable } from '@nestjs/common';
import type { SearchSort } from '@archivolt/plugin-kit';
import { hasPropertiesOf } from '#libs/custom-properties';
import { sqlOver, UnitOfWork } from '#libs/database';
import { activeDocumentsOf } from '#libs/history';
import type { OrganizationScope } from '#libs/kernel';
import { tagRowsOf, tagsOf, type TagRow, type TagsInRow } from '#libs/tags';
import { DOCUMENT_COLUMNS, type DocumentRow } from './document.repository.js';

/** A document as lists show it, without the values of its properties. */
export type TaggedDocument = DocumentRow & { tags: TagRow[]; organizationHasProperties: boolean };

/** Part of a sorted list, counted from one of its ends. */
export interface Slice {
  offset: number;
  limit: number;
  /** Counted from the end; the rows are in the order of the list all the same. */
  isFromEnd?: boolean;
}

const SORT_COLUMNS: Record<SearchSort['field'], readonly string[]> = {
  createdAt: ['created_at', 'id'],
  updatedAt: ['updated_at', 'created_at', 'id'],
  name: ['name_sort_key', 'created_at', 'id'],
  documentDate: ['document_date', 'created_at', 'id'],
};

/** The organization is $1. */
const COLUMNS = `${DOCUMENT_COLUMNS}, ${tagsOf({ documentId: 'd.id', organizationId: '$1' })} as tags, ${hasPropertiesOf('$1')} as "organizationHasProperties"`;

type Row = DocumentRow & { tags: TagsInRow; organizationHasProperties: boolean };

/** Documents with their tags, for the responses that are sent most often: one statement each. */
@Injectable()
export class ListedDocumentRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** One document with its text, trashed or not. */
  async find(
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<(TaggedDocument & { content: string }) | undefined> {
    const [row] = await sqlOver(this.unitOfWork.db).query<Row & { content: string }>(
      `select ${COLUMNS}, d.content from document d where d.organization_id = $1 and d.id = $2`,
      [organizationId, documentId],
    );
    return row && withTags(row);
  }

  /** Rows of these ids in this order, without their texts. Ids without a row are skipped. */
  async findInOrder({ organizationId }: OrganizationScope, documentIds: readonly string[]): Promise<TaggedDocument[]> {
    if (documentIds.length === 0) return [];
    const rows = await sqlOver(this.unitOfWork.db).query<Row>(
      `select ${COLUMNS} from unnest($2::text[]) with ordinality as wanted(id, place)
       join document d on d.id = wanted.id where d.organization_id = $1 order by wanted.place`,
      [organizationId, documentIds],
    );
    return rows.map(withTags);
  }

  /**
   * A part of the active documents, without their texts, and how many there are, unless the part is empty. The rows
   * before it are skipped in the index. PostgreSQL would plan a bound limit again each time, which takes longer than
   * reading the page: a subquery hides it, and `offset 0` keeps the documents from being read for a hash join.
   */
  async findSlice(
    { organizationId }: OrganizationScope,
    { field, order }: SearchSort,
    { offset, limit, isFromEnd = false }: Slice,
  ): Promise<{ rows: TaggedDocument[]; activeDocuments: number | undefined }> {
    const columns = SORT_COLUMNS[field];
    const readOrder = isFromEnd ? (order === 'asc' ? 'desc' : 'asc') : order;
    const found = await sqlOver(this.unitOfWork.db).query<Row & { activeDocuments: number }>(
      `select shown.*, ${activeDocumentsOf('$1')} as "activeDocuments" from (
         select ${columns.map((column) => `o.${column}`).join(', ')} from document o
         where o.organization_id = $1 and o.deleted_at is null
         order by ${orderBy(columns, 'o', readOrder)} limit (select $2::bigint) offset (select $3::bigint)
       ) chosen cross join lateral (select ${COLUMNS} from document d where d.id = chosen.id offset 0) shown
       order by ${orderBy(columns, 'chosen', readOrder)}`,
      [organizationId, limit, offset],
    );
    const rows = found.map(({ activeDocuments: _, ...row }) => withTags(row));
    return { rows: isFromEnd ? rows.reverse() : rows, activeDocuments: found[0]?.activeDocuments };
  }
}

function orderBy(columns: readonly string[], table: string, order: SearchSort['order']): string {
  const nulls = order === 'asc' ? 'nulls first' : 'nulls last';
  return columns
    .map((column) => `${table}.${column} ${order}${column === 'document_date' ? ` ${nulls}` : ''}`)
    .join(', ');
}

function withTags<Read extends Row>(row: Read): Omit<Read, 'tags'> & { tags: TagRow[] } {
  return { ...row, tags: tagRowsOf(row.tags) };
}
