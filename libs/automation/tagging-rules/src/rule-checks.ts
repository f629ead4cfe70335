import { Injectable } from '@nestjs/common';
import { CustomPropertyNotFound, CustomPropertyRepository, type CustomPropertyType } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Forbidden } from '#people/auth';
import { canChange, MemberRepository } from '#people/organizations';
import { DocumentProperties } from '#archive/metadata';
import { DOCUMENT_SOURCES, isDay } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { asksOnlyWhetherSet, isPattern, kindOf, operatorsOf } from './condition-kinds.js';
import type { FollowUp } from './follow-up.js';
import { templateProblem } from './name-template.js';
import { MOST_DAYS, rangeFrom, rangeOf } from './ranges.js';
import { UPLOAD_DATE, type RuleChange } from './rule-change.js';
import { patternProblem } from './rule-pattern.js';
import type { Condition, KnownCondition } from './tagging-rule.js';
import { TaggingRuleInvalid } from './tagging-rules.errors.js';

/** Checks conditions and changes before a rule is saved or tried. */
@Injectable()
export class RuleChecks {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly properties: CustomPropertyRepository,
    private readonly documentProperties: DocumentProperties,
    private readonly members: MemberRepository,
  ) {}

  /** Outside of a transaction. */
  async conditionsNow(ctx: OrganizationContext, conditions: readonly Condition[]): Promise<KnownCondition[]> {
    return this.unitOfWork.run((tx) => this.conditions(tx, ctx, conditions));
  }

  /**
   * Returns the conditions as they are stored, with the types of their properties. Those that the rule has already are
   * not checked: a rule whose property or option was deleted can still be switched off.
   */
  async conditions(
    tx: Transaction,
    ctx: OrganizationContext,
    conditions: readonly Condition[],
    present: readonly Condition[] = [],
  ): Promise<KnownCondition[]> {
    const unchecked = new Set(present.map(conditionKey));
    const types = await this.#types(
      tx,
      ctx,
      conditions.flatMap(({ field, propertyDefinitionId }) =>
        field === 'property' ? (propertyDefinitionId ?? '') : [],
      ),
    );
    const known: KnownCondition[] = [];
    for (const { field, operator, propertyDefinitionId, ...condition } of conditions) {
      // The value is missing in requests that only ask whether there is one.
      const value = asksOnlyWhetherSet(operator) ? '' : condition.value;
      const propertyId = field === 'property' ? (propertyDefinitionId ?? '') : null;
      const propertyType = propertyId === null ? null : types.get(propertyId);
      const given = { field, operator, value, propertyDefinitionId: propertyId, propertyType };
      if (unchecked.has(conditionKey(given))) {
        known.push(given);
        continue;
      }
      const kind = kindOf({ field, propertyType });
      if (kind === undefined) throw CustomPropertyNotFound();
      const operators = operatorsOf(field, kind);
      if (!operators.includes(operator))
        throw invalid(`The field "${field}" cannot be compared with "${operator}", but with: ${operators.join(', ')}.`);
      const stored = asksOnlyWhetherSet(operator) ? given : { ...given, value: readConditionValue(given) };
      await this.#checkReference(tx, ctx, stored);
      known.push(stored);
    }
    return known;
  }

  /** Values that the rule sets already are not checked again. */
  async changes(
    tx: Transaction,
    ctx: OrganizationContext,
    changes: readonly RuleChange[],
    present: readonly RuleChange[] = [],
  ): Promise<void> {
    const unchecked = new Set(present.map(changeKey));
    const targets = changes.map((change) => (change.kind === 'property' ? change.propertyDefinitionId : change.kind));
    if (new Set(targets).size < targets.length) throw invalid('A rule can set the same thing only once.');
    for (const change of changes) {
      if (change.kind === 'documentDate' && change.value !== UPLOAD_DATE && !isDay(change.value))
        throw invalid(`The date of a change must be a day, such as 2026-01-31, or "${UPLOAD_DATE}".`);
      if (change.kind !== 'name') continue;
      const problem = templateProblem(change.value);
      if (problem !== undefined) throw invalid(`The template of the name is not valid: ${problem}.`);
    }
    const set = changes.flatMap((change) =>
      change.kind === 'property' && !unchecked.has(changeKey(change))
        ? [{ propertyId: change.propertyDefinitionId, value: change.value }]
        : [],
    );
    if (set.length > 0) await this.documentProperties.check(tx, ctx, { set, clear: [] });
  }

  /**
   * Each kind once. Users whom the rule notifies already are not checked again: one may have left. A share link needs the
   * permission also when the rule had it before: with other conditions, it shares other documents.
   */
  async followUps(
    tx: Transaction,
    ctx: OrganizationContext,
    followUps: readonly FollowUp[],
    present: readonly FollowUp[] = [],
  ): Promise<void> {
    if (new Set(followUps.map(({ kind }) => kind)).size < followUps.length)
      throw invalid('A rule can have each kind of follow-up only once.');
    const unchecked = new Set(present.map((one) => JSON.stringify(one)));
    for (const followUp of followUps) {
      if (followUp.kind === 'share-link' && !canChange(ctx, 'documents', 'update')) throw Forbidden();
      if (unchecked.has(JSON.stringify(followUp))) continue;
      if (followUp.kind !== 'notify' || 'role' in followUp) continue;
      for (const userId of followUp.userIds)
        if (!(await this.members.findOfUser(ctx, userId, tx)))
          throw invalid('A user who is to be notified is not a member of the organization.');
    }
  }

  async #types(
    tx: Transaction,
    ctx: OrganizationContext,
    ids: readonly string[],
  ): Promise<Map<string, CustomPropertyType>> {
    if (ids.length === 0) return new Map();
    const properties = await this.properties.types(tx, ctx, [...new Set(ids)]);
    return new Map(Array.from(properties.values(), ({ id, type }) => [id, type]));
  }

  /** An option, member or document that a condition names must exist. */
  async #checkReference(tx: Transaction, ctx: OrganizationContext, condition: KnownCondition): Promise<void> {
    const { propertyType, propertyDefinitionId: propertyId, operator, value } = condition;
    if (!propertyId || !propertyType || propertyType === 'boolean' || kindOf(condition) !== 'choice') return;
    if (asksOnlyWhetherSet(operator)) return;
    const wanted = propertyType === 'select' ? value : [value];
    await this.documentProperties.check(tx, ctx, { set: [{ propertyId, value: wanted }], clear: [] });
  }
}

