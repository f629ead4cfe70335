import { timeOfDay } from '../../lib/formats/days';

export const EXPIRIES = ['30', '90', '365', 'never', 'date'] as const;
export type Expiry = (typeof EXPIRIES)[number];

/** The time for the API; null: never. A date counts to its end, where the person is. */
export function expiryTime(expiry: Expiry, date: string, now = new Date()): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return timeOfDay(date, '23:59:59');
  return new Date(now.getTime() + Number(expiry) * 86_400_000).toISOString();
}
