import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { CONTENT_HASH } from './some-documents.repository.js';

/** Selects, among these documents or all active ones, those with one of the outcomes. */
export interface ReprocessSelection {
  outcomes?: readonly string[] | undefined;
  documentIds?: readonly string[] | undefined;
  /** Only those that installed plugins may read better. */
  outdated?: OutdatedReadings | undefined;
}

/** Documents that no plugin could read, with the same type, extension and plugins that were there for them. */
export interface UnreadGroup {
  mimeType: string;
  extension: string;
  /** The detected type; empty for documents of earlier versions, as are the readers. */
  type: string;
  readers: string;
  count: number;
}

/** What makes a reading outdated. */
export interface OutdatedReadings {
  unreadOutcomes: readonly string[];
  /** The groups that there is a new plugin for. */
  groups: readonly Omit<UnreadGroup, 'count'>[];
  /** The installed plugins, and their names with versions. */
  providers: readonly string[];
  engines: readonly string[];
  ocrEngine: string | undefined;
}

const MOST_GROUPS = 1_000;

const MIME_TYPE = 'mime_type';
const EXTENSION = String.raw`coalesce(lower(substring(original_name from '\.([^.]{1,16})$')), '')`;
const UNREAD_TYPE = `coalesce(extraction_steps -> 'unread' ->> 'type', '')`;
const UNREAD_READERS = `coalesce(extraction_steps -> 'unread' ->> 'readers', '')`;

/** The plugin with its version, without the model of a service. */
const ENGINE = `split_part(coalesce(extraction_steps -> 'text' ->> 'engine', ''), ' (', 1)`;

const IS_OUTDATED = `case when $2::jsonb -> 'unreadOutcomes' ? extraction_outcome
  then (${MIME_TYPE}, ${EXTENSION}, ${UNREAD_TYPE}, ${UNREAD_READERS}) in (
    select g."mimeType", g.extension, g.type, g.readers
    from jsonb_to_recordset($2::jsonb -> 'groups') as g("mimeType" text, extension text, type text, readers text))
  else ($2::jsonb -> 'providers' ? extraction_provider and not $2::jsonb -> 'engines' ? ${ENGINE})
    or (extraction_steps -> 'ocr' ->> 'engine') <> ($2::jsonb ->> 'ocrEngine') end`;

/** Also of a file in the file, which may open with the next password while the document has a text already. */
const NEEDS_PASSWORD = `'encrypted' = any($1::text[]) and attachments @> '[{"outcome":"encrypted"}]'`;

const MATCHES = `extraction_status = 'completed'
  and ($1::text[] is null or extraction_outcome = any($1::text[]) or ${NEEDS_PASSWORD})
  and ($2::jsonb is null or ${IS_OUTDATED}) and ($3::text[] is null and deleted_at is null or id = any($3::text[]))`;

function valuesOf({ outcomes, outdated, documentIds }: ReprocessSelection): unknown[] {
  return [outcomes ?? null, outdated === undefined ? null : JSON.stringify(outdated), documentIds ?? null];
}

/**
 * The statements on documents that are extracted again. Documents whose extraction has not ended are never chosen. Raw:
 * what makes a reading outdated is one condition on JSON.
 */
@Injectable()
export class ReprocessDocumentsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async count({ organizationId }: OrganizationScope, selection: ReprocessSelection): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from document where ${MATCHES} and organization_id = $4`,
      [...valuesOf(selection), organizationId],
    );
    return row?.count ?? 0;
  }

  /** The next documents in the order of their ids. */
  async next(
    { organizationId }: OrganizationScope,
    selection: ReprocessSelection,
    { after, limit }: { after: string; limit: number },
  ): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select id from document where ${MATCHES} and organization_id = $4 and id > $5 order by id limit $6`,
      [...valuesOf(selection), organizationId, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * The active documents with these outcomes, by what decides which plugins read them; of all organizations without one.
   * The largest groups: users choose types and names, so there could be as many groups as documents.
   */
  async unreadGroups(outcomes: readonly string[], organizationId?: string): Promise<UnreadGroup[]> {
    return sqlOver(this.unitOfWork.db).query<UnreadGroup>(
      `select ${MIME_TYPE} as "mimeType", ${EXTENSION} as extension, ${UNREAD_TYPE} as type,
         ${UNREAD_READERS} as readers, count(*)::int as count
       from document where deleted_at is null and extraction_status = 'completed' and extraction_outcome = any($1::text[])
         and ($2::text is null or organization_id = $2)
       group by 1, 2, 3, 4 order by count(*) desc, 1, 2, 3, 4 limit $3`,
      [outcomes, organizationId ?? null, MOST_GROUPS],
    );
  }

  /** Returns those that were marked: one whose extraction has begun in the meantime is left out. */
  async mark(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentIds: readonly string[],
  ): Promise<{ documentId: string; contentHash: string }[]> {
    return tx.sql.query<{ documentId: string; contentHash: string }>(
      `with chosen as (
         select id from document where organization_id = $1 and id = any($2) and extraction_status = 'completed'
         order by id for no key update)
       update document set extraction_status = 'pending' from chosen where document.id = chosen.id
       returning document.id as "documentId", ${CONTENT_HASH} as "contentHash"`,
      [organizationId, documentIds],
    );
  }

  /** The organizations that have such active documents. */
  async organizations(selection: ReprocessSelection): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select distinct organization_id as id from document where ${MATCHES} order by id`,
      valuesOf(selection),
    );
    return rows.map(({ id }) => id);
  }
}
