import { Injectable } from '@nestjs/common';
import type { SearchText, Sql } from '@archivolt/plugin-kit';
import { sql as text } from 'kysely';
import { kyselyOf, sqlOver, UnitOfWork } from '#ground/database';
import type { IndexState } from './index-state.repository.js';
import type { SearchIndexTables } from './search-index.schema.js';

/** A range of documents that one worker goes through. */
export interface RebuildPart {
  number: number;
  rebuildNumber: number;
  /** Sequence number of the last document that is done. */
  after: string;
  /** Sequence number of the last document of the range; null: to the end. */
  until: string | null;
}

/** A document as it was read; `rowVersion` is another one after each change of its row. */
export interface ReadDocument extends SearchText {
  rowVersion: string;
}

export interface SampledDocument {
  id: string;
  organizationId: string;
  name: string;
  notes: string;
  createdAt: Date;
}

const PARTS = 16;
const DOCUMENTS_AT_A_TIME = 200;
/** Bytes of contents held at a time by one worker; a single document with a longer one is indexed alone. */
const BYTES_AT_A_TIME = 2_000_000;

const TEXTS = `d.id, d.sequence::text, d.organization_id as "organizationId", d.name, coalesce(d.content, '') as content,
  coalesce(d.notes, '') as notes, d.xmin::text as "rowVersion"`;

/**
 * The parts of a rebuild inside this database, and the documents that are indexed in them. What is text here reads
 * documents, which are above this room, or runs in the transaction of a search plugin.
 */
@Injectable()
export class RebuildPartsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Divides all documents into parts, instead of those of any earlier rebuild. */
  async create(sql: Sql, { rebuildNumber }: IndexState): Promise<void> {
    await sql.query('delete from search_rebuild_part');
    await sql.query(
      `with bounds as (select coalesce(min(sequence), 1) - 1 as first, coalesce(max(sequence), 0) as last from document)
       insert into search_rebuild_part (number, rebuild_number, after, until)
       select n, $1, first + (last - first) * (n - 1) / $2::int,
         case when n < $2::int then first + (last - first) * n / $2::int end
       from bounds, generate_series(1, $2::int) n`,
      [rebuildNumber, PARTS],
    );
  }

  unfinished({ rebuildNumber }: IndexState): Promise<RebuildPart[]> {
    return this.#db
      .selectFrom('search_rebuild_part')
      .select(['number', 'rebuild_number as rebuildNumber', 'after', 'until'])
      .where('rebuild_number', '=', rebuildNumber)
      .where('finished_at', 'is', null)
      .orderBy('number')
      .execute();
  }

  /** The next active documents of a part whose contents are in all no longer than the limit. */
  next({ after, until }: RebuildPart): Promise<ReadDocument[]> {
    return sqlOver(this.unitOfWork.db).query<ReadDocument & Record<string, unknown>>(
      `select ${TEXTS} from document d where d.sequence in (
         select sequence from (
           select sequence, sum(bytes) over (order by sequence) - bytes as bytes_before
           from (select sequence, coalesce(octet_length(content), 0) as bytes from document
             where deleted_at is null and sequence > $1 and ($2::bigint is null or sequence <= $2::bigint)
             order by sequence limit $3) following
         ) measured where bytes_before < $4)
       order by d.sequence`,
      [after, until, DOCUMENTS_AT_A_TIME, BYTES_AT_A_TIME],
    );
  }

  /** Locks those of the documents that are active; none of them changes before the commit. */
  async lock(sql: Sql, documentIds: readonly string[]): Promise<Map<string, string>> {
    const rows = await sql.query<{ id: string; rowVersion: string }>(
      `select id, xmin::text as "rowVersion" from document where id = any($1::text[]) and deleted_at is null
       order by id for share`,
      [documentIds],
    );
    return new Map(rows.map(({ id, rowVersion }) => [id, rowVersion]));
  }

  /** Documents that are locked, as they are now. */
  readAgain(sql: Sql, documentIds: readonly string[]): Promise<ReadDocument[]> {
    return sql.query<ReadDocument & Record<string, unknown>>(
      `select ${TEXTS} from document d where d.id = any($1::text[]) order by d.sequence`,
      [documentIds],
    );
  }

  /** Notes how far a part has come; false when another rebuild was requested meanwhile. */
  async advance(sql: Sql, part: RebuildPart, { after, done }: { after: string; done: number }): Promise<boolean> {
    const rows = await sql.query(
      `update search_rebuild_part set after = $3, done = done + $4 where number = $1 and rebuild_number = $2
         and exists (select from search_index where rebuild_number = $2) returning number`,
      [part.number, part.rebuildNumber, after, done],
    );
    return rows.length > 0;
  }

  async finish({ number, rebuildNumber }: RebuildPart): Promise<void> {
    await this.#db
      .updateTable('search_rebuild_part')
      .set({ finished_at: text<Date>`now()` })
      .where('number', '=', number)
      .where('rebuild_number', '=', rebuildNumber)
      .execute();
  }

  /** Active documents, spread over the whole archive by their sequence numbers; the newest first. */
  sample(size: number): Promise<SampledDocument[]> {
    return sqlOver(this.unitOfWork.db).query<SampledDocument>(
      `select id, organization_id as "organizationId", name, coalesce(notes, '') as notes,
         created_at as "createdAt" from document
       where deleted_at is null and sequence % greatest(1, (select count(*) from document) / $1) = 0
       order by sequence desc limit $1`,
      [size],
    );
  }

  get #db() {
    return kyselyOf<SearchIndexTables>(this.unitOfWork);
  }
}
