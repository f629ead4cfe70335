import { describe, expect, it } from '@jest/globals';
import { dayOf, former, isContested, isName, mayRetry, revisionOf, spanOf, updatedFields } from './document';

const base = { name: 'a', content: 'text', documentDate: null, notes: null };

describe('a change of a document', () => {
  it('a change names the revision as the server does', () => {
    expect(revisionOf('1970-01-01T00:00:00.035Z')).toBe('z');
  });

  it('a change is contested only when another person changed the same field', () => {
    expect(isContested({ name: 'b' }, base, { ...base, notes: 'new' })).toBe(false);
    expect(isContested({ name: 'b' }, base, { ...base, name: 'c' })).toBe(true);
    expect(isContested({ notes: 'x' }, base, { ...base, notes: '' })).toBe(false);
  });

  it('undoing a change restores the former fields, with an empty text for an unset one', () => {
    expect(former({ name: 'b', notes: 'x' }, base)).toEqual({ name: 'a', notes: '' });
    expect(former({ documentDate: '2026-01-01' }, base)).toEqual({ documentDate: null });
  });
});

describe('values that people type', () => {
  it('a typed name is valid when it has 1 to 255 characters', () => {
    expect([' ', 'a', 'x'.repeat(256)].map(isName)).toEqual([false, true, false]);
  });
});

describe('values of the server', () => {
  it('values of the server are shown as days, spans and fields, even when a later server sends something else', () => {
    expect([dayOf('2026-07-03T00:00:00.000Z'), dayOf(null)]).toEqual(['2026-07-03', '']);
    expect([spanOf(80), spanOf(1_234), spanOf(90_000)]).toEqual([
      { value: 80, unit: 'millisecond' },
      { value: 1.2, unit: 'second' },
      { value: 1.5, unit: 'minute' },
    ]);
    expect([updatedFields({ updatedFields: ['name', 3] }), updatedFields(null), updatedFields({})]).toEqual([
      ['name'],
      [],
      [],
    ]);
    expect([mayRetry([{ status: 'failed' }]), mayRetry([{ status: 'running' }])]).toEqual([true, false]);
  });
});
