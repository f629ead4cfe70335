import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, kyselyOf, lockName, NOW, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentTables } from '../document.entity.js';
import type { PreviewTables } from './document-preview.schema.js';
import { THUMBNAIL, type PreviewPlace } from './preview-sizes.js';

export type PreviewStatus = 'available' | 'missing' | 'off' | 'pending' | 'unavailable';

/** A preview as a request needs it, with what is known of its document. */
export interface FoundPreview {
  /** SHA-256 of the document's file. */
  sha256: string;
  /** Null when the thumbnail was not drawn yet, or the number is not known. */
  pagesCount: number | null;
  thumbnailStatus: PreviewStatus | null;
  thumbnailOutcome: string | null;
  thumbnailReason: string | null;
  /** Null when it was never requested. */
  status: PreviewStatus | null;
  reason: string | null;
  /** True when a fault of the server left it without a picture, and it may be tried again. */
  mayRetry: boolean;
  storageKey: string | null;
  /** What is known of its file; null when nothing is. */
  driver: string | null;
  size: number | null;
  fileSha256: string | null;
  isDamaged: boolean;
}

/** What drawing needs to know. */
export interface PreviewToMake {
  storageKey: string;
  fileName: string;
  mimeType: string;
  sha256: string;
}

/** How drawing a page ended. */
export type MadePreview =
  | { status: 'available'; storageKey: string; bytes: number; pagesCount: number | null }
  | { status: 'unavailable'; outcome: string; reason: string | null; pagesCount: number | null };

/** Why a document has no previews, or none yet. */
export interface PreviewNote {
  status: PreviewStatus;
  outcome?: string | null;
  reason?: string | null;
}

const LIMIT_LOCK = 0x70726576; // 'prev'

/** A fault of the server is tried again after this time, a few times. */
const RETRY_AFTER_MINUTES = 10;
const MOST_ATTEMPTS = 5;

const MAY_RETRY = (table: string) => `${table}.status = 'unavailable' and ${table}.outcome = 'failed'
  and ${table}.attempts < ${MOST_ATTEMPTS}
  and ${table}.updated_at < now() - make_interval(mins => ${RETRY_AFTER_MINUTES})`;

