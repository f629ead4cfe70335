import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import type { OrganizationScope } from '#libs/kernel';
import { CONTENT_HASH } from './document-content.repository.js';

/** Of these documents, or of the active ones that follow `after`, those with one of the outcomes. */
export interface ReprocessSelection {
  outcomes: readonly string[] | undefined;
  documentIds: readonly string[] | undefined;
}

const MATCHES = `extraction_status = 'completed' and ($2::text[] is null or extraction_outcome = any($2::text[]))
  and ($3::text[] is null and deleted_at is null or id = any($3::text[]))`;

/** The statements on documents that are extracted again. Documents whose extraction has not ended are never chosen. */
@Injectable()
export class ReprocessDocumentsRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async count({ organizationId }: OrganizationScope, { outcomes, documentIds }: ReprocessSelection): Promise<number> {
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from document where organization_id = $1 and ${MATCHES}`,
      [organizationId, outcomes ?? null, documentIds ?? null],
    );
    return row?.count ?? 0;
  }

  /** The next documents in the order of their ids. */
  async next(
    { organizationId }: OrganizationScope,
    { outcomes, documentIds }: ReprocessSelection,
    { after, limit }: { after: string; limit: number },
  ): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select id from document where organization_id = $1 and ${MATCHES} and id > $4 order by id limit $5`,
      [organizationId, outcomes ?? null, documentIds ?? null, after, limit],
    );
    return rows.map(({ id }) => id);
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

  /** The organizations that have active documents with one of the outcomes. */
  async organizations(outcomes: readonly string[]): Promise<string[]> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ id: string }>(
      `select distinct organization_id as id from document
       where deleted_at is null and extraction_status = 'completed' and extraction_outcome = any($1) order by id`,
      [outcomes],
    );
    return rows.map(({ id }) => id);
  }
}
