import { timeOfDay } from '../../lib/formats/days';

/** What a link is at this moment; the first that is true. */
export type LinkStatus = 'active' | 'disabled' | 'expired' | 'in-trash' | 'used-up';

export interface LinkFacts {
  isEnabled: boolean;
  isDocumentDeleted: boolean;
  expiresAt: string | null;
  maxDownloads: number | null;
  downloadsCount: number;
}

export function statusOf(link: LinkFacts, now = Date.now()): LinkStatus {
  if (link.isDocumentDeleted) return 'in-trash';
  if (!link.isEnabled) return 'disabled';
  if (link.expiresAt !== null && new Date(link.expiresAt).getTime() <= now) return 'expired';
  if (link.maxDownloads !== null && link.downloadsCount >= link.maxDownloads) return 'used-up';
  return 'active';
}

export const EXPIRIES = ['1', '7', '30', 'date', 'never'] as const;
/** In days, at the end of a date, or never. */
export type Expiry = (typeof EXPIRIES)[number];

/** The time for the API; null: never. A date counts to its end, where the person is. */
export function expiryTime(expiry: Expiry, date: string, now = new Date()): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return timeOfDay(date, '23:59:59');
  return new Date(now.getTime() + Number(expiry) * 86_400_000).toISOString();
}

/** The limit that was typed; null: none. Undefined: it is not a whole number from 1 to a million. */
export function downloadLimit(typed: string): number | null | undefined {
  const text = typed.trim();
  if (text === '') return null;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= 1_000_000 ? limit : undefined;
}