/** Every statement on the previews of documents. Raw where they share the condition of another attempt, or join files. */
@Injectable()
export class PreviewRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Undefined when the document is not one of the organization. */
  async find({ organizationId }: OrganizationScope, place: PreviewPlace): Promise<FoundPreview | undefined> {
    const [found] = await sqlOver(this.unitOfWork.db).query<FoundPreview>(
      `select d.original_sha256_hash as sha256, t.pages_count as "pagesCount", t.status as "thumbnailStatus",
         t.outcome as "thumbnailOutcome", t.reason as "thumbnailReason", p.status, p.reason,
         coalesce(${MAY_RETRY('p')}, false) as "mayRetry", p.storage_key as "storageKey",
         f.driver, f.size::float8 as size, f.sha256 as "fileSha256",
         exists (select from damaged_file m where m.storage_key = f.storage_key) as "isDamaged"
       from document d
       left join document_preview t on t.document_id = d.id and t.page = $5 and t.width = $6
       left join document_preview p on p.document_id = d.id and p.page = $3 and p.width = $4
       left join stored_file f on f.storage_key = p.storage_key
       where d.organization_id = $1 and d.id = $2`,
      [organizationId, place.documentId, place.page, place.width, THUMBNAIL.page, THUMBNAIL.width],
    );
    return found;
  }

  /** Requests are counted one after the other, so that concurrent ones do not exceed the limit. */
  async lockLimit(tx: Transaction, { organizationId }: OrganizationScope): Promise<void> {
    await lockName(tx, LIMIT_LOCK, organizationId);
  }

  /** Pages that wait to be drawn, without thumbnails. */
  async countRequested(tx: Transaction, { organizationId }: OrganizationScope): Promise<number> {
    const { count } = await kyselyOf<PreviewTables>(tx)
      .selectFrom('document_preview')
      .select(COUNT.as('count'))
      .where('organization_id', '=', organizationId)
      .where(sql<boolean>`status = 'pending'`) // the condition of its index
      .where(sql<boolean>`not (page = ${THUMBNAIL.page} and width = ${THUMBNAIL.width})`)
      .executeTakeFirstOrThrow();
    return count;
  }

  /**
   * Marks a preview as pending. False when there is nothing to draw: it is pending, made or impossible, or the document
   * is gone. `again` also draws what could not be drawn before; other pages that lacked a password may be
   * requested again, too.
   */
  async request(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, page, width }: PreviewPlace,
    { again = false } = {},
  ): Promise<boolean> {
    const requested = await tx.sql.query(
      `with locked as (
         delete from document_preview where $5 and document_id = $2 and organization_id = $1
           and status = 'unavailable' and outcome = 'encrypted' and (page, width) <> ($3::int, $4::int))
       insert into document_preview as p (document_id, organization_id, page, width, status)
       select d.id, d.organization_id, $3, $4, 'pending' from document d where d.organization_id = $1 and d.id = $2
       on conflict (document_id, page, width) do update
         set status = 'pending', outcome = null, reason = null, updated_at = now(),
           attempts = case when p.outcome = 'failed' then p.attempts + 1 else 0 end
         where p.status in ('missing', 'off') or (p.status = 'unavailable' and $5) or (${MAY_RETRY('p')})
       returning document_id`,
      [organizationId, documentId, page, width, again],
    );
    return requested.length > 0;
  }

  /** Notes that documents have no previews, or none yet; nothing that was made is lost. */
  async note(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentIds, page, width }: Omit<PreviewPlace, 'documentId'> & { documentIds: readonly string[] },
    { status, outcome = null, reason = null }: PreviewNote,
  ): Promise<void> {
    await tx.sql.query(
      `insert into document_preview as p (document_id, organization_id, page, width, status, outcome, reason)
       select d.id, d.organization_id, $3, $4, $5, $6, $7 from document d
       where d.organization_id = $1 and d.id = any($2::text[])
       on conflict (document_id, page, width) do update
         set status = excluded.status, outcome = excluded.outcome, reason = excluded.reason, updated_at = now()
         where p.status not in ('available', 'pending')`,
      [organizationId, documentIds, page, width, status, outcome, reason],
    );
  }

  /** The file of a document whose preview is pending; undefined when there is nothing to draw. */
  toMake({ organizationId }: OrganizationScope, place: PreviewPlace): Promise<PreviewToMake | undefined> {
    return kyselyOf<DocumentTables & PreviewTables>(this.unitOfWork)
      .selectFrom('document_preview as p')
      .innerJoin('document as d', 'd.id', 'p.document_id')
      .select([
        'd.original_storage_key as storageKey',
        'd.original_name as fileName',
        'd.mime_type as mimeType',
        'd.original_sha256_hash as sha256',
      ])
      .where('d.organization_id', '=', organizationId)
      .where('p.document_id', '=', place.documentId)
      .where('p.page', '=', place.page)
      .where('p.width', '=', place.width)
      .where('p.status', '=', 'pending')
      .executeTakeFirst();
  }

  /**
   * False when the preview is not pending any more, or gone, or the document has another file than the one with this
   * hash: then a file that was made is not needed.
   */
  async end(tx: Transaction, place: PreviewPlace, made: MadePreview, sha256?: string): Promise<boolean> {
    const ended = await this.#change(tx, place)
      .set({
        status: made.status,
        outcome: made.status === 'available' ? null : made.outcome,
        reason: made.status === 'available' ? null : made.reason,
        pages_count: sql<number | null>`coalesce(${made.pagesCount}, pages_count)`,
        storage_key: made.status === 'available' ? made.storageKey : null,
        bytes: made.status === 'available' ? made.bytes : null,
        updated_at: NOW,
      })
      .where('status', '=', 'pending')
      .$if(sha256 !== undefined, (query) =>
        query.where(sql<boolean>`exists (select from document d
          where d.id = document_preview.document_id and d.original_sha256_hash = ${sha256})`),
      )
      .returning('document_id')
      .execute();
    return ended.length > 0;
  }

  /** The same for a row by its name, when no job will draw it any more. */
  async endAbandoned(name: string, made: MadePreview): Promise<boolean> {
    const [documentId = '', page, width] = name.split('/');
    return this.unitOfWork.run((tx) => this.end(tx, { documentId, page: Number(page), width: Number(width) }, made));
  }

  /** Marks some thumbnails as pending that are missing, or that a fault of the server has prevented. */
  requestMissing(tx: Transaction, limit: number): Promise<{ organizationId: string; documentId: string }[]> {
    return tx.sql.query(
      `update document_preview set status = 'pending', reason = null, updated_at = now(), outcome = null,
         attempts = case when outcome = 'failed' then attempts + 1 else 0 end
       where (document_id, page, width) in (
         select p.document_id, p.page, p.width from document_preview p
         where (p.status in ('missing', 'off') or p.outcome = 'failed') and p.page = $2 and p.width = $3
           and (p.status in ('missing', 'off') or (${MAY_RETRY('p')}))
         order by p.document_id limit $1 for no key update skip locked)
       returning organization_id as "organizationId", document_id as "documentId"`,
      [limit, THUMBNAIL.page, THUMBNAIL.width],
    );
  }

  /** True when `requestMissing` would find a thumbnail, or `turnOffMissing` one while previews are turned off. */
  async haveMissing({ areEnabled }: { areEnabled: boolean }): Promise<boolean> {
    const missing = `p.page = $1 and p.width = $2 and p.status in ('missing', 'off')`;
    const failed = `p.page = $1 and p.width = $2 and p.outcome = 'failed' and ${MAY_RETRY('p')}`;
    const statements = sqlOver(this.unitOfWork.db);
    const [row] = areEnabled
      ? await statements.query<{ found: boolean }>(
          `select exists (select from document_preview p where ${missing})
             or exists (select from document_preview p where ${failed}) as found`,
          [THUMBNAIL.page, THUMBNAIL.width],
        )
      : await statements.query<{ found: boolean }>(
          `select exists (select from document_preview where status = 'missing') as found`,
        );
    return row?.found ?? false;
  }

  /** While previews are turned off, documents do not say that theirs is on its way. */
  async turnOffMissing(): Promise<void> {
    await kyselyOf<PreviewTables>(this.unitOfWork)
      .updateTable('document_preview')
      .set({ status: 'off', updated_at: NOW })
      .where(sql<boolean>`status = 'missing'`) // see the condition of their index
      .execute();
  }

  /** Forgets a picture whose file is lost. False when another one was made meanwhile. */
  async forget(tx: Transaction, place: PreviewPlace, storageKey: string): Promise<boolean> {
    const forgotten = await this.#change(tx, place)
      .set({ status: 'missing', storage_key: null, bytes: null, updated_at: NOW })
      .where('storage_key', '=', storageKey)
      .returning('document_id')
      .execute();
    return forgotten.length > 0;
  }

  #change(tx: Transaction, { documentId, page, width }: PreviewPlace) {
    return kyselyOf<PreviewTables>(tx)
      .updateTable('document_preview')
      .where('document_id', '=', documentId)
      .where('page', '=', page)
      .where('width', '=', width);
  }
}
