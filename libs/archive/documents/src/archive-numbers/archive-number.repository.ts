import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import type { DocumentTables } from '../some-documents.repository.js';
import { HIGHEST_ARCHIVE_NUMBER, type ArchiveNumberTables } from './archive-number.schema.js';

/** Every statement on archive numbers, apart from the details of a document. */
@Injectable()
export class ArchiveNumberRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** False when another document has the number, or this one has any. Waits for a transaction that takes it now. */
  async add(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, number }: { documentId: string; number: number },
  ): Promise<boolean> {
    const added = await kyselyOf<ArchiveNumberTables>(tx)
      .insertInto('archive_number')
      .values({ document_id: documentId, organization_id: organizationId, number })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .execute();
    return added.length > 0;
  }

  /** Returns the number that the document had. */
  async remove(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<number | undefined> {
    const removed = await kyselyOf<ArchiveNumberTables>(tx)
      .deleteFrom('archive_number')
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .returning('number')
      .executeTakeFirst();
    return removed?.number;
  }

  async of(
    source: Transaction | undefined,
    { organizationId }: OrganizationScope,
    documentId: string,
  ): Promise<number | undefined> {
    const row = await kyselyOf<ArchiveNumberTables>(source ?? this.unitOfWork)
      .selectFrom('archive_number')
      .select('number')
      .where('organization_id', '=', organizationId)
      .where('document_id', '=', documentId)
      .executeTakeFirst();
    return row?.number;
  }

  /** The documents that have these numbers, by number; those of the trash as well. */
  async holders(
    { organizationId }: OrganizationScope,
    numbers: readonly number[],
  ): Promise<Map<number, { documentId: string; name: string; isDeleted: boolean }>> {
    if (numbers.length === 0) return new Map();
    const rows = await kyselyOf<ArchiveNumberTables & DocumentTables>(this.unitOfWork)
      .selectFrom('archive_number as n')
      .innerJoin('document as d', 'd.id', 'n.document_id')
      .select(['n.number', 'd.id as documentId', 'd.name', sql<boolean>`d.deleted_at is not null`.as('isDeleted')])
      .where('n.organization_id', '=', organizationId)
      .where('n.number', '=', sql<number>`any(${numbers}::int[])`)
      .execute();
    return new Map(rows.map(({ number, ...holder }) => [number, holder]));
  }

  /** The number after the highest one, or the lowest free one when the highest is the last. */
  async next({ organizationId }: OrganizationScope): Promise<number | undefined> {
    const table = kyselyOf<ArchiveNumberTables>(this.unitOfWork);
    const highest = await table
      .selectFrom('archive_number')
      .select('number')
      .where('organization_id', '=', organizationId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (highest === undefined || highest.number < HIGHEST_ARCHIVE_NUMBER) return (highest?.number ?? 0) + 1;
    const gap = await table
      .selectFrom('archive_number as n')
      .select('n.number')
      .where('n.organization_id', '=', organizationId)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('archive_number as before')
              .select('before.number')
              .whereRef('before.organization_id', '=', 'n.organization_id')
              .where('before.number', '=', sql<number>`n.number - 1`),
          ),
        ),
      )
      .where('n.number', '>', 1)
      .orderBy('n.number')
      .limit(1)
      .executeTakeFirst();
    return gap && gap.number - 1;
  }
}