function conditionKey({ field, operator, value, propertyDefinitionId }: Condition): string {
  return JSON.stringify([field, operator, value, propertyDefinitionId ?? null]);
}

function changeKey(change: RuleChange): string {
  return JSON.stringify([change.kind, change.kind === 'property' && change.propertyDefinitionId, change.value]);
}

/** Returns the value in the one form that is compared. */
function readConditionValue(condition: KnownCondition): string {
  const { field, operator, propertyType, value } = condition;
  if (isPattern(condition)) {
    const problem = patternProblem(value);
    if (problem !== undefined) throw invalid(`The regular expression is not valid: ${problem}.`);
    return value;
  }
  if (operator === 'between') return readRange(condition);
  if (operator === 'in_last_days' || operator === 'in_next_days') {
    if (!/^\d{1,5}$/.test(value) || Number(value) > MOST_DAYS)
      throw invalid(`The number of days is a whole number from 0 to ${MOST_DAYS}.`);
    return String(Number(value));
  }
  switch (kindOf(condition)) {
    case 'number':
      return readNumber(field === 'size', value);
    case 'date':
      if (!isDay(value)) throw invalid('A date is compared with a day, such as 2026-01-31.');
      return value;
    case 'choice':
      if (field === 'source' && !DOCUMENT_SOURCES.some((source) => source === value))
        throw invalid(`The source is one of: ${DOCUMENT_SOURCES.join(', ')}.`);
      if (propertyType === 'boolean' && value !== 'true' && value !== 'false')
        throw invalid('A boolean is compared with "true" or "false".');
      return value;
    default:
      return value;
  }
}

/** Two numbers or days; the first is not above the second. */
function readRange(condition: KnownCondition): string {
  const ends = rangeOf(condition.value);
  if (rangeFrom(...ends) !== condition.value) throw invalid('A range has two ends, such as 10..20.');
  const [least, most] = ends.map((value) => readConditionValue({ ...condition, operator: 'equal', value }));
  if (least === undefined || most === undefined) throw invalid('A range has two ends, such as 10..20.');
  const isBackwards = kindOf(condition) === 'number' ? Number(least) > Number(most) : least > most;
  if (isBackwards) throw invalid('The first end of a range is not above the second.');
  return rangeFrom(least, most);
}

function readNumber(isSize: boolean, value: string): string {
  if (isSize && !/^\d{1,15}$/.test(value)) throw invalid('A size is compared with a whole number of bytes.');
  const number = /^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw invalid('A number is compared with a number, such as 12.5.');
  return String(number + 0);
}

function invalid(message: string): Error {
  return TaggingRuleInvalid({ message });
}
