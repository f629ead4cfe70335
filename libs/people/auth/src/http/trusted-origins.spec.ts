import { describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { isTrustedOrigin, trustedOrigins } from './trusted-origins.js';

const from = (settings: Partial<ServerConfig>) => trustedOrigins(Object.assign(new ServerConfig(), settings));

describe('trustedOrigins', () => {
  it('returns both names of this machine while no base address is set', () => {
    expect(from({ port: 4000 })).toEqual(['http://localhost:4000', 'http://127.0.0.1:4000']);
  });

  it('returns the origin of the base address once it is set', () => {
    expect(from({ appBaseUrl: 'https://archive.example/app/' })).toEqual(['https://archive.example']);
    expect(from({ clientBaseUrl: 'https://web.example', serverBaseUrl: 'https://api.example' })).toEqual([
      'https://web.example',
    ]);
    expect(from({ serverBaseUrl: 'https://api.example' })).toEqual([]);
  });

  it('adds the origins of TRUSTED_ORIGINS without duplicates', () => {
    const trusted = ['https://other.example', 'https://archive.example'];
    expect(from({ appBaseUrl: 'https://archive.example', trustedOrigins: trusted })).toEqual([
      'https://archive.example',
      'https://other.example',
    ]);
  });
});

describe('isTrustedOrigin', () => {
  const server = Object.assign(new ServerConfig(), {
    appBaseUrl: 'https://archive.example',
    corsOrigins: ['https://web.example'],
    trustedOrigins: ['https://other.example'],
  });
  const from = (origin: string | undefined, method = 'POST') =>
    isTrustedOrigin(server, { method, origin, host: '10.0.0.1:1221', fetchSite: undefined });

  it('lets pages of the server, of named origins and clients other than browsers change things', () => {
    for (const origin of ['https://archive.example', 'https://web.example', 'https://other.example', undefined])
      expect([origin, from(origin)]).toEqual([origin, true]);
    expect(from('http://10.0.0.1:1221')).toBe(true); // the page and the API have the same origin
  });

  it('refuses a change without an origin when the browser reports another site or port', () => {
    const saying = (fetchSite: string, method = 'POST') =>
      isTrustedOrigin(server, { method, origin: undefined, host: '10.0.0.1:1221', fetchSite });
    expect(['cross-site', 'same-site', 'nonsense'].map((site) => saying(site))).toEqual([false, false, false]);
    expect(['same-origin', 'none'].map((site) => saying(site))).toEqual([true, true]);
    expect(saying('cross-site', 'GET')).toBe(true);
  });

  it('refuses pages of http://localhost:3000 in production unless that origin is set', () => {
    const page = { method: 'POST', origin: 'http://localhost:3000', host: 'archive.example', fetchSite: undefined };
    const settings = (more: Partial<ServerConfig>) =>
      Object.assign(new ServerConfig(), { appBaseUrl: 'https://archive.example' }, more);
    expect(isTrustedOrigin(settings({ environment: 'development' }), page)).toBe(true);
    expect(isTrustedOrigin(settings({ environment: 'production' }), page)).toBe(false);
    expect(isTrustedOrigin(settings({ environment: 'production', corsOrigins: [page.origin] }), page)).toBe(true);
  });

  it('refuses changes by pages of other origins, even of the same site, but lets them read', () => {
    for (const origin of [
      'https://evil.archive.example',
      'http://10.0.0.1:9999',
      'http://archive.example',
      'null',
      '',
    ]) {
      expect([origin, from(origin)]).toEqual([origin, false]);
      expect(from(origin, 'GET')).toBe(true);
    }
  });
});
