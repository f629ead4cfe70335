import { Injectable } from '@nestjs/common';
import type { SearchTree } from '@archivolt/plugin-kit';
import { SearchConfig } from '#config/search';
import { CustomPropertyRepository } from '#archive/properties';
import { DocumentsService } from '#archive/documents';
import { UnitOfWork } from '#ground/database';
import { Clock, userIdOf, type OrganizationContext } from '#ground/kernel';
import { AgendaEntryNotFound, AgendaTooLong } from './agenda.errors.js';
import {
  AgendaRepository,
  type AgendaEntry,
  type AgendaPart,
  type AgendaRule,
  type EntryKey,
  type Period,
} from './agenda.repository.js';
import { addDays, dayAt, daysBetween, type Day } from './day.js';
import { ReminderRepository, type Reminder } from './reminder.repository.js';
import { Reminders, type ReminderFields } from './reminders.js';

export const MOST_DAYS = 1_100;
/** Documents that the queries of all reminders together find in the period; others are left out. */
const MOST_MATCHES = 50_000;
const PREVIEWED_ENTRIES = 10;
/** As {@link AgendaPart} adds: months have different lengths, and days begin at another time elsewhere. */
const MARGIN_DAYS = 5;

export interface AgendaPage {
  entries: AgendaEntry[];
  /** False: a query has found more documents than are looked at. */
  isComplete: boolean;
}

/** What a person notes about an entry. */
export interface EntryState {
  isDone: boolean;
  snoozedUntil: Day | null;
}

/** What comes due: computed from the dates of documents whenever it is asked for. */
@Injectable()
export class Agenda {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly entries: AgendaRepository,
    private readonly stored: ReminderRepository,
    private readonly reminders: Reminders,
    private readonly documents: DocumentsService,
    private readonly properties: CustomPropertyRepository,
    private readonly clock: Clock,
    private readonly search: SearchConfig,
  ) {}

  /** The day that it is for the server. */
  today(): Day {
    return dayAt(this.clock.now(), this.search.timeZone);
  }

  async list(ctx: OrganizationContext, part: AgendaPart): Promise<AgendaPage> {
    const { rules, isComplete } = await this.rules(ctx, part);
    return { entries: await this.entries.entries(ctx, rules, part), isComplete };
  }

  /** The first entries from today on of a reminder that is not saved. */
  async preview(ctx: OrganizationContext, fields: ReminderFields): Promise<AgendaEntry[]> {
    await this.reminders.check(ctx, fields);
    const from = this.today();
    const period = { from, to: addDays(from, MOST_DAYS) };
    const updatedAt = this.clock.now();
    const { rules } = await this.#rulesOf(ctx, period, [{ ...fields, id: '', updatedAt }]);
    return this.entries.entries(ctx, rules, { ...period, limit: PREVIEWED_ENTRIES });
  }

  /** Marks an entry as done or puts it off, for all members. Neither takes both back. */
  async mark(ctx: OrganizationContext, key: EntryKey, { isDone, snoozedUntil }: EntryState): Promise<void> {
    const done = isDone ? { doneAt: this.clock.now(), doneBy: userIdOf(ctx) } : { doneAt: null, doneBy: null };
    const isMarked = await this.unitOfWork.run((tx) => this.entries.mark(tx, ctx, key, { ...done, snoozedUntil }));
    if (!isMarked) throw AgendaEntryNotFound();
  }

  /** The reminders that are on, with the documents that their queries find. Outside of a transaction: it searches. */
  async rules(ctx: OrganizationContext, period: Period): Promise<{ rules: AgendaRule[]; isComplete: boolean }> {
    const days = daysBetween(period.from, period.to);
    if (days < 0 || days > MOST_DAYS) throw AgendaTooLong();
    const reminders = await this.stored.list(ctx);
    return this.#rulesOf(
      ctx,
      period,
      reminders.filter(({ isEnabled }) => isEnabled),
    );
  }

  async #rulesOf(
    ctx: OrganizationContext,
    period: Period,
    reminders: readonly (Pick<Reminder, 'id' | 'updatedAt'> & ReminderFields)[],
  ): Promise<{ rules: AgendaRule[]; isComplete: boolean }> {
    const dueDate = reminders.some(({ dateSource }) => dateSource === 'dueDate')
      ? (await this.properties.findByRole(ctx, 'due_date'))?.id
      : undefined;
    const rules: AgendaRule[] = [];
    let [isComplete, left] = [true, MOST_MATCHES];
    for (const reminder of reminders) {
      const propertyId = reminder.dateSource === 'dueDate' ? dueDate : reminder.propertyId;
      const within = dateCondition(reminder, propertyId ?? null, period);
      if (within === undefined) continue;
      const rule = { ...reminder, changedAt: reminder.updatedAt };
      if (reminder.query.trim() === '') {
        rules.push({ ...rule, documentIds: undefined });
        continue;
      }
      const documentIds: string[] = [];
      for await (const chunk of this.documents.matchingIds(ctx, reminder.query, within)) {
        documentIds.push(...chunk.slice(0, left));
        isComplete &&= chunk.length <= left;
        left -= Math.min(left, chunk.length);
        if (!isComplete) break;
      }
      rules.push({ ...rule, documentIds });
    }
    return { rules, isComplete };
  }
}

/** The condition of documents that can have an entry in the period; undefined when no document can. */
function dateCondition(
  { dateSource, offsetAmount, offsetUnit }: ReminderFields,
  propertyId: string | null,
  period: Period,
): SearchTree | undefined {
  const from = before(period.from, { offsetAmount, offsetUnit }, -MARGIN_DAYS);
  const until = before(period.to, { offsetAmount, offsetUnit }, MARGIN_DAYS);
  if (dateSource === 'createdAt' || dateSource === 'documentDate')
    return { kind: 'date', field: dateSource, from, before: until };
  if (propertyId === null) return undefined;
  return { kind: 'property', propertyId, condition: { type: 'date', from, before: until } };
}

function before(
  day: Day,
  { offsetAmount, offsetUnit }: Pick<ReminderFields, 'offsetAmount' | 'offsetUnit'>,
  margin: number,
): Date {
  const date = new Date(day);
  if (offsetUnit === 'months') date.setUTCMonth(date.getUTCMonth() - offsetAmount);
  else date.setUTCDate(date.getUTCDate() - offsetAmount);
  date.setUTCDate(date.getUTCDate() + margin);
  return date;
}
