import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationScope, type Page } from '#ground/kernel';
import type { RuleDifference } from './rule-change.js';

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

const COLUMNS = `run.id, run.created_at as "createdAt", run.document_id as "documentId", d.name as "documentName", run.rules,
  run.difference, run.undone_at as "undoneAt"`;
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
    await tx.sql.query(
      `insert into tagging_rule_run (id, organization_id, document_id, rules, difference)
       values ($1, $2, $3, $4::jsonb, $5::jsonb)`,
      [createId('trn'), organizationId, documentId, JSON.stringify(rules), JSON.stringify(difference)],
    );
  }

  /** Newest first. */
  list(scope: OrganizationScope, filter: RunFilter, { pageIndex, pageSize }: Page): Promise<RuleRun[]> {
    const { condition, values } = selected(scope, filter);
    const [limit, offset] = [values.length + 1, values.length + 2];
    return sqlOver(this.unitOfWork.db).query<RuleRun>(
      `select ${COLUMNS} from tagging_rule_run run join document d on d.id = run.document_id where ${condition}
       order by run.created_at desc, run.id desc limit $${limit} offset $${offset}`,
      [...values, pageSize, Math.min(pageIndex * pageSize, MOST_LISTED)],
    );
  }

  /** Counts at most 10,000 runs. */
  async count(scope: OrganizationScope, filter: RunFilter): Promise<number> {
    const { condition, values } = selected(scope, filter);
    const [row] = await sqlOver(this.unitOfWork.db).query<{ count: number }>(
      `select count(*)::int as count from (select from tagging_rule_run run where ${condition} limit ${MOST_LISTED}) listed`,
      values,
    );
    return row?.count ?? 0;
  }

  async find(tx: Transaction, { organizationId }: OrganizationScope, runId: string): Promise<RuleRun | undefined> {
    const [run] = await tx.sql.query<RuleRun>(
      `select ${COLUMNS} from tagging_rule_run run join document d on d.id = run.document_id
       where run.organization_id = $1 and run.id = $2`,
      [organizationId, runId],
    );
    return run;
  }

  /** False when it is undone already. The caller holds the lock of the document. */
  async markUndone(tx: Transaction, runId: string): Promise<boolean> {
    const marked = await tx.sql.query(
      'update tagging_rule_run set undone_at = now() where id = $1 and undone_at is null returning id',
      [runId],
    );
    return marked.length > 0;
  }

  /** Removes a part of the old runs of all organizations. Returns how many. */
  async removeOld(): Promise<number> {
    const removed = await sqlOver(this.unitOfWork.db).query(
      `delete from tagging_rule_run where id in (
         select id from tagging_rule_run where created_at < now() - make_interval(days => $1)
         order by created_at limit $2 for update skip locked) returning id`,
      [KEPT_DAYS, REMOVED_AT_ONCE],
    );
    return removed.length;
  }
}

/** Compares only what was asked for, so that each list is read from its own index. */
function selected(
  { organizationId }: OrganizationScope,
  { documentId, taggingRuleId }: RunFilter,
): { condition: string; values: string[] } {
  const values = [organizationId];
  let condition = 'run.organization_id = $1';
  if (documentId !== undefined) condition += ` and run.document_id = $${values.push(documentId)}`;
  if (taggingRuleId !== undefined)
    condition += ` and run.rules @> $${values.push(JSON.stringify([{ id: taggingRuleId }]))}::jsonb`;
  return { condition, values };
}
