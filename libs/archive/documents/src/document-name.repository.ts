import { Injectable } from '@nestjs/common';
import { sortKey, type SearchText } from '@archivolt/plugin-kit';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { someDocuments } from './some-documents.repository.js';

/** A name that is to be given only where the present one is still this. */
export interface WantedName {
  documentId: string;
  present: string;
  wanted: string;
}

/** A date that is to be set only where the present one is still this. Dates are ISO 8601. */
export interface WantedDate {
  documentId: string;
  present: string | null;
  wanted: string | null;
}

/** What names and dates are made of. */
export interface NamedAndDated {
  documentId: string;
  name: string;
  /** That of its file. */
  originalName: string;
  createdAt: Date;
  documentDate: Date | null;
}

type RenamedDocument = Omit<SearchText, 'content'> & { isTrashed: boolean };

const TOUCHED = `updated_at = greatest(now(), document.updated_at + interval '1 ms')`;

/**
 * The statements on names and dates of many documents. The caller of those that write holds the locks of the documents.
 * Raw where they need lists of bound values as rows, or what was there before.
 */
@Injectable()
export class DocumentNameRepository {
  /** Of the documents that exist, in no order; with `activeOnly`, of those that are not in the trash. */
  read(
    tx: Transaction,
    scope: OrganizationScope,
    documentIds: readonly string[],
    { activeOnly }: { activeOnly: boolean },
  ): Promise<NamedAndDated[]> {
    return someDocuments(tx, scope, documentIds)
      .select([
        'id as documentId',
        'name',
        'original_name as originalName',
        'created_at as createdAt',
        'document_date as documentDate',
      ])
      .$if(activeOnly, (query) => query.where('deleted_at', 'is', null))
      .execute();
  }

  async contents(tx: Transaction, scope: OrganizationScope, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await someDocuments(tx, scope, ids).select(['id', 'content']).execute();
    return new Map(rows.map(({ id, content }) => [id, content]));
  }

  /** Returns the documents that were renamed. */
  rename(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    names: readonly WantedName[],
  ): Promise<RenamedDocument[]> {
    return tx.sql.query<RenamedDocument>(
      `update document set name = given.wanted, name_sort_key = given.sort_key, ${TOUCHED}
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as given(id, present, wanted, sort_key)
       where document.organization_id = $1 and document.id = given.id and document.name = given.present
       returning document.id, document.sequence::text as sequence, document.organization_id as "organizationId",
         document.name, coalesce(document.notes, '') as notes, document.deleted_at is not null as "isTrashed"`,
      [
        organizationId,
        names.map(({ documentId }) => documentId),
        names.map(({ present }) => present),
        names.map(({ wanted }) => wanted),
        names.map(({ wanted }) => sortKey(wanted)),
      ],
    );
  }

  /** Sets one date. Returns the documents that had another one, with that. */
  setDate(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    date: string | null,
  ): Promise<{ documentId: string; before: Date | null }[]> {
    return tx.sql.query(
      `with other as (
         select id, document_date from document where organization_id = $1 and id = any($2::text[])
           and document_date is distinct from $3::timestamptz(3))
       update document set document_date = $3::timestamptz(3), ${TOUCHED}
       from other where document.id = other.id returning document.id as "documentId", other.document_date as before`,
      [organizationId, documentIds, date],
    );
  }

  /** Returns the documents whose date was set. */
  setDates(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    dates: readonly WantedDate[],
  ): Promise<{ id: string; date: Date | null }[]> {
    return tx.sql.query(
      `update document set document_date = given.wanted, ${TOUCHED}
       from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as given(id, present, wanted)
       where document.organization_id = $1 and document.id = given.id
         and document.document_date is not distinct from given.present
       returning document.id, document.document_date as date`,
      [
        organizationId,
        dates.map(({ documentId }) => documentId),
        dates.map(({ present }) => present),
        dates.map(({ wanted }) => wanted),
      ],
    );
  }
}
