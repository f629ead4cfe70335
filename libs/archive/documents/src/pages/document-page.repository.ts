import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { COUNT, kyselyOf, sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { PageLayout } from '#capabilities/extraction';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentTables } from '../document.entity.js';
import type { DocumentPageTables } from './document-page.schema.js';

/** What is stored of a page besides its words. */
export interface StoredPage {
  /** Counted from 1. */
  page: number;
  /** In any unit; null when the reader does not know it. */
  width: number | null;
  height: number | null;
  source: 'ocr' | 'text';
  /** The confidence of recognized pages, 0 to 100. */
  confidence: number | null;
  /** Whether it is known where its words are. */
  hasWords: boolean;
}

/** Bytes of words in one statement. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Every statement on the pages of documents. Raw where whole lists of pages are written, or words are added up. */
@Injectable()
export class DocumentPageRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  list(scope: OrganizationScope, documentId: string): Promise<StoredPage[]> {
    return this.#of(scope, documentId)
      .select([
        'p.page',
        sql<number | null>`p.width::float8`.as('width'),
        sql<number | null>`p.height::float8`.as('height'),
        'p.source',
        sql<number | null>`p.confidence::float8`.as('confidence'),
        sql<boolean>`p.words is not null`.as('hasWords'),
      ])
      .orderBy('p.page')
      .execute();
  }

  counts(scope: OrganizationScope, documentId: string): Promise<{ all: number; recognized: number }> {
    return this.#of(scope, documentId)
      .select([COUNT.as('all'), sql<number>`count(*) filter (where p.source = 'ocr')::int`.as('recognized')])
      .executeTakeFirstOrThrow();
  }

  find(scope: OrganizationScope, documentId: string, page: number): Promise<{ words: Uint8Array | null } | undefined> {
    return this.#of(scope, documentId).select('p.words').where('p.page', '=', page).executeTakeFirst();
  }

  /** The words of these pages by page, compressed; of the first pages only, as long as they fit into `mostBytes`. */
  async words(
    { organizationId }: OrganizationScope,
    documentId: string,
    pages: readonly number[],
    mostBytes: number,
  ): Promise<Map<number, Uint8Array>> {
    const rows = await sqlOver(this.unitOfWork.db).query<{ page: number; words: Uint8Array }>(
      `select page, words from (
         select p.page, p.words, sum(octet_length(p.words)) over (order by p.page) as bytes
         from document_page p join document d on d.id = p.document_id
         where d.organization_id = $1 and d.id = $2 and p.page = any($3::int[]) and p.words is not null) chosen
       where bytes <= $4`,
      [organizationId, documentId, pages, mostBytes],
    );
    return new Map(rows.map(({ page, words }) => [page, words]));
  }

  /** Replaces the pages of a document that this transaction has locked. */
  async replace(tx: Transaction, documentId: string, layouts: readonly PageLayout[]): Promise<void> {
    let from = 0;
    do {
      const to = endOfPart(layouts, from);
      await this.#write(tx, documentId, layouts.slice(from, to), { before: from, isLast: to >= layouts.length });
      from = to;
    } while (from < layouts.length);
  }

  /** Replaces the pages of each document, which this transaction has locked, by its first one, without words. */
  async replaceByOne(
    tx: Transaction,
    documents: readonly { documentId: string; layouts: readonly PageLayout[] }[],
  ): Promise<void> {
    const rows = documents.map(({ documentId, layouts: [layout] }) => {
      const { width, height, source, confidence } = layout as PageLayout;
      return { documentId, width, height, source, confidence };
    });
    await tx.sql.query(
      `with given as (
         select * from json_to_recordset($1::json)
           as given("documentId" text, width real, height real, source text, confidence real)),
       left_over as (delete from document_page where document_id in (select "documentId" from given) and page > 1)
       insert into document_page (document_id, page, width, height, source, confidence)
       select "documentId", 1, width, height, source, confidence from given
       on conflict (document_id, page) do update set width = excluded.width, height = excluded.height,
         source = excluded.source, confidence = excluded.confidence, words = null`,
      [JSON.stringify(rows)],
    );
  }

  #of({ organizationId }: OrganizationScope, documentId: string) {
    return kyselyOf<DocumentPageTables & DocumentTables>(this.unitOfWork)
      .selectFrom('document_page as p')
      .innerJoin('document as d', 'd.id', 'p.document_id')
      .where('d.organization_id', '=', organizationId)
      .where('d.id', '=', documentId);
  }

  /** Takes one statement for most documents. The words of all pages are one value, which is sent in binary form. */
  async #write(
    tx: Transaction,
    documentId: string,
    layouts: readonly PageLayout[],
    { before, isLast }: { before: number; isLast: boolean },
  ): Promise<void> {
    const words = layouts.map((layout) => layout.words ?? new Uint8Array());
    const offsets: number[] = [];
    let bytes = 0;
    for (const each of words) {
      offsets.push(bytes + 1);
      bytes += each.length;
    }
    await tx.sql.query(
      `with left_over as (delete from document_page where document_id = $1 and $2 and page > $3)
       insert into document_page (document_id, page, width, height, source, confidence, words)
       select $1, p.page, p.width, p.height, p.source, p.confidence,
         case when p.length > 0 then substring($4::bytea from p.place for p.length) end
       from unnest($5::int[], $6::real[], $7::real[], $8::text[], $9::real[], $10::int[], $11::int[])
         as p(page, width, height, source, confidence, place, length)
       on conflict (document_id, page) do update set width = excluded.width, height = excluded.height,
         source = excluded.source, confidence = excluded.confidence, words = excluded.words`,
      [
        documentId,
        isLast,
        before + layouts.length,
        Buffer.concat(words),
        layouts.map((_, index) => before + index + 1),
        layouts.map(({ width }) => width),
        layouts.map(({ height }) => height),
        layouts.map(({ source }) => source),
        layouts.map(({ confidence }) => confidence),
        offsets,
        words.map(({ length }) => length),
      ],
    );
  }
}

function endOfPart(layouts: readonly PageLayout[], from: number): number {
  let bytes = 0;
  let to = from;
  while (to < layouts.length && (to === from || bytes < MOST_BYTES)) {
    bytes += layouts[to]?.words?.length ?? 0;
    to += 1;
  }
  return to;
}
