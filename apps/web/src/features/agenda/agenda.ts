import type { AgendaEntryView } from '../../lib/api';

export const GROUPS = ['overdue', 'today', 'week', 'later'] as const;
export type Group = (typeof GROUPS)[number];

const DAY_MS = 86_400_000;

/** The day that it is for the person: `2026-01-31`. */
export function today(now = new Date()): string {
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 10);
}

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

/** `week`: the next seven days. */
export function groupOf(day: string, present: string): Group {
  if (day < present) return 'overdue';
  if (day === present) return 'today';
  return day <= addDays(present, 7) ? 'week' : 'later';
}

export interface GroupedEntries {
  group: Group;
  entries: AgendaEntryView[];
}

/** The groups that have entries, in their order. */
export function grouped(entries: readonly AgendaEntryView[], present: string): GroupedEntries[] {
  return GROUPS.map((group) => ({
    group,
    entries: entries.filter(({ day }) => groupOf(day, present) === group),
  })).filter(({ entries: each }) => each.length > 0);
}

export const keyOf = ({ reminder, document, sourceDay }: AgendaEntryView): string =>
  `${reminder.id} ${document.id} ${sourceDay}`;
