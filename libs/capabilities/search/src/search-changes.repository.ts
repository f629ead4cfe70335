import { Injectable } from '@nestjs/common';
import type { SearchDocument, Sql } from '@archivolt/plugin-kit';
import { sql as text } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import { messageOf } from './engine-message.js';
import { propertyValues } from './property-values.js';
import type { SearchIndexTables } from './search-index.schema.js';

/** A document that has changed, as it is now. */
export interface ChangedDocument {
  documentId: string;
  organizationId: string;
  /** Ids of the changes that a delivery of this state completes. */
  changes: string[];
  attempts: number;
  version: string;
  /** `undefined` when it must not be found. */
  document: SearchDocument | undefined;
}

export interface ChangesWaiting {
  documents: number;
  oldest: Date | null;
  /** Documents that the search engine refuses, and the reason of one of them. */
  refused: number;
  refusedDocumentId: string | null;
  refusedBecause: string | null;
  /** Documents that failed with an error of any other kind and are tried again, and the reason of one of them. */
  failed: number;
  failedDocumentId: string | null;
  failedBecause: string | null;
}

const DOCUMENTS_AT_A_TIME = 500;
/** Bytes of text held at a time; a single document with longer texts is delivered alone. */
const BYTES_AT_A_TIME = 8_000_000;
const LONGEST_PAUSE_SECONDS = 60;

/** An SQL expression for the values of `document d`, to be read with {@link propertyValues}. */
const PROPERTY_ROWS = `(select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'propertyId', v.property_id, 'text', v.text_value, 'number', v.number_value,
    'date', extract(epoch from v.date_value) * 1000, 'boolean', v.boolean_value, 'optionId', v.option_id,
    'userId', v.user_id, 'documentId', v.related_document_id)) order by v.property_id, v.position), '[]')
  from document_custom_property v where v.document_id = d.id)`;

const FACTS = `d.id, d.sequence::text, d.organization_id as "organizationId", d.name, d.content,
  coalesce(d.notes, '') as notes, lower(d.mime_type) as "mimeType",
  d.original_size::float8 as size, (select max(p.page) from document_page p where p.document_id = d.id) as pages,
  d.source, d.created_by as "ownerId", d.is_in_inbox as "isInInbox", d.created_at as "createdAt", d.updated_at as "updatedAt", d.document_date as "documentDate",
  array(select t.tag_id from document_tag t where t.document_id = d.id order by t.tag_id) as "tagIds",
  ${PROPERTY_ROWS} as "properties"`;

/** The size of the texts of `document d`; zero without one. */
const TEXT_BYTES = `(coalesce(octet_length(d.content), 0) + coalesce((select sum(octet_length(v.text_value))
  from document_custom_property v where v.document_id = d.id), 0))`;

/** A row as PostgreSQL returns it. */
type DocumentFacts = Omit<SearchDocument, 'properties' | 'version'> & {
  properties: Parameters<typeof propertyValues>[0];
};

type ChangedRow = Pick<ChangedDocument, 'attempts' | 'changes' | 'documentId'> & { changedIn: string } & {
  [Fact in keyof DocumentFacts]: DocumentFacts[Fact] | null;
};

/**
 * The changes that an external search engine has not received, and the documents as they are now. What is text here
 * reads documents, which are above this room, or runs under the lease of the index.
 */
