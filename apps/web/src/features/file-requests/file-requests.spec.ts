import { describe, expect, it } from '@jest/globals';
import { changedFields, fieldsOf, newValues, stateOf, valuesOf } from './file-requests';
import type { FileRequest } from './file-requests.queries';

const REQUEST = {
  title: 'Receipts',
  message: null,
  tagIds: ['tag_1'],
  expiresAt: '2026-07-14T08:30:00.000Z',
  isEnabled: true,
  maxFiles: 3,
  maxFileBytes: 2_500_000,
  filesCount: 1,
} as FileRequest;
const NOW = new Date('2026-07-01T12:00:00Z');

describe('the form of a file request', () => {
  it('a new file request ends after 30 days unless the person chooses otherwise', () => {
    expect(newValues(new Date('2026-07-01T12:00:00')).lastDay).toBe('2026-07-31');
  });

  it('the form sends what was typed, and nothing for empty fields', () => {
    const values = { ...newValues(NOW), title: '  Receipts ', message: ' ', lastDay: '', maxFileSize: '2.5' };
    expect(fieldsOf(values)).toEqual({
      ...{ title: 'Receipts', message: null, tagIds: [], expiresAt: null, maxFiles: null },
      maxFileBytes: 2_500_000,
    });
  });

  it('the last day of a file request counts to its end', () => {
    const { expiresAt } = fieldsOf({ ...newValues(NOW), lastDay: '2026-07-03' });
    expect(expiresAt).toBe(new Date('2026-07-03T23:59:59').toISOString());
  });

  it('the form sends only the changed fields, so that a time of another program is kept', () => {
    const before = valuesOf(REQUEST);
    expect(changedFields(before, before)).toEqual({});
    expect(changedFields(before, { ...before, title: 'Bills', maxFiles: '' })).toEqual({
      title: 'Bills',
      maxFiles: null,
    });
    expect(changedFields(before, { ...before, lastDay: '' })).toEqual({ expiresAt: null });
  });
});

describe('the state of a file request', () => {
  it.each([
    ['open', {}],
    ['open', { expiresAt: null, maxFiles: null }],
    ['off', { isEnabled: false, expiresAt: '2026-06-01T00:00:00Z' }],
    ['expired', { expiresAt: '2026-07-01T12:00:00Z' }],
    ['full', { filesCount: 3 }],
  ])('a file request is %s with %j', (state, change) => {
    expect(stateOf({ ...REQUEST, ...change }, NOW)).toBe(state);
  });
});
