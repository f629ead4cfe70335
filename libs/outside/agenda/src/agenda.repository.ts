import { Injectable } from '@nestjs/common';
import type { Sql } from '@archivolt/plugin-kit';
import { SearchConfig } from '#config/search';
import { sqlOver, UnitOfWork, type Transaction } from '#ground/database';
import type { OrganizationScope } from '#ground/kernel';
import { addDays, type Day } from './day.js';
import type { Reminder } from './reminder.repository.js';

/** An entry of the agenda: a document for which a reminder has a day. */
export interface AgendaEntry {
  /** When it is due, or until when it was put off. */
  day: Day;
  /** The date of the document that the reminder counts from. */
  sourceDay: Day;
  snoozedUntil: Day | null;
  doneAt: Date | null;
  doneBy: { id: string; name: string } | null;
  document: { id: string; name: string };
  reminder: { id: string; name: string };
  /** When the reminder or the document was last changed. */
  changedAt: Date;
}

export interface EntryKey {
  reminderId: string;
  documentId: string;
  sourceDay: Day;
}

/** A rule for entries: a reminder, or one that is tried before it is saved. */
export type AgendaRule = Pick<Reminder, 'dateSource' | 'id' | 'name' | 'offsetAmount' | 'offsetUnit' | 'propertyId'> & {
  changedAt: Date;
  /** The documents that its query finds; undefined: all. */
  documentIds: readonly string[] | undefined;
};

/** Both days belong to it. */
export interface Period {
  from: Day;
  to: Day;
}

/** What an entry comes after: entries are in the order of day, document and reminder. */
export interface AgendaPlace {
  day: Day;
  documentId: string;
  reminderId: string;
}

export interface AgendaPart extends Period {
  after?: AgendaPlace | undefined;
  limit: number;
  /** Also those that are done. */
  includeDone?: boolean;
  /** Only those that the daily run has not announced for their day. */
  onlyUnannounced?: boolean;
}

/** Days that are looked at before the whole period is. */
const FIRST_DAYS = [7, 60];

/** The shortest months have so many days less than the longest: `31 January + 1 month` is the last day of February. */
const MONTHS_DIFFER = 4;

const DAY_OF = (column: string) => `(${column} at time zone 'UTC')::date`;
const MIDNIGHT_OF = (day: string) => `((${day})::timestamp at time zone 'UTC')`;

/**
 * The rules, with the dates of documents that can have entries in the period. $1 is the organization, $2 the rules, $3
 * the time zone of the server, $4 and $5 the period.
 */
const RULES = `rule as materialized (
  select r.*, p.id as source_property,
    ($4::date - make_interval(months => r.months, days => r.days + ${MONTHS_DIFFER}))::date as earliest,
    ($5::date - make_interval(months => r.months, days => r.days - ${MONTHS_DIFFER}))::date as latest
  from jsonb_to_recordset($2::jsonb) as r(id text, name text, changed_at timestamptz, source text, property_id text,
    months int, days int, ids jsonb)
  left join custom_property p on p.organization_id = $1 and p.type = 'date'
    and (r.source = 'property' and p.id = r.property_id or r.source = 'dueDate' and p.role = 'due_date')
)`;

/** Each arm reads one index: `r.source` is compared once for a rule, not for each document. */
const DATED = `select d.id, d.name, d.updated_at, ${DAY_OF('d.document_date')} as source_day
    from document d where r.source = 'documentDate' and d.organization_id = $1 and d.deleted_at is null
      and d.document_date >= ${MIDNIGHT_OF('r.earliest')} and d.document_date < ${MIDNIGHT_OF('r.latest + 1')}
  union all
  select d.id, d.name, d.updated_at, (d.created_at at time zone $3)::date
    from document d where r.source = 'createdAt' and d.organization_id = $1 and d.deleted_at is null
      and d.created_at >= ${MIDNIGHT_OF('r.earliest')} and d.created_at < ${MIDNIGHT_OF('r.latest + 1')}
  union all
  select d.id, d.name, d.updated_at, ${DAY_OF('v.date_value')}
    from document_custom_property v join document d on d.id = v.document_id
    where r.source in ('dueDate', 'property') and v.property_id = r.source_property
      and v.date_value >= ${MIDNIGHT_OF('r.earliest')} and v.date_value < ${MIDNIGHT_OF('r.latest + 1')}
      and d.organization_id = $1 and d.deleted_at is null`;

