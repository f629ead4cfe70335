import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { isDocumentOf } from '#archive/documents';
import { asJson, kyselyOf, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import type { SplitPlan, SplittingTables } from './splitting.schema.js';

/** The latest split of a document. */
export interface DocumentSplit {
  id: string;
  requestedAt: Date;
  requestedBy: Omit<OrganizationContext, 'organizationId'>;
  plan: SplitPlan;
  outcome: 'refused' | 'split' | null;
  reason: string | null;
  partIds: string[];
}

/** Every statement on splits of documents. Those that write need the lock of the document. */
@Injectable()
export class SplittingRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  find(
    source: Transaction | undefined,
    scope: OrganizationScope,
    documentId: string,
  ): Promise<DocumentSplit | undefined> {
    return kyselyOf<SplittingTables>(source ?? this.unitOfWork)
      .selectFrom('document_split')
      .select(['id', 'requested_at as requestedAt', 'outcome', 'reason', 'part_ids as partIds'])
      .select([
        sql<DocumentSplit['requestedBy']>`requested_by`.as('requestedBy'),
        sql<DocumentSplit['plan']>`plan`.as('plan'),
      ])
      .where('document_id', '=', documentId)
      .where(isDocumentOf(scope, 'document_id'))
      .executeTakeFirst();
  }

  /** Replaces an earlier split, whose job then finds nothing left to do. */
  async save(
    tx: Transaction,
    documentId: string,
    { id, requestedBy, plan }: Pick<DocumentSplit, 'id' | 'plan' | 'requestedBy'>,
  ): Promise<void> {
    const values = {
      ...{ id, outcome: null, reason: null, part_ids: [] as string[] },
      requested_by: asJson(requestedBy),
      plan: asJson(plan),
    };
    await kyselyOf<SplittingTables>(tx)
      .insertInto('document_split')
      .values({ document_id: documentId, ...values })
      .onConflict((conflict) =>
        conflict.column('document_id').doUpdateSet({ ...values, requested_at: sql<Date>`now()` }),
      )
      .execute();
  }

  async end(
    tx: Transaction,
    documentId: string,
    { outcome, reason, partIds }: Pick<DocumentSplit, 'outcome' | 'partIds' | 'reason'>,
  ): Promise<void> {
    await kyselyOf<SplittingTables>(tx)
      .updateTable('document_split')
      .set({ outcome, reason, part_ids: partIds })
      .where('document_id', '=', documentId)
      .execute();
  }
}
