import { timeZone } from './conventions';

/** `2026-07-03 14:05:00`, where the person is. */
function localTime(at: number, zone: string | undefined): string {
  return new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone: zone }).format(at);
}

/** The day of a time, where the person is: `2026-07-03`. */
export const dayOfTime = (time: Date | number | string, zone = timeZone()): string =>
  localTime(new Date(time).getTime(), zone).slice(0, 10);

/** When it is this time of a day where the person is, as the server takes it. A skipped hour counts as the next one. */
export function timeOfDay(day: string, clock: string, zone = timeZone()): string {
  const wanted = Date.parse(`${day}T${clock}Z`);
  const offset = (at: number): number => Date.parse(`${localTime(at, zone).replace(' ', 'T')}Z`) - at;
  // The offset is not known before the time is; the second look is right but for the hour of a change.
  const near = wanted - offset(wanted);
  return new Date(wanted - offset(near)).toISOString();
}

/** The days after it, or before. */
export function daysLater(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
