import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { Clock } from '#ground/kernel';
import { DiscoveredProvider } from './discovered-provider.js';

const HOUR_MS = 3_600_000;

describe('DiscoveredProvider', () => {
  let server: Server;
  let issuer: string;
  let requestCount: number;
  let respond: (response: ServerResponse) => void;
  let now: number;
  const clock = Object.assign(new Clock(), { now: () => new Date(now) });
  let provider: DiscoveredProvider;

  const succeed = (tokenPath: string) => (response: ServerResponse) =>
    void response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}${tokenPath}`,
        jwks_uri: `${issuer}/keys`,
      }),
    );
  const fail = (response: ServerResponse) => void response.writeHead(503).end();

  beforeAll(async () => {
    server = createServer((_, response) => {
      requestCount += 1;
      respond(response.setHeader('connection', 'close'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());
  beforeEach(() => {
    requestCount = 0;
    respond = succeed('/token');
    now = Date.now();
    const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
    provider = new DiscoveredProvider(aTestHost({ discoveryUrl }).http, discoveryUrl, clock);
  });

  const tokenUrl = async () => (await provider.read()).tokenUrl;

  it('a provider is asked again after an hour', async () => {
    expect(await tokenUrl()).toBe(`${issuer}/token`);
    respond = succeed('/new-token');
    now += HOUR_MS - 1;
    expect(await tokenUrl()).toBe(`${issuer}/token`);
    now += 1;
    expect(await tokenUrl()).toBe(`${issuer}/new-token`);
    expect(requestCount).toBe(2);
  });

  it('a provider that is down is asked only every 30 seconds, and the older answer is used meanwhile', async () => {
    await provider.read();
    respond = fail;
    now += HOUR_MS;
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await tokenUrl()).toBe(`${issuer}/token`);
    expect(requestCount).toBe(2);
    now += 29_999;
    expect(await tokenUrl()).toBe(`${issuer}/token`);
    expect(requestCount).toBe(2);
    now += 1;
    expect(await tokenUrl()).toBe(`${issuer}/token`);
    expect(requestCount).toBe(3);
    respond = succeed('/new-token');
    now += 30_000;
    expect(await tokenUrl()).toBe(`${issuer}/new-token`);
  });

  it('one sign-in at a time waits for a provider that does not respond', async () => {
    await provider.read();
    const asked = Promise.withResolvers<ServerResponse>();
    respond = asked.resolve;
    now += HOUR_MS;
    const waiting = provider.read();
    const response = await asked.promise;
    expect(await tokenUrl()).toBe(`${issuer}/token`);
    now += 10_000;
    fail(response);
    expect((await waiting).tokenUrl).toBe(`${issuer}/token`);
    now += 29_999;
    await provider.read();
    expect(requestCount).toBe(2);
  });

  it('a provider that has never answered is asked at every sign-in', async () => {
    respond = fail;
    await expect(provider.read()).rejects.toThrow('responded with 503');
    respond = succeed('/token');
    expect(await tokenUrl()).toBe(`${issuer}/token`);
  });
});
