import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { Extraction } from '#capabilities/extraction';
import { Broadcasts } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import type { OrganizationScope } from '#ground/kernel';
import { CONTENT_HASH } from './document-content.repository.js';
import { ProcessDocument } from './documents.jobs.js';
import { ProcessingProgressed, progressOf } from './processing-progress.js';

/** Each has twice the time of the one before. */
export const MOST_REREADINGS = 2;

/** A remark of the reading, as long as the document waits to be read again. */
export const READ_AGAIN = 'It is read again when the server has nothing else to do.';

const TOGETHER = 20;

const WITHOUT_REMARK = `update document
  set extraction_reason = nullif(trim(replace(extraction_reason, $2, '')), '')
  from gone where document.id = gone.document_id and strpos(extraction_reason, $2) > 0`;

interface Queued extends OrganizationScope {
  documentId: string;
  readings: number;
  contentHash: string;
}

/** Documents whose file was read only in part, because the time was over. They are read again when the server is idle. */
@Injectable()
export class PartialReadings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobQueue,
    private readonly broadcasts: Broadcasts,
  ) {}

  /** Records whether the document is to be read again; the caller has saved the extraction in this transaction. */
  async note(tx: Transaction, documentId: string, { isCutShort }: Extraction, readings: number): Promise<void> {
    if (isCutShort !== true || readings >= MOST_REREADINGS) return this.forget(tx, documentId);
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

  /** False when the document was read by another job meanwhile. */
  async isQueued(documentId: string): Promise<boolean> {
    const rows = await sqlOver(this.unitOfWork.db).query(
      'select from partial_reading where document_id = $1 and queued_at is not null',
      [documentId],
    );
    return rows.length > 0;
  }

  /** True when a document of those `hours` old, or of any age, is to be read again. */
  async areWaiting({ hours = 0 }: { hours?: number } = {}): Promise<boolean> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ found: boolean }>(
      `select exists (
         select from partial_reading p join document d on d.id = p.document_id
         where p.queued_at is null and p.since <= now() - make_interval(hours => $1)
           and d.deleted_at is null and d.extraction_status = 'completed') as found`,
      [hours],
    );
    return row?.found ?? false;
  }

  /** Has some of them read again, those that have waited for longest. Returns how many. */
  readAgain(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const queued = await this.#take(tx);
      const jobs = queued.map(
        ({ organizationId, documentId, readings, contentHash }) =>
          ({
            ...{ organizationId, documentId, contentHash },
            reason: 'reread',
            rereading: readings,
            isBulk: true,
          }) as const,
      );
      await this.jobs.enqueueAll(tx, ProcessDocument, jobs);
      for (const { documentId, ...scope } of queued)
        this.broadcasts.send(tx, ProcessingProgressed, progressOf(scope, { documentId, status: 'pending' }));
      return queued.length;
    });
  }

  /** A content that was written since is complete: its document is forgotten. */
  async #take(tx: Transaction): Promise<Queued[]> {
    const locked = await tx.sql.query<{ id: string }>(
      `select d.id from document d
       where d.deleted_at is null and d.extraction_status = 'completed' and d.id in (
         select p.document_id from partial_reading p join document o on o.id = p.document_id
         where p.queued_at is null and o.deleted_at is null and o.extraction_status = 'completed'
         order by p.since, p.document_id limit $1)
       order by d.id for no key update of d`,
      [TOGETHER],
    );
    const ids = locked.map(({ id }) => id);
    await tx.sql.query(
      `with gone as (
         delete from partial_reading p using document
         where p.document_id = document.id and document.id = any($1::text[]) and p.content_hash <> ${CONTENT_HASH}
         returning p.document_id)
       ${WITHOUT_REMARK}`,
      [ids, READ_AGAIN],
    );
    return tx.sql.query<Queued>(
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
