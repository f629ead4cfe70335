import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { DocumentUpdated } from './documents.events.js';

/** A date that is to be set only where the present one is still this. Dates are ISO 8601. */
export interface WantedDate {
  documentId: string;
  present: string | null;
  wanted: string | null;
}

const TOUCHED = `updated_at = greatest(now(), document.updated_at + interval '1 ms')`;

/** Dates of many documents. The caller holds the locks of the documents. */
@Injectable()
export class DocumentDates {
  constructor(private readonly changes: Changes) {}

  /** Sets one date. Returns the documents that had another one, with that. */
  async change(
    tx: Transaction,
    ctx: OrganizationContext,
    documentIds: readonly string[],
    date: string | null,
  ): Promise<{ documentId: string; before: string | null }[]> {
    const changed = await tx.sql.query<{ documentId: string; before: Date | null }>(
      `with other as (
         select id, document_date from document where organization_id = $1 and id = any($2::text[])
           and document_date is distinct from $3::timestamptz(3))
       update document set document_date = $3::timestamptz(3), ${TOUCHED}
       from other where document.id = other.id returning document.id as "documentId", other.document_date as before`,
      [ctx.organizationId, documentIds, date],
    );
    for (const { documentId } of changed) this.#record(tx, ctx, documentId, date);
    return changed.map(({ documentId, before }) => ({ documentId, before: before?.toISOString() ?? null }));
  }

  /** Returns the documents whose date was set. */
  async restore(tx: Transaction, ctx: OrganizationContext, dates: readonly WantedDate[]): Promise<string[]> {
    const restored = await tx.sql.query<{ id: string; date: Date | null }>(
      `update document set document_date = given.wanted, ${TOUCHED}
       from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as given(id, present, wanted)
       where document.organization_id = $1 and document.id = given.id
         and document.document_date is not distinct from given.present
       returning document.id, document.document_date as date`,
      [
        ctx.organizationId,
        dates.map(({ documentId }) => documentId),
        dates.map(({ present }) => present),
        dates.map(({ wanted }) => wanted),
      ],
    );
    for (const { id, date } of restored) this.#record(tx, ctx, id, date?.toISOString() ?? null);
    return restored.map(({ id }) => id);
  }

  #record(tx: Transaction, ctx: OrganizationContext, documentId: string, documentDate: string | null): void {
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['documentDate'], documentDate });
  }
}
