import { describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { trustedOrigins } from './trusted-origins.js';

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
