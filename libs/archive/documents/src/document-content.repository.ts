import { Injectable } from '@nestjs/common';
import type { SearchText } from '@archivolt/plugin-kit';
import { sql } from 'kysely';
import { anyOf, kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { remarksOf, UNKNOWN_TYPE, type Attachment, type Extraction } from '#capabilities/extraction';
import { Clock, type OrganizationScope } from '#ground/kernel';
import type { PreparedContent } from '#capabilities/search';
import type { AttachmentPages, StoredAttachment } from './attachment-pages.js';
import type { DocumentTables } from './document.entity.js';
import type { ExtractionStepName, ExtractionSteps } from './extraction-steps.js';
import type { RemoteExtractionTables } from './remote-extraction.schema.js';
import { changeDocument, oneDocument, someDocuments } from './some-documents.repository.js';

/** What extraction needs to know of a document. */
export interface DocumentToExtract {
  storageKey: string;
  fileName: string;
  mimeType: string;
  ocrLanguages: string[];
}

/** How far the reading of a document is, and what is known of its steps. */
export interface DocumentReading {
  createdAt: Date;
  isTrashed: boolean;
  hasContent: boolean;
  isContentFullyIndexed: boolean;
  status: 'completed' | 'pending' | 'running' | 'waiting';
  outcome: string | null;
  reason: string | null;
  provider: string | null;
  nextAttemptAt: Date | null;
  progress: { done: number; total: number | null } | null;
  /** Null for documents that were read by an earlier version. */
  steps: ExtractionSteps | null;
}

interface ContentSlice {
  text: string;
  /** The content has more than this. */
  isLonger: boolean;
  /** There are files in the file. */
  hasAttachments: boolean;
}

/** What a new content depends on. */
export type LockedDocument = SearchText & { isTrashed: boolean; isPartial: boolean };

/** How the reading of a document ended. */
export interface ReadingToSave {
  documentId: string;
  extraction: Extraction;
  attachments: readonly StoredAttachment[];
  content: PreparedContent | undefined;
  steps: ExtractionSteps;
}

const LOCKED_COLUMNS = `id, sequence, organization_id as "organizationId", name, content,
  coalesce(notes, '') as notes, deleted_at is not null as "isTrashed",
  exists (select from partial_reading where document_id = document.id) as "isPartial"`;

/** The steps that are there, with what is known of them now. */
function stepsWith(steps: string): string {
  return `(select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'object'
      then coalesce(extraction_steps -> key, '{}') || value else value end), '{}')
    from jsonb_each(coalesce(extraction_steps, '{}') || ${steps}::jsonb))`;
}

/** Of a document whose reading has ended: `and document_id` follows. */
const FORGET_USED_PASSWORD = `delete from document_password where not is_kept and document_id`;

/** Every statement on the content of documents and how its extraction went. Those that put JSON together are raw. */
@Injectable()
export class DocumentContentRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** A reading that goes on in another lane, or is tried again, keeps the beginnings of its steps. */
  async begin(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    step: ExtractionStepName,
  ): Promise<DocumentToExtract | undefined> {
    const [document] = await tx.sql.query<DocumentToExtract>(
      `update document set extraction_status = 'running', extraction_next_attempt_at = null,
         extraction_reason = case when extraction_status = 'waiting' then null else extraction_reason end,
         extraction_steps = (
           select jsonb_set(known, array[$3::text], jsonb_build_object('startedAt', $4::text) || coalesce(known -> $3::text, '{}'))
           from (select case when extraction_status = 'pending' then '{}' else coalesce(extraction_steps, '{}') end
             as known) steps)
       where organization_id = $1 and id = $2
       returning original_storage_key as "storageKey", original_name as "fileName", mime_type as "mimeType",
         ocr_languages as "ocrLanguages"`,
      [organizationId, documentId, step, this.clock.now().toISOString()],
    );
    return document;
  }

  /** The step has ended, and the next one, which may be the same by another plugin, waits for its turn. */
  async endStep(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    { step, next }: { step: ExtractionStepName; next: ExtractionStepName },
  ): Promise<void> {
    await tx.sql.query(
      `update document set extraction_steps = jsonb_build_object($5::text, '{}'::jsonb)
         || jsonb_set(extraction_steps, array[$3, 'endedAt'], to_jsonb($4::text))
       where organization_id = $1 and id = $2 and extraction_steps ? $3`,
      [organizationId, documentId, step, this.clock.now().toISOString(), next],
    );
  }

  async reading({ organizationId }: OrganizationScope, documentId: string): Promise<DocumentReading | undefined> {
    const [reading] = await sqlOver(this.unitOfWork.db).query<DocumentReading>(
      `select d.created_at as "createdAt", d.deleted_at is not null as "isTrashed", d.content <> '' as "hasContent",
         d.is_content_fully_indexed as "isContentFullyIndexed", d.extraction_status as status,
         d.extraction_outcome as outcome, d.extraction_reason as reason, d.extraction_provider as provider,
         d.extraction_next_attempt_at as "nextAttemptAt", d.extraction_steps as steps,
         (select jsonb_build_object('done', p.done, 'total', p.total) from extraction_progress p
          where p.document_id = d.id) as progress
       from document d where d.organization_id = $1 and d.id = $2`,
      [organizationId, documentId],
    );
    return reading;
  }

  /** False when the document is gone or its extraction has completed. */
  async wait(
    tx: Transaction,
    scope: OrganizationScope,
    documentId: string,
    { reason, until }: { reason: string; until: Date },
  ): Promise<boolean> {
    const waiting = await changeDocument(tx, scope, documentId)
      .set({ extraction_status: 'waiting', extraction_reason: reason, extraction_next_attempt_at: until })
      .where('extraction_status', '<>', 'completed')
      .returning('id')
      .execute();
    return waiting.length > 0;
  }

  async existing(documentIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await kyselyOf<DocumentTables>(this.unitOfWork)
      .selectFrom('document')
      .select('id')
      .where('id', '=', anyOf(documentIds))
      .execute();
    return new Set(rows.map(({ id }) => id));
  }

  async isExtracted(scope: OrganizationScope, documentId: string): Promise<boolean> {
    const rows = await oneDocument(this.unitOfWork, scope, documentId)
      .where('extraction_status', '=', 'completed')
      .execute();
    return rows.length > 0;
  }

  read(
    tx: Transaction,
    scope: OrganizationScope,
    documentId: string,
    { includeContent }: { includeContent: boolean },
  ): Promise<{ name: string; content: string } | undefined> {
    return oneDocument(tx, scope, documentId)
      .select(['name', includeContent ? 'content' : sql<string>`''`.as('content')])
      .executeTakeFirst();
  }

  async content(scope: OrganizationScope, documentId: string): Promise<string | undefined> {
    const document = await oneDocument(this.unitOfWork, scope, documentId).select('content').executeTakeFirst();
    return document?.content;
  }

  /** The first `characters` of the content, and whether its UTF-8 form has more than `bytes` bytes. */
  head(
    scope: OrganizationScope,
    documentId: string,
    { characters, bytes }: { characters: number; bytes: number },
  ): Promise<{ content: string; isLonger: boolean } | undefined> {
    return oneDocument(this.unitOfWork, scope, documentId)
      .select([
        sql<string>`left(content, ${characters})`.as('content'),
        sql<boolean>`octet_length(content) > ${bytes}`.as('isLonger'),
      ])
      .executeTakeFirst();
  }

  /**
   * `length` characters of each content from the character at `from`, whether the content has more than those, and
   * whether there are files in the file.
   * PostgreSQL unpacks a content up to the end of the slice only.
   */
  async slices(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    { from, length }: { from: number; length: number },
  ): Promise<Map<string, ContentSlice>> {
    const rows = await sqlOver(this.unitOfWork.db).query<ContentSlice & { id: string }>(
      `select d.id, slice.text, octet_length(d.content) > octet_length(slice.text) as "isLonger",
         d.attachments is not null as "hasAttachments"
       from document d, substr(d.content, $3::int + 1, $4::int) as slice(text)
       where d.organization_id = $1 and d.id = any($2)`,
      [organizationId, documentIds, from, length],
    );
    return new Map(rows.map(({ id, ...slice }) => [id, slice]));
  }

  /** The beginnings of the contents of active documents, of the newest and of the oldest ones. */
  async beginnings(
    { organizationId }: OrganizationScope,
    { newest, oldest, characters }: { newest: number; oldest: number; characters: number },
  ): Promise<string[]> {
    const some = (order: 'asc' | 'desc', most: string) => `
      (select id from document where organization_id = $1 and deleted_at is null
       order by created_at ${order}, id ${order} limit ${most}::int)`;
    const rows = await sqlOver(this.unitOfWork.db).query<{ text: string }>(
      `select substr(content, 1, $4::int) as text from document
       where organization_id = $1 and id in (${some('desc', '$2')} union ${some('asc', '$3')}) and content <> ''`,
      [organizationId, newest, oldest, characters],
    );
    return rows.map(({ text }) => text);
  }

  /** The files in the file of a document; `undefined` when the document is gone. */
  async attachments(scope: OrganizationScope, documentId: string): Promise<Attachment[] | undefined> {
    const document = await oneDocument(this.unitOfWork, scope, documentId).select('attachments').executeTakeFirst();
    return (
      document &&
      (document.attachments ?? []).map(({ isInContent = true, ...attachment }) =>
        isInContent ? attachment : { ...attachment, firstPage: null },
      )
    );
  }

  /**
   * Of each of the documents the files in it that have a text, at most 100 (`ATTACHMENT_LIMITS`), with their pages of the
   * content, or of the file as it was read.
   */
  async attachmentPages(
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
    pagesOf: 'content' | 'file',
  ): Promise<Map<string, AttachmentPages[]>> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string; attachments: AttachmentPages[] }>(
      `select d.id, jsonb_agg(jsonb_build_object('name', a.file -> 'name', 'path', a.file -> 'path',
           'firstPage', a.file -> 'firstPage', 'pagesCount', a.file -> 'pagesCount') order by a.place) as attachments
       from document d, jsonb_array_elements(d.attachments) with ordinality as a(file, place)
       where d.organization_id = $1 and d.id = any($2) and jsonb_typeof(a.file -> 'firstPage') = 'number'
         and ($3 = 'file' or not a.file ? 'isInContent')
       group by d.id`,
      [organizationId, documentIds, pagesOf],
    );
    return new Map(rows.map(({ id, attachments }) => [id, attachments]));
  }

  /** Without the lock, a content that is being saved could bring back the search row of a document just trashed. */
  async lock(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<LockedDocument[]> {
    return tx.sql.query<LockedDocument>(
      `select ${LOCKED_COLUMNS} from document where organization_id = $1 and id = any($2::text[])
       order by id for no key update`,
      [organizationId, documentIds],
    );
  }

  /**
   * Without `content`, a document keeps the one it has. The detected type replaces a declared type that says nothing. The
   * progress ends, and with it a password that was for this reading only, or that did not open the file.
   */
  async save(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    readings: readonly ReadingToSave[],
  ): Promise<void> {
    const rows = readings.map(({ documentId, extraction, attachments, content, steps }, index) => ({
      id: documentId,
      place: index + 1,
      outcome: extraction.outcome,
      reason: remarksOf(extraction),
      provider: extraction.provider,
      type: extraction.detectedType,
      steps,
      attachments: attachments.length > 0 ? attachments : null,
      isWhole: content?.isWhole,
    }));
    const ids = readings.map(({ documentId }) => documentId);
    const contents = readings.map(({ content }) => content?.content ?? null);
    const locked = readings.flatMap(({ documentId, extraction }) =>
      extraction.outcome === 'encrypted' ? [documentId] : [],
    );
    await tx.sql.query(
      `with ended as (
         delete from extraction_progress where document_id = any($4::text[])),
       used as (
         delete from document_password
         where document_id = any($4::text[]) and (not is_kept or document_id = any($6::text[])))
       update document d set extraction_status = 'completed', extraction_outcome = saved.outcome,
         extraction_reason = saved.reason, extraction_provider = saved.provider, extraction_next_attempt_at = null,
         mime_type = case when d.mime_type = $3 then saved.type else d.mime_type end,
         extraction_steps = ${stepsWith('saved.steps')},
         attachments = case when saved.outcome = 'text' then saved.attachments
           else coalesce(d.attachments, saved.attachments) end,
         content = coalesce(($5::text[])[saved.place], d.content),
         is_content_fully_indexed = coalesce(saved."isWhole", d.is_content_fully_indexed),
         updated_at = case when saved."isWhole" is null then d.updated_at
           else greatest(clock_timestamp(), d.updated_at + interval '1 ms') end
       from json_to_recordset($2::json) as saved(id text, place int, outcome text, reason text, provider text,
         type text, steps jsonb, attachments jsonb, "isWhole" boolean)
       where d.organization_id = $1 and d.id = saved.id`,
      [organizationId, JSON.stringify(rows), UNKNOWN_TYPE, ids, contents, locked],
    );
  }

  /** The document keeps its content and outcome; the reading, with these steps, has ended without anything better. */
  async keep(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
    { isTruncated: _, ...steps }: ExtractionSteps,
    { isPartial }: { isPartial: boolean },
  ): Promise<void> {
    await tx.sql.query(
      `with used as (${FORGET_USED_PASSWORD} = $2)
       update document set extraction_status = 'completed', extraction_next_attempt_at = null,
         extraction_steps = ${stepsWith('$3')}
       where organization_id = $1 and id = $2`,
      [organizationId, documentId, JSON.stringify({ ...steps, ...(isPartial && { isTruncated: true }) })],
    );
  }

  /** How far a running extraction is; false when it does not run any more. */
  async saveProgress(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, done, total }: { documentId: string; done: number; total: number | null },
  ): Promise<boolean> {
    const written = await kyselyOf<DocumentTables & RemoteExtractionTables>(tx)
      .insertInto('extraction_progress')
      .columns(['document_id', 'done', 'total'])
      .expression((db) =>
        db
          .selectFrom('document')
          .select(['id', sql<number>`${done}::int`.as('done'), sql<number | null>`${total}::int`.as('total')])
          .where('organization_id', '=', organizationId)
          .where('id', '=', documentId)
          .where('extraction_status', '=', 'running'),
      )
      .onConflict((conflict) =>
        conflict
          .column('document_id')
          .doUpdateSet((row) => ({ done: row.ref('excluded.done'), total: row.ref('excluded.total') })),
      )
      .returning('document_id')
      .execute();
    return written.length > 0;
  }

  async endProgress(tx: Transaction, documentId: string): Promise<void> {
    await kyselyOf<RemoteExtractionTables>(tx)
      .deleteFrom('extraction_progress')
      .where('document_id', '=', documentId)
      .execute();
  }

  /** Returns the documents that exist, with what reading them needs to know. */
  toExtract(scope: OrganizationScope, documentIds: readonly string[]): Promise<(DocumentToExtract & { id: string })[]> {
    return someDocuments(this.unitOfWork, scope, documentIds)
      .select([
        'id',
        'original_storage_key as storageKey',
        'original_name as fileName',
        'mime_type as mimeType',
        'ocr_languages as ocrLanguages',
      ])
      .execute();
  }

  /**
   * Returns the organization and what the outcome is now, or `undefined` when the extraction has completed or the document
   * is gone. One that was to be read again keeps what it has.
   */
  async fail(
    tx: Transaction,
    documentId: string,
    reason: string,
  ): Promise<{ organizationId: string; outcome: string } | undefined> {
    const [document] = await tx.sql.query<{ organizationId: string; outcome: string }>(
      `with used as (${FORGET_USED_PASSWORD} = $1)
       update document d set extraction_status = 'completed', extraction_next_attempt_at = null,
         extraction_outcome = case when k.kept then d.extraction_outcome else 'failed' end,
         extraction_reason = case when k.kept then d.extraction_reason else $2 end,
         extraction_provider = case when k.kept then d.extraction_provider end,
         extraction_steps = case when k.kept then coalesce(d.extraction_steps, '{}') || '{"isTruncated": true}'
           else d.extraction_steps end
       from (select exists (select from partial_reading where document_id = $1 and queued_at is not null) as kept) k
       where d.id = $1 and d.extraction_status <> 'completed'
       returning d.organization_id as "organizationId", d.extraction_outcome as outcome`,
      [documentId, reason],
    );
    return document;
  }
}
