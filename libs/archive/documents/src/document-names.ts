import { Injectable } from '@nestjs/common';
import { sortKey, type SearchText, type Sql } from '@archivolt/plugin-kit';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import { SearchService } from '#capabilities/search';
import { DocumentUpdated } from './documents.events.js';

/** A name that is to be given only where the present one is still this. */
export interface WantedName {
  documentId: string;
  present: string;
  wanted: string;
}

/** What names and dates are made of. */
export interface NamedAndDated {
  documentId: string;
  name: string;
  /** The name of the uploaded file. */
  originalName: string;
  createdAt: Date;
  documentDate: Date | null;
}

type RenamedRow = Omit<SearchText, 'content'> & { isTrashed: boolean };

/** Names of many documents. */
@Injectable()
export class DocumentNames {
  constructor(
    private readonly changes: Changes,
    private readonly search: SearchService,
  ) {}

  /** Returns the documents that exist, in no order; with `activeOnly`, only those that are not in the trash. */
  async read(
    sql: Sql,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    { activeOnly }: { activeOnly: boolean },
  ): Promise<NamedAndDated[]> {
    return sql.query<NamedAndDated>(
      `select id as "documentId", name, original_name as "originalName", created_at as "createdAt",
         document_date as "documentDate" from document
       where organization_id = $1 and id = any($2::text[]) and ($3 is false or deleted_at is null)`,
      [organizationId, documentIds, activeOnly],
    );
  }

  /** Returns the documents that were renamed. The caller holds the locks of the documents. */
  async change(tx: Transaction, ctx: OrganizationContext, names: readonly WantedName[]): Promise<string[]> {
    if (names.length === 0) return [];
    const renamed = await tx.sql.query<RenamedRow>(
      `update document set name = given.wanted, name_sort_key = given.sort_key,
         updated_at = greatest(now(), document.updated_at + interval '1 ms')
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as given(id, present, wanted, sort_key)
       where document.organization_id = $1 and document.id = given.id and document.name = given.present
       returning document.id, document.sequence::text as sequence, document.organization_id as "organizationId",
         document.name, coalesce(document.notes, '') as notes, document.deleted_at is not null as "isTrashed"`,
      [
        ctx.organizationId,
        names.map(({ documentId }) => documentId),
        names.map(({ present }) => present),
        names.map(({ wanted }) => wanted),
        names.map(({ wanted }) => sortKey(wanted)),
      ],
    );
    const indexed = renamed.filter(({ isTrashed }) => !isTrashed).map(({ isTrashed: _, ...texts }) => texts);
    await this.search.updateManyShortTexts(tx.sql, indexed, (ids) => this.#contents(tx.sql, ids));
    for (const { id: documentId, name } of renamed)
      this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['name'], name });
    return renamed.map(({ id }) => id);
  }

  async #contents(sql: Sql, documentIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await sql.query<{ id: string; content: string }>(
      'select id, content from document where id = any($1::text[])',
      [documentIds],
    );
    return new Map(rows.map(({ id, content }) => [id, content]));
  }
}
