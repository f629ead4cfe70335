import { describe, expect, it } from '@jest/globals';
import { mistakeInHeaders, readHeaders } from './request-headers.js';

describe('the setting of headers', () => {
  it('the headers are a JSON object of texts, whose names are read in lower case', () => {
    const text = '{"Authorization": "Bearer x", "X-Empty": ""}';
    expect(mistakeInHeaders(text)).toBeUndefined();
    expect(readHeaders(text)).toEqual({ authorization: 'Bearer x', 'x-empty': '' });
    expect(mistakeInHeaders('{}')).toBeUndefined();
  });

  it.each([
    ['authorization: Bearer hush', 'must be JSON'],
    ['["hush"]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['{"a b": "hush"}', 'names of HTTP headers'],
    ['{"": "hush"}', 'names of HTTP headers'],
    ['{"x": {"y": "hush"}}', 'texts as values'],
    ['{"x": 7}', 'texts as values'],
    ['{"x": "hush\\r\\nhost: evil"}', 'without line ends'],
    ['{"x": "hush ✓"}', 'Latin-1'],
  ])('the headers cannot be %s, and the message does not repeat their values', (text, message) => {
    expect(mistakeInHeaders(text)).toContain(message);
    expect(mistakeInHeaders(text)).not.toContain('hush');
  });
});
