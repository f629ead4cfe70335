import { Injectable } from '@nestjs/common';
import { SearchConfig } from '#config/search';
import { CustomPropertyRepository } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, createId, nextUpdatedAt, userIdOf, type OrganizationContext } from '#ground/kernel';
import { ReminderHasNoDate, ReminderLimitReached, ReminderNotFound } from './agenda.errors.js';
import { ReminderCreated, ReminderDeleted, ReminderUpdated } from './agenda.events.js';
import { dayAt } from './day.js';
import { ReminderRepository, type Reminder } from './reminder.repository.js';

export const MOST_REMINDERS = 50;

/** What people set in a reminder. */
export type ReminderFields = Pick<
  Reminder,
  'dateSource' | 'isEnabled' | 'name' | 'offsetAmount' | 'offsetUnit' | 'propertyId' | 'query' | 'sendsMail'
>;

/** What people do with reminders. */
@Injectable()
export class Reminders {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly reminders: ReminderRepository,
    private readonly properties: CustomPropertyRepository,
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly search: SearchConfig,
  ) {}

  /** All of the organization, oldest first. */
  list(ctx: OrganizationContext): Promise<Reminder[]> {
    return this.reminders.list(ctx);
  }

  async get(ctx: OrganizationContext, reminderId: string): Promise<Reminder> {
    const found = await this.reminders.find(ctx, reminderId);
    if (!found) throw ReminderNotFound();
    return found;
  }

  async create(tx: Transaction, ctx: OrganizationContext, fields: ReminderFields): Promise<Reminder> {
    await this.reminders.lockLimit(tx, ctx);
    if ((await this.reminders.count(tx, ctx)) >= MOST_REMINDERS) throw ReminderLimitReached();
    await this.check(ctx, fields, tx);
    const now = this.clock.now();
    const { organizationId } = ctx;
    const reminder = {
      ...{ id: createId('rem'), createdAt: now, updatedAt: now, organizationId, createdBy: userIdOf(ctx) },
      ...fields,
    };
    await this.reminders.insert(tx, {
      ...{ id: reminder.id, created_at: now, updated_at: now, organization_id: organizationId },
      ...{ created_by: reminder.createdBy, announces_from: dayAt(now, this.search.timeZone) },
      ...columnsOf(fields),
    });
    this.changes.record(tx, ctx, ReminderCreated, { reminderId: reminder.id, name: fields.name });
    return reminder;
  }

  /** Replaces what people set. Nothing is sent about days before today, as if the reminder were new. */
  update(
    ctx: OrganizationContext,
    reminderId: string,
    fields: ReminderFields,
    expected?: readonly string[],
  ): Promise<Reminder> {
    return this.unitOfWork.run(async (tx) => {
      // The property is locked first: its deletion changes the reminder.
      await this.check(ctx, fields, tx);
      const before = await this.#lock(tx, ctx, reminderId);
      assertRevision(before, expected);
      const now = this.clock.now();
      const updatedAt = nextUpdatedAt(before.updatedAt, now);
      await this.reminders.update(tx, reminderId, {
        ...{ updated_at: updatedAt, announces_from: dayAt(now, this.search.timeZone) },
        ...columnsOf(fields),
      });
      this.changes.record(tx, ctx, ReminderUpdated, { reminderId, name: fields.name });
      return { ...before, ...fields, updatedAt };
    });
  }

  delete(ctx: OrganizationContext, reminderId: string): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const { name } = await this.#lock(tx, ctx, reminderId);
      await this.reminders.delete(tx, reminderId);
      this.changes.record(tx, ctx, ReminderDeleted, { reminderId, name });
    });
  }

  /** Throws when the reminder has no date to count from. */
  async check(
    ctx: OrganizationContext,
    { dateSource, propertyId }: Pick<ReminderFields, 'dateSource' | 'propertyId'>,
    tx?: Transaction,
  ): Promise<void> {
    if ((dateSource === 'property') !== (propertyId !== null)) throw ReminderHasNoDate();
    if (propertyId === null) return;
    const known = tx
      ? await this.properties.keep(tx, ctx, [propertyId])
      : await this.unitOfWork.run((own) => this.properties.types(own, ctx, [propertyId]));
    if (known.get(propertyId)?.type !== 'date') throw ReminderHasNoDate();
  }

  async #lock(tx: Transaction, ctx: OrganizationContext, reminderId: string): Promise<Reminder> {
    const found = await this.reminders.lock(tx, ctx, reminderId);
    if (!found) throw ReminderNotFound();
    return found;
  }
}

function columnsOf({ name, query, dateSource, propertyId, ...fields }: ReminderFields) {
  const { offsetAmount, offsetUnit, isEnabled, sendsMail } = fields;
  return {
    ...{ name, query, date_source: dateSource, property_id: propertyId, offset_amount: offsetAmount },
    ...{ offset_unit: offsetUnit, is_enabled: isEnabled, sends_mail: sendsMail },
  };
}
