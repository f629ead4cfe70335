import { Injectable } from '@nestjs/common';
import type { SearchSort } from '@archivolt/plugin-kit';
import {
  documentProperties,
  propertiesOf,
  propertyValuesOf,
  type DocumentProperty,
  type PropertiesInRow,
  type ValuesInRow,
} from '#archive/properties';
import { holdsOf, lockOf } from '#people/holds';
import { sqlOver, UnitOfWork } from '#ground/database';
import { activeDocumentsOf } from '#ground/history';
import type { OrganizationScope } from '#ground/kernel';
import { tagRowsOf, tagsOf, type TagRow, type TagsInRow } from '#archive/tags';
import { DOCUMENT_COLUMNS, type DocumentRow } from './document.repository.js';

/** A document as lists show it. */
export type DetailedDocument = DocumentRow & {
  tags: TagRow[];
  /** Every property of the organization in display order. */
  customProperties: DocumentProperty[];
};

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
  size: ['original_size', 'created_at', 'id'],
};

/** The organization is $1. */
const COLUMNS = `${DOCUMENT_COLUMNS}, ${tagsOf({ documentId: 'd.id', organizationId: '$1' })} as tags,
  ${propertyValuesOf('d.id')} as "propertyValues"`;

/** Read with the first row only. */
const PROPERTIES = propertiesOf('$1');

type Row = DocumentRow & { tags: TagsInRow; propertyValues: ValuesInRow };
type FirstRow = Row & { properties: PropertiesInRow };

/**
 * Documents with their tags and properties, for the responses that are sent most often: one statement each. Raw: other
 * rooms give the expressions, and the plans are measured.
 */
@Injectable()
export class ListedDocumentRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns one document with its text, trashed or not. */
  async find(
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<(DetailedDocument & { content: string }) | undefined> {
    const rows = await sqlOver(this.unitOfWork.db).query<FirstRow & { content: string }>(
      `select ${COLUMNS}, ${PROPERTIES} as properties, d.content,
         (select n.number from archive_number n where n.document_id = d.id) as "archiveNumber",
         ${holdsOf({ documentId: 'd.id', organizationId: 'd.organization_id' })} as holds, ${lockOf('d.id')} as "retentionLock",
         (select jsonb_build_object('problem', m.problem, 'foundAt', ${iso('m.found_at')}, 'seenAt', ${iso('m.seen_at')})
          from damaged_file m where m.storage_key = d.original_storage_key) as "fileDamage"
       from document d where d.organization_id = $1 and d.id = $2`,
      [organizationId, documentId],
    );
    return detailed(rows)[0];
  }

  /**
   * Rows of these ids in this order, without their texts. Ids without a row are skipped. `offset 0` looks each up by its
   * id: all documents of the organization would be read where most organizations are small.
   */
  async findInOrder(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<DetailedDocument[]> {
    if (documentIds.length === 0) return [];
    const rows = await sqlOver(this.unitOfWork.db).query<FirstRow>(
      `select shown.*, case when row_number() over (order by wanted.place) = 1 then ${PROPERTIES} end as properties
       from unnest($2::text[]) with ordinality as wanted(id, place) cross join lateral (
         select ${COLUMNS} from document d where d.id = wanted.id and d.organization_id = $1 offset 0) shown
       order by wanted.place`,
      [organizationId, documentIds],
    );
    return detailed(rows);
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
  ): Promise<{ rows: DetailedDocument[]; activeDocuments: number | undefined }> {
    const columns = SORT_COLUMNS[field];
    const readOrder = isFromEnd ? (order === 'asc' ? 'desc' : 'asc') : order;
    const found = await sqlOver(this.unitOfWork.db).query<FirstRow & { activeDocuments: number }>(
      `select shown.*, ${activeDocumentsOf('$1')} as "activeDocuments",
         case when row_number() over (order by ${orderBy(columns, 'chosen', readOrder)}) = 1 then ${PROPERTIES} end as properties
       from (
         select ${columns.map((column) => `o.${column}`).join(', ')} from document o
         where o.organization_id = $1 and o.deleted_at is null
         order by ${orderBy(columns, 'o', readOrder)} limit (select $2::bigint) offset (select $3::bigint)
       ) chosen cross join lateral (select ${COLUMNS} from document d where d.id = chosen.id offset 0) shown
       order by ${orderBy(columns, 'chosen', readOrder)}`,
      [organizationId, limit, offset],
    );
    const rows = detailed(found.map(({ activeDocuments: _, ...row }) => row));
    return { rows: isFromEnd ? rows.reverse() : rows, activeDocuments: found[0]?.activeDocuments };
  }
}

/** As `toISOString` writes it. */
function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function orderBy(columns: readonly string[], table: string, order: SearchSort['order']): string {
  const nulls = order === 'asc' ? 'nulls first' : 'nulls last';
  return columns
    .map((column) => `${table}.${column} ${order}${column === 'document_date' ? ` ${nulls}` : ''}`)
    .join(', ');
}

/** The first row has the properties of the organization. */
function detailed<Read extends FirstRow>(
  rows: readonly Read[],
): (Omit<Read, 'properties' | 'propertyValues' | 'tags'> & Pick<DetailedDocument, 'customProperties' | 'tags'>)[] {
  const all = rows[0]?.properties ?? null;
  return rows.map(({ tags, properties: _, propertyValues, ...row }) => ({
    ...row,
    tags: tagRowsOf(tags),
    customProperties: documentProperties(all, propertyValues),
  }));
}
