import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { DocumentTables } from '#archive/documents';
import { asJson, COUNT, kyselyOf, NOW, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { RuleDifference } from './rule-change.js';
import type { RuleRunTables } from './rule-run.schema.js';

/** A run of all rules over one document. */
export interface RuleRun {
  id: string;
  createdAt: Date;
  documentId: string;
  documentName: string;
  rules: { id: string; name: string }[];
  difference: RuleDifference;
  undoneAt: Date | null;
}

export interface RunFilter {
  documentId?: string | undefined;
  taggingRuleId?: string | undefined;
}

const COLUMNS = [
  'run.id',
  'run.created_at as createdAt',
  'run.document_id as documentId',
  'd.name as documentName',
  'run.rules',
  'run.difference',
  'run.undone_at as undoneAt',
] as const;
/** Runs that are counted, and that can be paged through. */
const MOST_LISTED = 10_000;
const KEPT_DAYS = 30;
/** Rows that one statement removes. */
const REMOVED_AT_ONCE = 5_000;

/** Every statement on runs of rules. */
@Injectable()
export class RuleRunRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async insert(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { documentId, rules, difference }: Pick<RuleRun, 'difference' | 'documentId' | 'rules'>,
  ): Promise<void> {
    await kyselyOf<RuleRunTables>(tx)
      .insertInto('tagging_rule_run')
      .values({
        ...{ id: createId('trn'), organization_id: organizationId, document_id: documentId },
        ...{ rules: asJson(rules), difference: asJson(difference) },
      })
      .execute();
  }

  /** Newest first. */
  list(scope: OrganizationScope, filter: RunFilter, { pageIndex, pageSize }: Page): Promise<RuleRun[]> {
    return this.#selected(scope, filter)
      .innerJoin('document as d', 'd.id', 'run.document_id')
      .select(COLUMNS)
      .orderBy('run.created_at', 'desc')
      .orderBy('run.id', 'desc')
      .limit(pageSize)
      .offset(Math.min(pageIndex * pageSize, MOST_LISTED))
      .execute();
  }

  /** Counts at most 10,000 runs. */
  async count(scope: OrganizationScope, filter: RunFilter): Promise<number> {
    const { count } = await kyselyOf<RuleRunTables>(this.unitOfWork)
      .selectFrom(this.#selected(scope, filter).select('run.id').limit(MOST_LISTED).as('listed'))
      .select(COUNT.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  find(tx: Transaction, { organizationId }: OrganizationScope, runId: string): Promise<RuleRun | undefined> {
    return kyselyOf<DocumentTables & RuleRunTables>(tx)
      .selectFrom('tagging_rule_run as run')
      .innerJoin('document as d', 'd.id', 'run.document_id')
      .select(COLUMNS)
      .where('run.organization_id', '=', organizationId)
      .where('run.id', '=', runId)
      .executeTakeFirst();
  }

  /** False when it is undone already. The caller holds the lock of the document. */
  async markUndone(tx: Transaction, runId: string): Promise<boolean> {
    const marked = await kyselyOf<RuleRunTables>(tx)
      .updateTable('tagging_rule_run')
      .set({ undone_at: NOW })
      .where('id', '=', runId)
      .where('undone_at', 'is', null)
      .returning('id')
      .execute();
    return marked.length > 0;
  }

  /** Removes a part of the old runs of all organizations. Returns how many. */
  async removeOld(): Promise<number> {
    const removed = await kyselyOf<RuleRunTables>(this.unitOfWork)
      .deleteFrom('tagging_rule_run')
      .where('id', 'in', (of) =>
        of
          .selectFrom('tagging_rule_run')
          .select('id')
          .where('created_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
          .orderBy('created_at')
          .limit(REMOVED_AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .returning('id')
      .execute();
    return removed.length;
  }

  /** Only what was asked for is compared, so that each list is read from its own index. */
  #selected({ organizationId }: OrganizationScope, { documentId, taggingRuleId }: RunFilter) {
    let query = kyselyOf<DocumentTables & RuleRunTables>(this.unitOfWork)
      .selectFrom('tagging_rule_run as run')
      .where('run.organization_id', '=', organizationId);
    if (documentId !== undefined) query = query.where('run.document_id', '=', documentId);
    if (taggingRuleId !== undefined)
      query = query.where(sql<boolean>`run.rules @> ${JSON.stringify([{ id: taggingRuleId }])}::jsonb`);
    return query;
  }
}
