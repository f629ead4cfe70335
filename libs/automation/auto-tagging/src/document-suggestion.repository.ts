import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DocumentTables } from '#archive/documents';
import { kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { AutoTaggingTables, SuggestionKind } from './document-suggestion.schema.js';

export interface DocumentSuggestion {
  kind: SuggestionKind;
  /** A name, or a date as `YYYY-MM-DD`. */
  value: string;
  provider: string;
  createdAt: Date;
}

/** A document that can get suggestions. */
export interface SuggestibleDocument {
  name: string;
  hasDate: boolean;
  /** False: it still has the name of its file. */
  isRenamed: boolean;
}

/** True when no person has set what the suggestion `s` for the document `d` is about. */
const IS_OF_USE = `(s.kind <> 'documentDate' or d.document_date is null)
  and (s.kind <> 'name' or d.name = d.original_name)`;

/** Every statement on suggestions. Raw where they share a condition as text, or take lists as rows. */
@Injectable()
export class DocumentSuggestionRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Returns by kind the suggestions for what no person has set since; `undefined` when there is no such document. */
  async list({ organizationId }: OrganizationScope, documentId: string): Promise<DocumentSuggestion[] | undefined> {
    const rows = await sqlOver(this.unitOfWork.db).query<{
      [Field in keyof DocumentSuggestion]: DocumentSuggestion[Field] | null;
    }>(
      `select s.kind, s.value, s.provider, s.created_at as "createdAt" from document d
       left join document_suggestion s on s.document_id = d.id
         and ${IS_OF_USE}
       where d.organization_id = $1 and d.id = $2 order by s.kind`,
      [organizationId, documentId],
    );
    return rows.length === 0 ? undefined : rows.filter((row): row is DocumentSuggestion => row.kind !== null);
  }

  /**
   * Removes the suggestion and returns what it suggests; `undefined` when it is gone, or a person has set meanwhile what
   * it is for. The caller holds the lock of the document.
   */
  async take(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, kind }: { documentId: string; kind: SuggestionKind },
  ): Promise<string | undefined> {
    const [row] = await tx.sql.query<{ value: string }>(
      `delete from document_suggestion s using document d
       where d.organization_id = $1 and d.id = $2 and s.document_id = d.id and s.kind = $3 and ${IS_OF_USE}
       returning s.value`,
      [organizationId, documentId, kind],
    );
    return row?.value;
  }

  /** Returns what decides whether a suggestion is of use. The caller holds the lock of the document. */
  document(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<SuggestibleDocument | undefined> {
    return kyselyOf<DocumentTables>(tx)
      .selectFrom('document')
      .select([
        'name',
        sql<boolean>`document_date is not null`.as('hasDate'),
        sql<boolean>`name <> original_name`.as('isRenamed'),
      ])
      .where('organization_id', '=', organizationId)
      .where('id', '=', documentId)
      .executeTakeFirst();
  }

  /** Replaces the suggestions; returns false when nothing changed. The caller holds the lock of the document. */
  async replace(
    tx: Transaction,
    documentId: string,
    { provider, values }: { provider: string; values: ReadonlyMap<SuggestionKind, string> },
  ): Promise<boolean> {
    const removed = await kyselyOf<AutoTaggingTables>(tx)
      .deleteFrom('document_suggestion')
      .where('document_id', '=', documentId)
      .where('kind', '<>', sql<SuggestionKind>`all(${[...values.keys()]}::text[])`)
      .returning('kind')
      .execute();
    const saved = await tx.sql.query(
      `insert into document_suggestion as s (document_id, kind, value, provider)
       select $1, kind, value, $4 from unnest($2::text[], $3::text[]) as given(kind, value)
       on conflict (document_id, kind) do update
         set value = excluded.value, provider = excluded.provider, created_at = now() where s.value <> excluded.value
       returning kind`,
      [documentId, [...values.keys()], [...values.values()], provider],
    );
    return removed.length + saved.length > 0;
  }

  /** False when it is gone. The caller holds the lock of the document. */
  async remove(tx: Transaction, { documentId, kind }: { documentId: string; kind: SuggestionKind }): Promise<boolean> {
    const removed = await kyselyOf<AutoTaggingTables>(tx)
      .deleteFrom('document_suggestion')
      .where('document_id', '=', documentId)
      .where('kind', '=', kind)
      .returning('kind')
      .execute();
    return removed.length > 0;
  }
}
