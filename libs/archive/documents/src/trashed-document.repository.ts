import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, PLAN_FOR_VALUES, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { userIdOf, type OrganizationContext, type OrganizationScope, type Page } from '#ground/kernel';
import { isDocumentHeld, LegalHoldRepository } from '#people/holds';
import { DOCUMENT_COLUMNS, type DocumentRow, type WrittenDocument } from './document.repository.js';
import type { DocumentTables } from './document.entity.js';
import { someDocuments } from './some-documents.repository.js';

const PAGE_TEXT_BYTES = 8_000_000;

/** Documents removed in one transaction: few enough that other transactions do not wait long for its locks. */
const PURGE_CHUNK = 500;

/** Ids that are read at once. */
const IDS_CHUNK = 1_000;

/** A document that was moved to the trash or out of it. */
export interface MovedDocument {
  id: string;
  /** Bytes of its file and of its earlier versions. */
  size: number;
}

/** When and by whom a document was moved to the trash. `deletedAt` is ISO 8601. */
export interface TrashMark {
  deletedAt: string;
  deletedBy: string | null;
}

/** A document that was taken out of the trash, with all that the search index keeps of it. */
export interface TakenOutDocument {
  document: WrittenDocument;
  mark: TrashMark;
  /** Bytes of its file and of its earlier versions. */
  size: number;
}

/** Documents to take out of the trash; with a mark, only when they are there since then. */
interface Trashed {
  documentId: string;
  mark?: TrashMark | undefined;
}

export interface PurgedDocument extends MovedDocument {
  organizationId: string;
  name: string;
  /** Of its file. */
  sha256: string;
  storageKey: string;
  /** The storage keys of its previews. */
  previewKeys: string[];
  /** The storage keys of its earlier versions. */
  versionKeys: string[];
}

/** Which documents to purge; the values are $2 and on. */
interface Choice {
  condition: string;
  values: readonly unknown[];
  order?: string;
}

/** Which part of the trash to show, and in which order. */
export interface TrashView extends Page {
  /** Only documents that have this in their name, whatever the case. */
  name?: string | undefined;
  sort?: { field: 'createdAt' | 'deletedAt' | 'name' | 'size'; order: 'asc' | 'desc' } | undefined;
}

const SORT_COLUMNS = {
  createdAt: 'created_at',
  deletedAt: 'deleted_at',
  name: 'name_sort_key',
  size: 'original_size',
} as const;

/** $2 is a part of the name, or empty. */
const IN_TRASH = `organization_id = $1 and deleted_at is not null and ($2 = '' or strpos(lower(name), lower($2)) > 0)`;

const ALL_SIZE = '(document.original_size + document.other_versions_size)::float8 as size';

const IS_HELD = isDocumentHeld({ documentId: 'document.id', organizationId: 'document.organization_id' });

const OLDEST_FIRST = 'order by deleted_at, id';

/**
 * The statements on documents in the trash, on their way into it, and out of it. Raw where they take the columns of lists,
 * a condition as text, lists of bound values as rows, or locks of rows of other rooms.
 */