/** The date that a reminder `r` counts from in a document `d`. */
const SOURCE_DAY = `case r.date_source
    when 'documentDate' then ${DAY_OF('d.document_date')}
    when 'createdAt' then (d.created_at at time zone $3)::date
    else (select ${DAY_OF('v.date_value')} from document_custom_property v
      join custom_property p on p.id = v.property_id
      where v.document_id = d.id and v.date_value is not null and p.organization_id = $1
        and (r.date_source = 'property' and p.id = r.property_id or r.date_source = 'dueDate' and p.role = 'due_date')
      order by v.position limit 1)
  end`;

/** An entry was put off because it was on the agenda: whether the query finds it is not asked again. */
const ENTRIES = `with ${RULES}, entry as (
  select r.id as reminder_id, r.name as reminder_name, r.changed_at, s.id as document_id, s.name as document_name,
    s.updated_at, s.source_day, c.day
  from rule r
  cross join lateral (${DATED}) s
  cross join lateral (select (s.source_day + make_interval(months => r.months, days => r.days))::date as day) c
  where c.day between $4::date and $5::date and (r.ids is null or r.ids ? s.id)
    and not exists (select from agenda_mark m where m.reminder_id = r.id and m.document_id = s.id
      and m.source_day = s.source_day and m.snoozed_until is not null)
  union all
  select q.id, q.name, q.changed_at, d.id, d.name, d.updated_at, m.source_day, m.snoozed_until
  from rule q join reminder r on r.id = q.id and r.organization_id = $1
  join agenda_mark m on m.reminder_id = q.id and m.snoozed_until between $4::date and $5::date
  join document d on d.id = m.document_id and d.organization_id = $1 and d.deleted_at is null
  where m.source_day = ${SOURCE_DAY}
)
select to_char(l.day, 'YYYY-MM-DD') as day, to_char(l.source_day, 'YYYY-MM-DD') as "sourceDay",
  to_char(l.snoozed_until, 'YYYY-MM-DD') as "snoozedUntil", l.done_at as "doneAt", l.done_by as "doneById",
  u.name as "doneByName", l.document_id as "documentId", l.document_name as "documentName",
  l.reminder_id as "reminderId", l.reminder_name as "reminderName",
  greatest(l.updated_at, l.changed_at) as "changedAt"
from (
  select e.*, m.snoozed_until, m.done_at, m.done_by from entry e
  left join agenda_mark m on m.reminder_id = e.reminder_id and m.document_id = e.document_id
    and m.source_day = e.source_day
  where ($9 or m.done_at is null)
    and (not $10 or m.announced_on is null or m.announced_on < m.snoozed_until)
    and (not $10 or e.day >= (select r.announces_from from reminder r where r.id = e.reminder_id))
    and (e.day, e.document_id, e.reminder_id) > ($6::date, $7::text, $8::text)
  order by e.day, e.document_id, e.reminder_id
  limit $11
) l
left join "user" u on u.id = l.done_by
order by l.day, l.document_id, l.reminder_id`;

interface EntryRow extends EntryKey {
  day: Day;
  snoozedUntil: Day | null;
  doneAt: Date | null;
  doneById: string | null;
  doneByName: string | null;
  documentName: string;
  reminderName: string;
  changedAt: Date;
}

