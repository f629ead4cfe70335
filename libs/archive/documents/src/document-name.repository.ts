import { Injectable } from '@nestjs/common';
import { sortKey, type SearchText } from '@archivolt/plugin-kit';
import type { Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { FoundDate, StoredDateFinding } from './date-finding.js';
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

/** A date that was found, or none, where the present one is still that which was found before. Dates are ISO 8601. */
export interface WantedFinding extends WantedDate {
  /** Of the wanted date. */
  finding: StoredDateFinding | null;
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

/** No one has set or removed the date of `document d`. */
export const MAY_BE_FOUND = 'not d.is_date_removed and (d.document_date is null or d.date_finding is not null)';
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
           and (document_date is distinct from $3::timestamptz(3) or date_finding is not null))
       update document set document_date = $3::timestamptz(3), date_finding = null,
         is_date_removed = is_date_removed or $3::timestamptz is null, ${TOUCHED}
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
      `update document set document_date = given.wanted, date_finding = null, ${TOUCHED}
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

  /** Sets dates that were found where no one has set or removed one. Returns the documents that had another, with that. */
  setFound(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    found: ReadonlyMap<string, FoundDate>,
  ): Promise<
    {
      documentId: string;
      before: Date | null;
      finding: StoredDateFinding | null;
      after: Date;
      findingAfter: StoredDateFinding;
    }[]
  > {
    const findings = [...found.values()].map(({ day: _, ...finding }) => JSON.stringify(finding));
    return tx.sql.query(
      `with other as (
         select d.id, d.document_date, d.date_finding, given.day, given.finding from document d
         join unnest($2::text[], $3::timestamptz[], $4::text[]) as given(id, day, finding) on given.id = d.id
         where d.organization_id = $1 and ${MAY_BE_FOUND} and d.document_date is distinct from given.day)
       update document set document_date = other.day, date_finding = other.finding::jsonb, ${TOUCHED}
       from other where document.id = other.id
       returning document.id as "documentId", other.document_date as before, other.date_finding as finding,
         document.document_date as after, document.date_finding as "findingAfter"`,
      [organizationId, [...found.keys()], [...found.values()].map(({ day }) => `${day}T00:00:00Z`), findings],
    );
  }

  /** Returns the documents whose date was set. Those that someone has dated meanwhile stay. */
  restoreFound(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    dates: readonly WantedFinding[],
  ): Promise<{ id: string; date: Date | null }[]> {
    return tx.sql.query(
      `update document d set document_date = given.wanted, date_finding = given.finding::jsonb,
         updated_at = greatest(now(), d.updated_at + interval '1 ms')
       from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[]) as given(id, present, wanted, finding)
       where d.organization_id = $1 and d.id = given.id and ${MAY_BE_FOUND}
         and d.document_date is not distinct from given.present
       returning d.id, d.document_date as date`,
      [
        organizationId,
        dates.map(({ documentId }) => documentId),
        dates.map(({ present }) => present),
        dates.map(({ wanted }) => wanted),
        dates.map(({ finding }) => finding && JSON.stringify(finding)),
      ],
    );
  }
}