@Injectable()
export class TrashedDocumentRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly holds: LegalHoldRepository,
  ) {}

  /** A page of the trash, last trashed first unless the view sorts it. Includes texts until the page reaches 8 MB. */
  async findPage({ organizationId }: OrganizationScope, view: TrashView): Promise<DocumentRow[]> {
    const { name = '', sort = { field: 'deletedAt', order: 'desc' }, pageIndex, pageSize } = view;
    const direction = sort.order === 'asc' ? 'asc' : 'desc';
    const order = `${SORT_COLUMNS[sort.field]} ${direction}, id ${direction}`;
    const rows = await sqlOver(this.unitOfWork.db).query<Omit<DocumentRow, 'content'> & { content: string | null }>(
      `select ${DOCUMENT_COLUMNS},
         case when sum(octet_length(d.content)) over (order by ${order}) <= $5 then d.content end as content
       from (select * from document where ${IN_TRASH} order by ${order} limit $3 offset $4) d
       order by ${order}`,
      [organizationId, name, pageSize, pageIndex * pageSize, PAGE_TEXT_BYTES],
    );
    return rows.map(({ content, ...row }) => (content === null ? row : { ...row, content }));
  }

  /** Returns how many documents of the trash have this in their name. */
  async countNamed({ organizationId }: OrganizationScope, name: string): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from document where ${IN_TRASH}`,
      [organizationId, name],
    );
    return row?.count ?? 0;
  }

  /** Moves active documents to the trash, locked in the order of their ids. Returns those that were active. */
  async moveToTrash(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<(MovedDocument & { mark: TrashMark })[]> {
    const moved = await tx.sql.query<MovedDocument & { deletedAt: Date }>(
      `with chosen as (select id from document where organization_id = $1 and id = any($2::text[]) and deleted_at is null
         order by id for no key update)
       update document set deleted_at = now(), deleted_by = $3,
         updated_at = greatest(now(), document.updated_at + interval '1 ms')
       from chosen where document.id = chosen.id
       returning document.id, ${ALL_SIZE}, document.deleted_at as "deletedAt"`,
      [ctx.organizationId, documentIds, userIdOf(ctx)],
    );
    return moved.map(({ id, size, deletedAt }) => ({
      ...{ id, size },
      mark: { deletedAt: deletedAt.toISOString(), deletedBy: userIdOf(ctx) },
    }));
  }

  /** Moves active documents back to the trash as they were in it. The caller holds their locks. Returns those moved. */
  async putBack(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documents: readonly Required<Trashed>[],
  ): Promise<MovedDocument[]> {
    return tx.sql.query<MovedDocument>(
      `update document set deleted_at = given.deleted_at,
         deleted_by = (select "user".id from "user" where "user".id = given.deleted_by),
         updated_at = greatest(now(), document.updated_at + interval '1 ms')
       from unnest($2::text[], $3::timestamptz[], $4::text[]) as given(id, deleted_at, deleted_by)
       where document.organization_id = $1 and document.id = given.id and document.deleted_at is null
       returning document.id, ${ALL_SIZE}`,
      [
        organizationId,
        documents.map(({ documentId }) => documentId),
        documents.map(({ mark }) => mark?.deletedAt),
        documents.map(({ mark }) => mark?.deletedBy),
      ],
    );
  }

  /** Takes documents out of the trash, locked in the order of their ids. Returns those that were there. */
  async takeOut(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documents: readonly Trashed[],
  ): Promise<TakenOutDocument[]> {
    const rows = await tx.sql.query<
      WrittenDocument & { allSize: number; wasDeletedAt: Date; wasDeletedBy: string | null }
    >(
      `with chosen as (
         select document.id, document.deleted_at, document.deleted_by
         from unnest($2::text[], $3::timestamptz[]) as given(id, deleted_at) join document on document.id = given.id
         where document.organization_id = $1 and document.deleted_at is not null
           and document.deleted_at = coalesce(given.deleted_at, document.deleted_at)
         order by document.id for no key update of document)
       update document d set deleted_at = null, deleted_by = null,
         updated_at = greatest(now(), d.updated_at + interval '1 ms')
       from chosen where d.id = chosen.id
       returning ${DOCUMENT_COLUMNS}, d.content, d.sequence, chosen.deleted_at as "wasDeletedAt",
         (d.original_size + d.other_versions_size)::float8 as "allSize",
         chosen.deleted_by as "wasDeletedBy"`,
      [
        organizationId,
        documents.map(({ documentId }) => documentId),
        documents.map(({ mark }) => mark?.deletedAt ?? null),
      ],
    );
    return rows.map(({ allSize: size, wasDeletedAt, wasDeletedBy, ...document }) => ({
      ...{ document, size },
      mark: { deletedAt: wasDeletedAt.toISOString(), deletedBy: wasDeletedBy },
    }));
  }

  /** The first of the documents, at least one, until the texts of those in the trash exceed this many bytes. */
  async firstOfBytes(scope: OrganizationScope, documentIds: readonly string[], bytes: number): Promise<string[]> {
    const rows = await someDocuments(this.unitOfWork, scope, documentIds)
      .select(['id', sql<number>`octet_length(content)`.as('bytes')])
      .where('deleted_at', 'is not', null)
      .execute();
    const bytesOf = new Map(rows.map((row) => [row.id, row.bytes]));
    let sum = 0;
    const end = documentIds.findIndex((id, position) => {
      sum += bytesOf.get(id) ?? 0;
      return sum > bytes && position > 0;
    });
    return documentIds.slice(0, end < 0 ? undefined : end);
  }

  /** The texts of those of the documents that are in the trash. */
  contentsOf(scope: OrganizationScope, documentIds: readonly string[]): Promise<{ id: string; content: string }[]> {
    return someDocuments(this.unitOfWork, scope, documentIds)
      .select(['id', 'content'])
      .where('deleted_at', 'is not', null)
      .execute();
  }

  /** The ids of the trash in chunks, last trashed first. */
  async *idsInTrash({ organizationId }: OrganizationScope): AsyncIterable<string[]> {
    for (let last: { id: string; deletedAt: Date } | undefined; ;) {
      const after = last;
      const rows = await kyselyOf<DocumentTables>(this.unitOfWork)
        .selectFrom('document')
        .select(['id', 'deleted_at as deletedAt'])
        .where('organization_id', '=', organizationId)
        .where('deleted_at', 'is not', null)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(deleted_at, id) < (${after?.deletedAt}, ${after?.id})`),
        )
        .orderBy('deleted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(IDS_CHUNK)
        .$narrowType<{ deletedAt: Date }>()
        .execute();
      last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ id }) => id);
    }
  }

  /** How many documents of the trash are on legal hold; with ids, of these. */
  async countHeld(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[] | null = null,
  ): Promise<number> {
    const [row] = await tx.sql.query<{ count: number }>(
      `select count(*)::int as count from document where organization_id = $1 and deleted_at is not null and ${IS_HELD}
         and ($2::text[] is null or id = any($2::text[]))`,
      [organizationId, documentIds],
    );
    return row?.count ?? 0;
  }

  /** Deletes one document that is in the trash. */
  purgeOne(tx: Transaction, { organizationId }: OrganizationContext, documentId: string): Promise<PurgedDocument[]> {
    const condition = 'organization_id = $2 and id = $3 and deleted_at is not null';
    return this.#purge(tx, { condition, values: [organizationId, documentId] });
  }

  /** Deletes those of at most 500 documents that are in the trash. */
  purgeMany(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<PurgedDocument[]> {
    const condition = 'organization_id = $2 and id = any($3::text[]) and deleted_at is not null';
    return this.#purge(tx, { condition, values: [organizationId, documentIds] });
  }

  /** Deletes those of at most 500 documents that are active. */
  purgeActive(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    documentIds: readonly string[],
  ): Promise<PurgedDocument[]> {
    const condition = 'organization_id = $2 and id = any($3::text[]) and deleted_at is null';
    return this.#purge(tx, { condition, values: [organizationId, documentIds] });
  }

  /**
   * Deletes a chunk of what an organization has had in the trash at `until` or before; empty at the end. A document that
   * was changed later stays: it may have been restored, and put back as it was by the undo of the restore.
   */
  purgeTrashedUntil(
    tx: Transaction,
    { organizationId }: OrganizationContext,
    until: string,
  ): Promise<PurgedDocument[]> {
    const condition = 'organization_id = $2 and deleted_at <= $3 and updated_at <= $3';
    return this.#purge(tx, { condition, values: [organizationId, until], order: OLDEST_FIRST });
  }

  /** Deletes a chunk of what has been in any trash for `days` (database time); empty at the end. */
  purgeTrashedFor(tx: Transaction, days: number): Promise<PurgedDocument[]> {
    const condition = 'deleted_at <= now() - make_interval(days => $2)';
    return this.#purge(tx, { condition, values: [days], order: OLDEST_FIRST });
  }

  /** Deletes a chunk of all documents of an organization whose purge is due, trashed or not; empty at the end. */
  purgeDeletedOrganization(tx: Transaction, { organizationId }: OrganizationContext): Promise<PurgedDocument[]> {
    const isDue =
      'exists (select from organization where id = $2 and deleted_at is not null and scheduled_purge_at <= now())';
    return this.#purge(tx, { condition: `organization_id = $2 and ${isDue}`, values: [organizationId] });
  }

  /** Database time, as text: what is in the trash until then is purged. */
  async now(tx: Transaction): Promise<string> {
    const { now } = await kyselyOf<DocumentTables>(tx)
      .selectNoFrom(sql<string>`now()::timestamptz(3)::text`.as('now'))
      .executeTakeFirstOrThrow();
    return now;
  }

  async #purge(tx: Transaction, choice: Choice): Promise<PurgedDocument[]> {
    const chosen = await this.#lockChunk(tx, choice);
    if (chosen.length === 0) return [];
    return tx.sql.query<PurgedDocument>(
      `delete from document where id = any($1::text[])
       returning id, organization_id as "organizationId", original_storage_key as "storageKey", name,
         original_sha256_hash as sha256,
         ${ALL_SIZE}, array(select p.storage_key from document_preview p
           where p.document_id = document.id and p.storage_key is not null order by p.storage_key) as "previewKeys",
         array(select distinct v.storage_key from document_version v
           where v.document_id = document.id and v.storage_key <> document.original_storage_key) as "versionKeys"`,
      [chosen],
    );
  }

  /**
   * Locks documents in the order of their ids, then their tags and values, as everywhere. A document that was restored while this
   * waited for its lock no longer meets the condition, and stays; when that is true of a whole chunk, the next is taken.
   * What is on legal hold is never chosen: the lock of holds comes first, and a request that sets one waits for it.
   */
  async #lockChunk(tx: Transaction, { condition, values, order = '' }: Choice): Promise<string[]> {
    for (;;) {
      const candidates = await tx.sql.query<{ id: string; organizationId: string }>(
        `select id, organization_id as "organizationId" from document
         where ${condition} and not ${IS_HELD} ${order} limit $1`,
        [PURGE_CHUNK, ...values],
      );
      if (candidates.length === 0) return [];
      await this.holds.keep(
        tx,
        candidates.map(({ organizationId }) => organizationId),
      );
      const ids = candidates.map(({ id }) => id);
      const locked = await tx.sql.query<{ id: string }>(
        `select id from document where id = any($1::text[]) and ${condition} and not ${IS_HELD} order by id for update`,
        [ids, ...values],
      );
      if (locked.length === 0) continue;
      const lockedIds = locked.map(({ id }) => id);
      // Rows that refer to both go with either: without this lock the deletion of a tag would remove them concurrently.
      await tx.sql.query(
        `select id from tag where id in (
           select tag_id from document_tag where document_id = any($1::text[])
           union select tag_id from document_activity where document_id = any($1::text[]) and tag_id is not null)
         order by id for key share`,
        [lockedIds],
      );
      // So do values, also those of other documents that refer to these.
      await tx.sql.query(
        `${PLAN_FOR_VALUES} select from document_custom_property v join custom_property p on p.id = v.property_id
         where v.document_id = any($1::text[]) or v.related_document_id = any($1::text[])
         order by v.property_id, v.document_id, v.position for key share of p for update of v`,
        [lockedIds],
      );
      return lockedIds;
    }
  }
}
