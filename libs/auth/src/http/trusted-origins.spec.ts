import { describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { mayUseSession, trustedOrigins } from './trusted-origins.js';

const from = (settings: Partial<ServerConfig>) => trustedOrigins(Object.assign(new ServerConfig(), settings));

describe('trustedOrigins', () => {
  it('are both names of this machine while no base address is set', () => {
    expect(from({ port: 4000 })).toEqual(['http://localhost:4000', 'http://127.0.0.1:4000']);
  });

  it('are the base address once it is set, without its path', () => {
    expect(from({ appBaseUrl: 'https://archive.example/app/' })).toEqual(['https://archive.example']);
    expect(from({ clientBaseUrl: 'https://web.example', serverBaseUrl: 'https://api.example' })).toEqual([
      'https://web.example',
    ]);
    expect(from({ serverBaseUrl: 'https://api.example' })).toEqual([]);
  });

  it('include those that were added, each once', () => {
    const trusted = ['https://other.example', 'https://archive.example'];
    expect(from({ appBaseUrl: 'https://archive.example', trustedOrigins: trusted })).toEqual([
      'https://archive.example',
      'https://other.example',
    ]);
  });
});

describe('a session', () => {
  const server = Object.assign(new ServerConfig(), {
    appBaseUrl: 'https://archive.example',
    corsOrigins: ['https://web.example'],
    trustedOrigins: ['https://other.example'],
  });
  const from = (origin: string | undefined, method = 'POST') =>
    mayUseSession(server, { method, origin, host: '10.0.0.1:1221', fetchSite: undefined });

  it('changes things for pages of the server, for those that were named, and for clients that are no browser', () => {
    for (const origin of ['https://archive.example', 'https://web.example', 'https://other.example', undefined])
      expect([origin, from(origin)]).toEqual([origin, true]);
    expect(from('http://10.0.0.1:1221')).toBe(true); // the page came from where the request goes
  });

  it('changes nothing without an origin when the browser says that another site or port sent the request', () => {
    const saying = (fetchSite: string, method = 'POST') =>
      mayUseSession(server, { method, origin: undefined, host: '10.0.0.1:1221', fetchSite });
    expect(['cross-site', 'same-site', 'nonsense'].map((site) => saying(site))).toEqual([false, false, false]);
    expect(['same-origin', 'none'].map((site) => saying(site))).toEqual([true, true]);
    expect(saying('cross-site', 'GET')).toBe(true);
  });

  it('is not used by pages of http://localhost:3000 in production unless that origin is set', () => {
    const page = { method: 'POST', origin: 'http://localhost:3000', host: 'archive.example', fetchSite: undefined };
    const settings = (more: Partial<ServerConfig>) =>
      Object.assign(new ServerConfig(), { appBaseUrl: 'https://archive.example' }, more);
    expect(mayUseSession(settings({ environment: 'development' }), page)).toBe(true);
    expect(mayUseSession(settings({ environment: 'production' }), page)).toBe(false);
    expect(mayUseSession(settings({ environment: 'production', corsOrigins: [page.origin] }), page)).toBe(true);
  });

  it('changes nothing for other pages, of the same site too, which may still look', () => {
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