/** The statements on entries of the agenda. Raw: entries are computed from tables of other rooms, and never stored. */
@Injectable()
export class AgendaRepository {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly search: SearchConfig,
  ) {}

  /** In the order of day, document and reminder. */
  async entries(
    { organizationId }: OrganizationScope,
    rules: readonly AgendaRule[],
    { from, to, after, limit, includeDone = false, onlyUnannounced = false }: AgendaPart,
    sql: Sql = sqlOver(this.unitOfWork.db),
  ): Promise<AgendaEntry[]> {
    if (rules.length === 0) return [];
    const given = rules.map(({ id, name, changedAt, dateSource, propertyId, offsetAmount, offsetUnit, ...rule }) => ({
      ...{ id, name, changed_at: changedAt, source: dateSource, property_id: propertyId },
      ...{ months: offsetUnit === 'months' ? offsetAmount : 0, days: offsetUnit === 'days' ? offsetAmount : 0 },
      ids: rule.documentIds && Object.fromEntries(rule.documentIds.map((documentId) => [documentId, 1])),
    }));
    const place = after ?? { day: addDays(from, -1), documentId: '', reminderId: '' };
    const start = place.day > from ? place.day : from;
    // The entries of the first days come first: most pages end with them, and the other days need not be sorted.
    const ends = [...FIRST_DAYS.map((count) => addDays(start, count)).filter((end) => end < to), to];
    let rows: EntryRow[] = [];
    for (const end of ends) {
      rows = await sql.query<EntryRow>(ENTRIES, [
        ...[organizationId, JSON.stringify(given), this.search.timeZone, start, end],
        ...[place.day, place.documentId, place.reminderId, includeDone, onlyUnannounced, limit],
      ]);
      if (rows.length === limit) break;
    }
    return rows.map((row) => ({
      ...{ day: row.day, sourceDay: row.sourceDay, snoozedUntil: row.snoozedUntil, doneAt: row.doneAt },
      doneBy: row.doneById === null ? null : { id: row.doneById, name: row.doneByName ?? '' },
      document: { id: row.documentId, name: row.documentName },
      reminder: { id: row.reminderId, name: row.reminderName },
      changedAt: row.changedAt,
    }));
  }

  /** Notes what a person does with an entry. False when the reminder has no such entry now. */
  async mark(
    tx: Transaction,
    { organizationId }: OrganizationScope,
    { reminderId, documentId, sourceDay }: EntryKey,
    { doneAt, doneBy, snoozedUntil }: { doneAt: Date | null; doneBy: string | null; snoozedUntil: Day | null },
  ): Promise<boolean> {
    const rows = await tx.sql.query(
      `insert into agenda_mark as m (reminder_id, document_id, source_day, done_at, done_by, snoozed_until)
       select r.id, d.id, $6::date, $4::timestamptz, $5, $7::date
       from reminder r join document d on d.id = $8 and d.organization_id = $1 and d.deleted_at is null
       where r.organization_id = $1 and r.id = $2 and $6::date = ${SOURCE_DAY}
       on conflict (reminder_id, document_id, source_day) do update
         set done_at = excluded.done_at, done_by = excluded.done_by, snoozed_until = excluded.snoozed_until
       returning m.document_id`,
      [organizationId, reminderId, this.search.timeZone, doneAt, doneBy, sourceDay, snoozedUntil, documentId],
    );
    return rows.length > 0;
  }

  /** Lets one run announce the day. False when it was announced, or a run of another process does so now. */
  async beginDay(tx: Transaction, { organizationId }: OrganizationScope, day: Day): Promise<boolean> {
    const rows = await tx.sql.query(
      `insert into agenda_run as last (organization_id, day)
       select id, $2::date from organization where id = $1 and deleted_at is null
       on conflict (organization_id) do update set day = excluded.day where last.day < excluded.day
       returning organization_id`,
      [organizationId, day],
    );
    return rows.length > 0;
  }

  /** Notes that these entries were announced. */
  async announced(tx: Transaction, entries: readonly AgendaEntry[], day: Day): Promise<void> {
    await tx.sql.query(
      `insert into agenda_mark (reminder_id, document_id, source_day, announced_on)
       select given.reminder_id, given.document_id, given.source_day, $4::date
       from unnest($1::text[], $2::text[], $3::date[]) as given(reminder_id, document_id, source_day)
       join reminder r on r.id = given.reminder_id join document d on d.id = given.document_id
       order by given.document_id, given.reminder_id
       on conflict (reminder_id, document_id, source_day) do update set announced_on = excluded.announced_on`,
      [
        entries.map(({ reminder }) => reminder.id),
        entries.map(({ document }) => document.id),
        entries.map(({ sourceDay }) => sourceDay),
        day,
      ],
    );
  }
}