@Injectable()
export class SearchChangesRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * The next changed documents, oldest change first. Changes and documents are read by one statement, so the state
   * contains every change that is returned with it.
   */
  async next(sql: Sql): Promise<ChangedDocument[]> {
    const version = await this.nextVersion(sql);
    const rows = await sql.query<ChangedRow>(
      `with due as (
         select document_id, organization_id, min(id) as first from (
           select id, document_id, organization_id from search_change
           where retry_at is null or retry_at <= now() order by id limit $1
         ) oldest group by document_id, organization_id
       ), measured as (
         select sized.*, sum(bytes) over (order by first) - bytes as bytes_before from (
           select due.*, ${TEXT_BYTES} as bytes from due left join document d on d.id = due.document_id
         ) sized
       )
       select m.document_id as "documentId", m.organization_id as "changedIn",
         array(select c.id::text from search_change c where c.document_id = m.document_id) as changes,
         (select max(c.attempts) from search_change c where c.document_id = m.document_id) as attempts, facts.*
       from measured m left join lateral (
         select ${FACTS} from document d where d.id = m.document_id and d.deleted_at is null
       ) facts on true
       where m.bytes_before < $2 order by m.first`,
      [DOCUMENTS_AT_A_TIME, BYTES_AT_A_TIME],
    );
    await this.unitOfWork.whatWasReadIsFlushed(sql);
    return rows.map(({ documentId, changedIn, changes, attempts, ...facts }) => ({
      documentId,
      organizationId: changedIn,
      version,
      changes,
      attempts,
      document: facts.id === null ? undefined : documentOf(facts as DocumentFacts, version),
    }));
  }

  /** The next active documents of all organizations after this one, in the order of their ids. */
  async documentsAfter(sql: Sql, after: string): Promise<SearchDocument[]> {
    const version = await this.nextVersion(sql);
    const rows = await sql.query<DocumentFacts>(
      `select ${FACTS} from document d where d.id in (${nextIds()}) and d.deleted_at is null order by d.id`,
      [after, DOCUMENTS_AT_A_TIME, BYTES_AT_A_TIME],
    );
    await this.unitOfWork.whatWasReadIsFlushed(sql);
    return rows.map((row) => documentOf(row, version));
  }

  async countActive(): Promise<number> {
    const [row] = await this.#sql.query<{ count: number }>(
      'select count(*)::int as count from document where deleted_at is null',
    );
    return row?.count ?? 0;
  }

  /** Changes that were committed meanwhile stay, under ids of their own. */
  async remove(sql: Sql, changes: readonly string[]): Promise<void> {
    await sql.query('delete from search_change where id = any($1::bigint[])', [changes]);
  }

  /**
   * Tries a document again after a pause that grows, or not before its next change. One statement: a process that is
   * killed must not have removed the changes only.
   */
  async postpone(sql: Sql, changed: ChangedDocument, error: Error, options: { isFinal: boolean }): Promise<void> {
    await sql.query(
      `with postponed as (delete from search_change where id = any($7::bigint[]) returning changed_at)
       insert into search_change (document_id, organization_id, attempts, retry_at, error, changed_at)
       select $1, $2, $3::int + 1,
         case when $4 then 'infinity' else now() + make_interval(secs => least(2 ^ least($3::int, 20), $5)) end, $6,
         coalesce(min(changed_at), now()) from postponed`,
      [
        changed.documentId,
        changed.organizationId,
        changed.attempts,
        options.isFinal,
        LONGEST_PAUSE_SECONDS,
        messageOf(error),
        changed.changes,
      ],
    );
  }

  /** The newest change of the organization that waits for its first delivery; `undefined` without one. */
  async newestOf(organizationId: string): Promise<string | undefined> {
    const [row] = await this.#sql.query<{ newest: string | null }>(
      `select max(id)::text as newest from search_change
       where organization_id = $1 and retry_at is null and not exists (select from search_index where failing_since is not null)`,
      [organizationId],
    );
    return row?.newest ?? undefined;
  }

  /** Returns whether changes of the organization up to this one wait for their first delivery. */
  async isWaiting(organizationId: string, upTo: string): Promise<boolean> {
    const change = await this.#db
      .selectFrom('search_change')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '<=', upTo)
      .where('retry_at', 'is', null)
      .limit(text<number>`1`)
      .executeTakeFirst();
    return change !== undefined;
  }

  /** Returns whether there is something to deliver now. */
  async isDue(): Promise<boolean> {
    const change = await this.#db
      .selectFrom('search_change')
      .select('id')
      .where((is) => is.or([is('retry_at', 'is', null), is('retry_at', '<=', text<Date>`now()`)]))
      .limit(text<number>`1`)
      .executeTakeFirst();
    return change !== undefined;
  }

  async waiting(): Promise<ChangesWaiting> {
    const [row] = await this.#sql.query<ChangesWaiting>(
      `select count(distinct document_id)::int as documents, min(changed_at) as oldest,
         count(distinct document_id) filter (where retry_at = 'infinity')::int as refused,
         min(document_id) filter (where retry_at = 'infinity') as "refusedDocumentId",
         min(error) filter (where retry_at = 'infinity') as "refusedBecause",
         count(distinct document_id) filter (where retry_at < 'infinity')::int as failed,
         min(document_id) filter (where retry_at < 'infinity') as "failedDocumentId",
         min(error) filter (where retry_at < 'infinity') as "failedBecause"
       from search_change`,
    );
    if (!row) throw new Error('an aggregate without groups has one row');
    return row;
  }

  /** Returns those of these documents whose changes were not all delivered. */
  async withChanges(documentIds: readonly string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('search_change')
      .select('document_id as id')
      .distinct()
      .where('document_id', '=', text<string>`any(${documentIds}::text[])`)
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  /** Taken before the documents are read, so that a later version never has an older state. */
  async nextVersion(sql: Sql): Promise<string> {
    const [row] = await sql.query<{ version: string }>(`select nextval('search_delivery')::text as version`);
    return row?.version ?? '0';
  }

  get #db() {
    return kyselyOf<SearchIndexTables>(this.unitOfWork);
  }

  get #sql(): Sql {
    return sqlOver(this.unitOfWork.db);
  }
}

function documentOf({ properties, ...facts }: DocumentFacts, version: string): SearchDocument {
  return { ...facts, properties: propertyValues(properties), version };
}

/**
 * The ids of the next active documents whose texts are in all no longer than the limit. Those that the search engine did
 * not accept are left out: they are delivered again by themselves, and would hold up the documents after them.
 */
function nextIds(): string {
  return `select id from (
    select id, sum(bytes) over (order by id) - bytes as bytes_before
    from (select d.id, ${TEXT_BYTES} as bytes from document d where d.deleted_at is null and d.id > $1 and not exists (
      select from search_change c where c.document_id = d.id and c.attempts > 0) order by d.id limit $2) next
  ) measured where bytes_before < $3`;
}
