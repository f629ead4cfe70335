import { Injectable } from '@nestjs/common';
import {
  asksOnlyWhetherSet,
  CHANGE_KINDS,
  CONDITION_FIELDS,
  CONDITION_OPERATORS,
  FOLLOW_UP_KINDS,
  MATCH_MODES,
  MOST_DAYS_OF_LINK,
  MOST_NOTIFIED_USERS,
  TaggingRulesService,
  type Condition,
  type FollowUp,
  type RuleChange,
} from '#automation/tagging-rules';
import { ROLES } from '#ground/kernel';
import type { PropertyValue, RuleRecord } from './archive-records.js';
import { ImportPeople } from './import-people.js';
import type { ImportResult } from './import-report.js';
import type { ImportedProperty, ImportRun } from './import-run.js';
import { RecordValues } from './record-values.js';
import { checkedLine, checkedRef, checkedText, cutText, listOf, NotImported, oneOf } from './record-checks.js';

const MOST_CONDITIONS = 10;
const MOST_CHANGES = 10;
const MOST_TAGS = 1_000;

/**
 * The tagging rules of a source. One with a condition that cannot be kept is left out: without it, it would match other
 * documents.
 */
@Injectable()
export class ImportRules {
  constructor(
    private readonly rules: TaggingRulesService,
    private readonly values: RecordValues,
    private readonly people: ImportPeople,
  ) {}

  async execute(run: ImportRun, record: RuleRecord): Promise<ImportResult> {
    const ref = checkedRef(record.ref);
    if (await run.find('rule', ref)) return { outcome: 'already-there' };
    const reasons: string[] = [];
    const tags = listOf(record.tagRefs, MOST_TAGS, 'Its tags').flatMap((each) => run.tags.get(each) ?? []);
    const missing = record.tagRefs.length - tags.length;
    if (missing > 0) reasons.push(`It lacks ${missing} tags that were not imported.`);
    const fields = {
      name: checkedLine(record.name, 64),
      description: cutText(record.description, 256, 'Its description', reasons),
      enabled: (record.enabled as unknown) !== false,
      conditionMatchMode: oneOf(MATCH_MODES, record.conditionMatchMode, 'How its conditions are joined'),
      conditions: await this.#conditions(run, record),
      tagIds: tags.map(({ id }) => id),
      changes: await this.#changes(run, record, reasons),
      followUps: await this.#followUps(run, record, reasons),
    };
    if (fields.tagIds.length + fields.changes.length + fields.followUps.length === 0)
      throw new NotImported('It would do nothing: nothing of what it does was imported.');
    const ids = [...fields.tagIds, ...idsIn(fields.conditions), ...idsIn(fields.changes)];
    if (ids.some((id) => run.isPlanned(id))) run.plan('rule', ref);
    else
      await run.once('rule', ref, async (tx, ctx) => {
        const { id } = await this.rules.create(tx, ctx, fields);
        return { targetId: id, isNew: true };
      });
    return { outcome: reasons.length > 0 ? 'changed' : 'came', reasons };
  }

  async #conditions(run: ImportRun, { conditions }: RuleRecord): Promise<Condition[]> {
    const read: Condition[] = [];
    for (const condition of listOf(conditions, MOST_CONDITIONS, 'Its conditions')) {
      const field = oneOf(CONDITION_FIELDS, condition.field, 'The field of a condition');
      const operator = oneOf(CONDITION_OPERATORS, condition.operator, 'How a condition compares');
      const isBare = asksOnlyWhetherSet(operator);
      const value = isBare ? '' : checkedText(condition.value, 256, 'The value of a condition');
      if (field !== 'property') {
        read.push({ field, operator, value });
        continue;
      }
      const property = propertyOf(run, condition.propertyRef);
      const compared = isBare ? '' : await this.#compared(run, property, value);
      read.push({ field, operator, value: compared, propertyDefinitionId: property.id });
    }
    return read;
  }

  /** The value of a condition with the id of this archive, where it names something. */
  async #compared(run: ImportRun, property: ImportedProperty, value: string): Promise<string> {
    if (property.type === 'document_relation') {
      const document = await run.find('document', checkedRef(value));
      if (!document) throw new NotImported('A condition names a document that was not imported.');
      return document.targetId;
    }
    if (!['select', 'multi_select', 'user_relation'].includes(property.type)) return value;
    const id = await this.values.idOf(run, property, value);
    if (id === undefined) throw new NotImported(`A condition names an option or member that is not there: ${value}`);
    return id;
  }

  async #changes(run: ImportRun, { changes }: RuleRecord, reasons: string[]): Promise<RuleChange[]> {
    const read: RuleChange[] = [];
    for (const given of listOf(changes, MOST_CHANGES, 'Its changes')) {
      const { kind: named, value, propertyRef } = fieldsOf(given);
      const kind = oneOf(CHANGE_KINDS, named, 'The kind of a change');
      if (kind !== 'property') {
        read.push({ kind, value: checkedLine(value, 255, 'The value of a change') });
        continue;
      }
      const property = propertyOf(run, propertyRef);
      const values = [value].flat() as PropertyValue[];
      const set = await this.values.read(run, property, values, reasons);
      if (set) read.push({ kind, propertyDefinitionId: property.id, value: set.value });
    }
    return read;
  }

  async #followUps(run: ImportRun, { followUps }: RuleRecord, reasons: string[]): Promise<FollowUp[]> {
    const read: FollowUp[] = [];
    for (const given of listOf(followUps, FOLLOW_UP_KINDS.length, 'What follows')) {
      const { kind: named, role, users, expiresInDays } = fieldsOf(given);
      const kind = oneOf(FOLLOW_UP_KINDS, named, 'The kind of what follows');
      if (kind === 'webhook') read.push({ kind });
      else if (kind === 'share-link') read.push({ kind, expiresInDays: daysOf(expiresInDays) });
      else if (users === undefined) read.push({ kind, role: oneOf(ROLES, role, 'The role for a notification') });
      else {
        const userIds = [];
        for (const user of listOf(users as readonly unknown[], MOST_NOTIFIED_USERS, 'The users of a notification')) {
          const id = await this.people.idOf(run, user);
          if (id === undefined) reasons.push(`It does not notify a user who is not a member: ${String(user)}.`);
          else userIds.push(id);
        }
        if (userIds.length > 0) read.push({ kind, userIds: [...new Set(userIds)] });
      }
    }
    return read;
  }
}

function propertyOf(run: ImportRun, ref: unknown): ImportedProperty {
  const property = typeof ref === 'string' ? run.properties.get(ref) : undefined;
  if (!property) throw new NotImported('It names a property that was not imported.');
  return property;
}

function fieldsOf(given: unknown): Record<string, unknown> {
  if (typeof given !== 'object' || given === null) throw new NotImported('A part of it is not an object.');
  return given as Record<string, unknown>;
}

function daysOf(days: unknown): number {
  if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MOST_DAYS_OF_LINK) return days;
  throw new NotImported(`A share link ends after 1 to ${MOST_DAYS_OF_LINK} days.`);
}

/** All texts in these parts, among which are the ids. */
function idsIn(parts: readonly object[]): string[] {
  return parts.flatMap((part) => Object.values(part).flat() as unknown[]).filter((value) => typeof value === 'string');
}
