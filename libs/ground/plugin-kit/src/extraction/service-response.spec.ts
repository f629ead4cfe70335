import { describe, expect, it } from '@jest/globals';
import { limitsOfRequest, pauseOf, resultOfPages, valueAt } from './service-response.js';

describe('the pause that a service asks for', () => {
  const now = Date.parse('2026-11-25T10:00:00Z');
  it.each([
    ['7', 7_000],
    [' 120 ', 120_000],
    ['Wed, 25 Nov 2026 10:00:30 GMT', 30_000],
    ['Wed, 25 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 900_000],
    ['Thu, 25 Nov 2027 10:00:00 GMT', 900_000],
    ['soon', 0],
    ['-5', 0],
    ['1e9999', 0],
    [undefined, 0],
  ])('the requested pause is read from Retry-After: %s', (value, expected) => {
    expect(pauseOf({ headers: value === undefined ? {} : { 'retry-after': value } }, now)).toBe(expected);
  });
});

describe('the limits of a request', () => {
  const { signal } = new AbortController();
  it('a request ends with its own time or that of the file, whichever is first', () => {
    expect(limitsOfRequest({ signal, deadline: Infinity }, 300).timeoutMs).toBe(300);
    expect(limitsOfRequest({ signal, deadline: Date.now() + 50 }, 300).timeoutMs).toBeLessThanOrEqual(50);
    expect(limitsOfRequest({ signal, deadline: 0 }, 300).timeoutMs).toBe(1);
  });
});

describe('the result for pages of a service', () => {
  const page = (text: string) => ({ text, source: 'ocr' }) as const;
  const result = (texts: string[], maxChars = 10) => resultOfPages(texts.map(page), { maxChars });

  it('the result for pages of a service has clean text within the limit', () => {
    expect(result(['a\0b', '\ud800'])).toMatchObject({ outcome: 'text', truncated: false });
    expect(result(['a\0b', '\ud800']).pages).toEqual([page('ab'), page('\ufffd')]);
    expect(result(['123456', '789012', '3'])).toMatchObject({ truncated: true, pages: [page('123456'), page('7890')] });
    expect(result(['1234567890', ''])).toMatchObject({ truncated: true });
    expect(result(['1234567890'])).toMatchObject({ truncated: false });
  });

  it('the result for pages of a service without text is empty', () => {
    expect(result(['', ' \n'])).toEqual({ outcome: 'empty', pages: [], reason: 'There is no text in the file.' });
    expect(result([])).toMatchObject({ outcome: 'empty' });
  });
});

describe('a value in JSON', () => {
  it('a value in JSON is found only among own fields', () => {
    const json: unknown = JSON.parse('{"a": [{"b": null}], "__proto__": {"c": 1}}');
    expect(valueAt(json, 'a', 0, 'b')).toBeNull();
    expect(valueAt(json, 'a', '0', 'b')).toBeNull();
    expect(valueAt(json, '__proto__', 'c')).toBe(1);
    expect(valueAt({}, '__proto__')).toBeUndefined();
    expect(valueAt([], 'map')).toBeUndefined();
    expect(valueAt('text', 'length')).toBeUndefined();
    expect(valueAt(null, 'a')).toBeUndefined();
  });
});
