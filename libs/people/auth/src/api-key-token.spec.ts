import { describe, expect, it } from '@jest/globals';
import { apiKeyFrom, apiKeyHash, apiKeyPrefix, createApiKeyToken } from './api-key-token.js';

const TOKEN = `ppapi_${'aZ09'.repeat(16)}`;

describe('the token of an API key', () => {
  it('the token of an API key has the form that clients and secret scanners recognize, and is never the same', () => {
    const tokens = Array.from({ length: 50 }, createApiKeyToken);
    for (const token of tokens) expect(token).toMatch(/^ppapi_[A-Za-z0-9]{64}$/);
    expect(new Set(tokens).size).toBe(50);
  });

  it('the token is shown by its first 11 characters and stored as its SHA-256 in base64url', () => {
    expect(apiKeyPrefix(TOKEN)).toBe('ppapi_aZ09a');
    expect(apiKeyHash('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });

  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER   ${TOKEN} `])('the token is found in %j', (header) => {
    expect(apiKeyFrom(header)).toBe(TOKEN);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    TOKEN,
    `Basic ${TOKEN}`,
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN} ${TOKEN}`,
    `Bearer ${TOKEN.toLowerCase()}-`,
  ])('no token is found in %j', (header) => {
    expect(apiKeyFrom(header)).toBeUndefined();
  });
});
