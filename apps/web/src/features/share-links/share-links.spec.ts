import { describe, expect, it } from '@jest/globals';
import { downloadLimit, expiryTime, statusOf } from './share-links';

const NOW = Date.parse('2026-07-03T12:00:00Z');
const LINK = { isEnabled: true, isDocumentDeleted: false, expiresAt: null, maxDownloads: null, downloadsCount: 3 };

describe('a link to a document', () => {
  it('a link is active until it expires, is used up, is switched off, or its document is in the trash', () => {
    const status = (change: Partial<Parameters<typeof statusOf>[0]>) => statusOf({ ...LINK, ...change }, NOW);
    expect(status({})).toBe('active');
    expect(status({ expiresAt: '2026-07-03T12:00:01Z' })).toBe('active');
    expect(status({ expiresAt: '2026-07-03T12:00:00Z' })).toBe('expired');
    expect(status({ maxDownloads: 4 })).toBe('active');
    expect(status({ maxDownloads: 3 })).toBe('used-up');
    expect(status({ isEnabled: false, expiresAt: '2026-07-01T00:00:00Z' })).toBe('disabled');
    expect(status({ isDocumentDeleted: true, isEnabled: false })).toBe('in-trash');
  });

  it('a link expires after days, at the end of a date, or never', () => {
    const now = new Date(NOW);
    expect(expiryTime('1', '', now)).toBe('2026-07-04T12:00:00.000Z');
    expect(expiryTime('30', '', now)).toBe('2026-08-02T12:00:00.000Z');
    expect(new Date(expiryTime('date', '2026-07-09', now) ?? '').getHours()).toBe(23);
    expect(expiryTime('never', '2026-07-09', now)).toBeNull();
  });

  it('a link has a limit of downloads between one and a million, or none', () => {
    expect(['', ' ', '1', '1000000'].map(downloadLimit)).toEqual([null, null, 1, 1_000_000]);
    for (const typed of ['0', '1000001', '-1', '1.5', '1e3', 'many', '99999999'])
      expect([typed, downloadLimit(typed)]).toEqual([typed, undefined]);
  });
});
