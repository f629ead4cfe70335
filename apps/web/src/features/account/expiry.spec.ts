import { describe, expect, it } from '@jest/globals';
import { expiryTime } from './expiry';

describe('the expiry of an API key', () => {
  const now = new Date('2026-11-22T12:00:00Z');

  it('an API key expires after a number of days from now, or never', () => {
    expect(expiryTime('30', '', now)).toBe('2026-12-22T12:00:00.000Z');
    expect(expiryTime('never', '', now)).toBeNull();
  });

  it('an API key expires in the last second of a chosen date, in the time zone of the person', () => {
    expect(new Date(expiryTime('date', '2027-01-31', now) ?? '')).toEqual(new Date(2027, 0, 31, 23, 59, 59));
  });
});
