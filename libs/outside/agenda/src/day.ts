/** A calendar day without a time zone: `2026-01-31`. */
export type Day = string;

const DAY_MS = 86_400_000;

/** The day that it is at this time in a time zone. */
export function dayAt(time: Date, timeZone: string): Day {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}
