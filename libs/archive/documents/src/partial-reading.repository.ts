import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentTables } from './document.entity.js';
import type { PartialReadingTables } from './partial-reading.schema.js';
import { CONTENT_HASH } from './some-documents.repository.js';

/** A remark of the reading, as long as the document waits to be read again. */
export const READ_AGAIN = 'It is read again when the server has nothing else to do.';

/** A document that is now to be read again. */
export interface QueuedReading extends OrganizationScope {
  documentId: string;
  readings: number;
  contentHash: string;
}

const WITHOUT_REMARK = `update document
  set extraction_reason = nullif(trim(replace(extraction_reason, $2, '')), '')
  from gone where document.id = gone.document_id and strpos(extraction_reason, $2) > 0`;

/** Every statement on partial readings. Raw where it changes documents in the same statement. */
@Injectable()
export class PartialReadingRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async save(tx: Transaction, documentId: string, readings: number): Promise<void> {
    await tx.sql.query(
      `insert into partial_reading (document_id, readings, content_hash)
       select id, $2, ${CONTENT_HASH} from document where id = $1
       on conflict (document_id) do update set readings = excluded.readings, content_hash = excluded.content_hash,
         since = excluded.since, queued_at = null`,
      [documentId, readings],
    );
  }

  async forget(tx: Transaction, documentId: string): Promise<void> {
    await tx.sql.query(
      `with gone as (delete from partial_reading where document_id = $1 returning document_id) ${WITHOUT_REMARK}`,
      [documentId, READ_AGAIN],
    );
  }

  async isQueued(documentId: string): Promise<boolean> {
    const rows = await kyselyOf<PartialReadingTables>(this.unitOfWork)
      .selectFrom('partial_reading')
      .where('document_id', '=', documentId)
      .where('queued_at', 'is not', null)
      .execute();
    return rows.length > 0;
  }

  /** True when a document that has waited for so many hours is to be read again. */
  async areWaiting(hours: number): Promise<boolean> {
    const { found } = await kyselyOf<DocumentTables & PartialReadingTables>(this.unitOfWork)
      .selectNoFrom((of) =>
        of
          .exists(
            of
              .selectFrom('partial_reading as p')
              .innerJoin('document as d', 'd.id', 'p.document_id')
              .where('p.queued_at', 'is', null)
              .where('p.since', '<=', sql<Date>`now() - make_interval(hours => ${hours})`)
              .where('d.deleted_at', 'is', null)
              .where('d.extraction_status', '=', 'completed'),
          )
          .$castTo<boolean>()
          .as('found'),
      )
      .executeTakeFirstOrThrow();
    return found;
  }

  /**
   * Takes the documents that have waited for longest. A content that was written since is complete: its document is
   * forgotten.
   */
  async take(tx: Transaction, limit: number): Promise<QueuedReading[]> {
    const db = kyselyOf<DocumentTables & PartialReadingTables>(tx);
    const locked = await db
      .selectFrom('document as d')
      .select('d.id')
      .where('d.deleted_at', 'is', null)
      .where('d.extraction_status', '=', 'completed')
      .where('d.id', 'in', (of) =>
        of
          .selectFrom('partial_reading as p')
          .innerJoin('document as o', 'o.id', 'p.document_id')
          .select('p.document_id')
          .where('p.queued_at', 'is', null)
          .where('o.deleted_at', 'is', null)
          .where('o.extraction_status', '=', 'completed')
          .orderBy('p.since')
          .orderBy('p.document_id')
          .limit(limit),
      )
      .orderBy('d.id')
      .forNoKeyUpdate('d')
      .execute();
    const ids = locked.map(({ id }) => id);
    await tx.sql.query(
      `with gone as (
         delete from partial_reading p using document
         where p.document_id = document.id and document.id = any($1::text[]) and p.content_hash <> ${CONTENT_HASH}
         returning p.document_id)
       ${WITHOUT_REMARK}`,
      [ids, READ_AGAIN],
    );
    return tx.sql.query<QueuedReading>(
      `with taken as (
         update partial_reading set queued_at = now(), readings = readings + 1
         where document_id = any($1::text[]) and queued_at is null returning document_id, readings, content_hash)
       update document set extraction_status = 'pending' from taken where document.id = taken.document_id
       returning document.id as "documentId", document.organization_id as "organizationId", taken.readings,
         taken.content_hash as "contentHash"`,
      [ids],
    );
  }
}
