import { Injectable } from '@nestjs/common';
import { DocumentsService } from '#archive/documents';
import { CustomPropertyRepository } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import {
  assertRevision,
  Clock,
  createId,
  nextUpdatedAt,
  systemContext,
  userIdOf,
  type OrganizationContext,
  type OrganizationScope,
} from '#ground/kernel';
import { RetentionLockRepository } from '#people/holds';
import { monthsOf } from './due-document.repository.js';
import {
  RetentionRuleHasNoDate,
  RetentionRuleLimitReached,
  RetentionRuleLocks,
  RetentionRuleNotFound,
} from './retention.errors.js';
import { RetentionRuleCreated, RetentionRuleDeleted, RetentionRuleUpdated } from './retention.events.js';
import { RetentionRuleRepository, type RetentionRule } from './retention-rule.repository.js';

export const MOST_RULES = 30;

/** What people set in a rule. */
export type RetentionRuleFields = Pick<
  RetentionRule,
  'action' | 'dateSource' | 'isEnabled' | 'isLocking' | 'keepAmount' | 'keepUnit' | 'name' | 'propertyId' | 'query'
>;

/** What people do with retention rules. */
@Injectable()
export class RetentionRules {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: RetentionRuleRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly locks: RetentionLockRepository,
    private readonly documents: DocumentsService,
  ) {}

  /** All of the organization, oldest first. */
  list(ctx: OrganizationContext): Promise<RetentionRule[]> {
    return this.rules.list(ctx);
  }

  async get(ctx: OrganizationContext, ruleId: string): Promise<RetentionRule> {
    const found = await this.rules.find(ctx, ruleId);
    if (!found) throw RetentionRuleNotFound();
    return found;
  }

  /** Throws when the server would not understand all of the search of an enabled rule. Before a transaction: it reads names. */
  async checkQuery({ organizationId }: OrganizationScope, { query, isEnabled }: RetentionRuleFields): Promise<void> {
    if (isEnabled) await this.documents.assertUnderstood(systemContext(organizationId, 'retention'), query);
  }

  /** The caller has called {@link checkQuery}. */
  async create(tx: Transaction, ctx: OrganizationContext, fields: RetentionRuleFields): Promise<RetentionRule> {
    await this.rules.lockLimit(tx, ctx);
    if ((await this.rules.count(tx, ctx)) >= MOST_RULES) throw RetentionRuleLimitReached();
    await this.#check(tx, ctx, fields);
    const now = this.clock.now();
    const { organizationId } = ctx;
    const own = { id: createId('rtr'), createdAt: now, updatedAt: now, organizationId, createdBy: userIdOf(ctx) };
    const rule = { ...own, ...fields };
    await this.rules.insert(tx, {
      ...{ id: rule.id, created_at: now, updated_at: now, organization_id: organizationId, created_by: rule.createdBy },
      ...columnsOf(fields),
    });
    await this.rules.again(tx, ctx);
    this.changes.record(tx, ctx, RetentionRuleCreated, { retentionRuleId: rule.id, ...fields });
    return rule;
  }

  /** Replaces what people set. The next hourly run applies it. Throws when documents would be locked for a shorter time. */
  async update(
    ctx: OrganizationContext,
    ruleId: string,
    fields: RetentionRuleFields,
    expected?: readonly string[],
  ): Promise<RetentionRule> {
    await this.checkQuery(ctx, fields);
    return this.unitOfWork.run(async (tx) => {
      // The property is locked first: its deletion changes the rule.
      await this.#check(tx, ctx, fields);
      const before = await this.#lock(tx, ctx, ruleId);
      assertRevision(before, expected);
      if (isLoosened(before, fields)) await this.#assertFree(tx, ctx, before);
      const updatedAt = nextUpdatedAt(before.updatedAt, this.clock.now());
      await this.rules.update(tx, ruleId, { updated_at: updatedAt, ...columnsOf(fields) });
      await this.rules.again(tx, ctx);
      this.changes.record(tx, ctx, RetentionRuleUpdated, { retentionRuleId: ruleId, ...fields });
      return { ...before, ...fields, updatedAt };
    });
  }

  delete(ctx: OrganizationContext, ruleId: string): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const rule = await this.#lock(tx, ctx, ruleId);
      await this.#assertFree(tx, ctx, rule);
      await this.rules.delete(tx, ruleId);
      this.changes.record(tx, ctx, RetentionRuleDeleted, { retentionRuleId: ruleId, ...fieldsOf(rule) });
    });
  }

  async #check(tx: Transaction, ctx: OrganizationContext, fields: RetentionRuleFields): Promise<void> {
    const { dateSource, propertyId } = fields;
    if ((dateSource === 'property') !== (propertyId !== null)) throw RetentionRuleHasNoDate();
    if (propertyId === null) return;
    const known = await this.properties.keep(tx, ctx, [propertyId]);
    if (known.get(propertyId)?.type !== 'date') throw RetentionRuleHasNoDate();
  }

  /** Throws while the rule locks documents. */
  async #assertFree(tx: Transaction, ctx: OrganizationContext, rule: RetentionRule): Promise<void> {
    if (!rule.isLocking) return;
    const last = await this.locks.last(tx, ctx, rule.id);
    if (last) throw RetentionRuleLocks({ facts: { until: last.until } });
  }

  async #lock(tx: Transaction, ctx: OrganizationContext, ruleId: string): Promise<RetentionRule> {
    const found = await this.rules.lock(tx, ctx, ruleId);
    if (!found) throw RetentionRuleNotFound();
    return found;
  }
}

function fieldsOf(rule: RetentionRule): RetentionRuleFields {
  const { name, query, dateSource, propertyId, keepAmount, keepUnit, action, isEnabled, isLocking } = rule;
  return { name, query, dateSource, propertyId, keepAmount, keepUnit, action, isEnabled, isLocking };
}

function columnsOf({ name, query, dateSource, propertyId, keepAmount, keepUnit, ...fields }: RetentionRuleFields) {
  return {
    ...{ name, query, date_source: dateSource, property_id: propertyId },
    ...{ keep_amount: keepAmount, keep_unit: keepUnit, action: fields.action },
    ...{ is_enabled: fields.isEnabled, is_locking: fields.isLocking },
  };
}

/** A rule that locks documents may keep them longer, do something else afterwards, and have another name. */
function isLoosened(before: RetentionRule, after: RetentionRuleFields): boolean {
  if (!after.isLocking || !after.isEnabled || monthsOf(after) < monthsOf(before)) return true;
  const { query, dateSource, propertyId } = after;
  return query !== before.query || dateSource !== before.dateSource || propertyId !== before.propertyId;
}
