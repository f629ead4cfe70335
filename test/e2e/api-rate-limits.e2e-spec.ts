import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { inTurn } from '../support/in-turn.js';
import { sendPlain } from './plain-socket.js';
import { clientOfNewUser, freePort, ownInstallation, ServerProcess } from './server-process.js';
import { signIn } from './signed-in.js';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function start(settings: Record<string, string>): Promise<TestApp> {
  app = await startApp(settings);
  return app;
}

const WRONG_KEY = `ppapi_${'x'.repeat(64)}`;
const statusesOf = async (count: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let request = 0; request < count; request += 1) statuses.push((await ask()).status);
  return statuses;
};

function expectRefusal({ status, body, headers }: ApiResponse<unknown>, policy: string): void {
  expect(status).toBe(429);
  expect(body).toEqual({
    error: { code: 'server.too_many_requests', message: expect.stringContaining('Retry-After') },
  });
  expect(headers.get('ratelimit-policy')).toBe(policy);
  const name = policy.slice(0, policy.indexOf(';'));
  expect(headers.get('ratelimit')).toBe(`${name};r=0;t=${headers.get('retry-after')}`);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('without a limit of the API', () => {
  it('no headers about limits are sent, neither to keys nor to anyone else', async () => {
    const { baseUrl, aUser } = await start({});
    const { api } = await aUser();
    for (const answer of [
      await api.get('/api/organizations'),
      await new ApiClient(baseUrl, undefined).get('/api/config'),
      await new ApiClient(baseUrl, WRONG_KEY).get('/api/organizations'),
    ])
      expect([...answer.headers.keys()].filter((name) => /ratelimit|retry/.test(name))).toEqual([]);
  });
});

describe('the limit of a caller', () => {
  it('the response names what is left, and then is 429 with how long to wait', async () => {
    const { api } = await (await start({ SERVER_API_RATE_LIMIT: '2/1h' })).aUser();
    const first = await api.get('/api/organizations');
    expect(first.headers.get('ratelimit-policy')).toBe('"api";q=2;w=3600');
    expect(first.headers.get('ratelimit')).toMatch(/^"api";r=1;t=3\d{3}$/);
    expect(first.headers.get('retry-after')).toBeNull();
    expect((await api.get('/api/organizations')).headers.get('ratelimit')).toMatch(/^"api";r=0;t=3\d{3}$/);
    expectRefusal(await api.get('/api/organizations'), '"api";q=2;w=3600');
  });

  it('the limit is also in responses that fail for another reason', async () => {
    const { api } = await (await start({ SERVER_API_RATE_LIMIT: '9/1h' })).aUser();
    const missing = await api.get('/api/organizations/org_aaaaaaaaaaaaaaaaaaaaaaaa');
    expect([missing.status, missing.headers.get('ratelimit-policy')]).toEqual([403, '"api";q=9;w=3600']);
  });

  it('each key and each user counts alone, whatever address they share', async () => {
    const running = await start({ SERVER_API_RATE_LIMIT: '2/1h', SERVER_API_RATE_LIMIT_ANONYMOUS: '1/1h' });
    const { api } = await running.aUser();
    const { api: other } = await running.aUser();
    const { session } = await signIn(running, 'person@example.test');
    expect(await statusesOf(3, () => api.get('/api/organizations'))).toEqual([200, 200, 429]);
    expect(await statusesOf(3, () => other.get('/api/organizations'))).toEqual([200, 200, 429]);
    expect(await statusesOf(3, () => session.get('/api/users/me'))).toEqual([200, 200, 429]);
    expect((await new ApiClient(running.baseUrl, undefined).get('/api/config')).status).toBe(200);
  });

  it('refuses an upload before its body was sent', async () => {
    const { api, organizationId } = await (await start({ SERVER_API_RATE_LIMIT: '1/1h' })).anArchive();
    const path = `/api/organizations/${organizationId}/documents`;
    const answer = await sendPlain(app?.baseUrl ?? '', 'POST', path, [
      ['authorization', `Bearer ${api.token}`],
      ['content-type', 'multipart/form-data; boundary=x'],
      ['content-length', '1000000'],
    ]);
    expect([answer.status, answer.code]).toEqual([429, 'server.too_many_requests']);
  });

  it('many simultaneous requests are counted exactly', async () => {
    const { api } = await (await start({ SERVER_API_RATE_LIMIT: '10/1h' })).aUser();
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.get('/api/organizations')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  // The gate starts the processes for every other commit.
  inTurn(2)('the limit is the same for all processes, and continues after a restart', async () => {
    const own = await ownInstallation();
    const settings = {
      ...own.settings,
      AUTH_SECRET: '5e0d9b27c41f8a6350b7e2d94c1f8a63',
      SERVER_API_RATE_LIMIT: '4/1h',
    };
    const servers: ServerProcess[] = [];
    try {
      servers.push(await ServerProcess.start(settings));
      servers.push(await ServerProcess.start({ ...settings, PROCESS_MODE: 'web', PORT: String(await freePort()) }));
      const { token } = await clientOfNewUser(servers[0]?.baseUrl ?? '');
      const [one, two] = servers.map(({ baseUrl }) => new ApiClient(baseUrl, token));
      const ask = (api: ApiClient | undefined) => api?.get('/api/organizations') ?? Promise.reject(new Error('none'));
      expect(await statusesOf(2, () => ask(one))).toEqual([200, 200]);
      expect((await ask(two)).headers.get('ratelimit')).toMatch(/^"api";r=1;/);
      await servers[0]?.kill('SIGKILL');
      servers[0] = await ServerProcess.start(settings);
      expect(await statusesOf(2, () => ask(one))).toEqual([200, 429]);
      expect((await ask(two)).status).toBe(429);
    } finally {
      for (const server of servers) await server.kill('SIGKILL');
      await own.remove();
    }
  });
});

describe('the limit of an address without a caller', () => {
  it('public routes and wrong keys count, but neither callers nor checks of health', async () => {
    const running = await start({ SERVER_API_RATE_LIMIT_ANONYMOUS: '3/1h' });
    const { api } = await running.aUser();
    const anonymous = new ApiClient(running.baseUrl, undefined);
    const wrong = new ApiClient(running.baseUrl, WRONG_KEY);
    expect((await anonymous.get('/api/config')).headers.get('ratelimit-policy')).toBe('"api.anonymous";q=3;w=3600');
    expect(await statusesOf(2, () => wrong.get('/api/organizations'))).toEqual([401, 401]);
    expectRefusal(await wrong.get('/api/organizations'), '"api.anonymous";q=3;w=3600');
    expectRefusal(await anonymous.get('/api/config'), '"api.anonymous";q=3;w=3600');
    expect(await statusesOf(3, () => anonymous.get('/api/ping'))).toEqual([200, 200, 200]);
    expect((await anonymous.get('/api/health')).status).toBe(200);
    const own = await api.get('/api/organizations');
    expect([own.status, own.headers.get('ratelimit')]).toEqual([200, null]);
  });

  it('everyone without a caller is refused when the limit has no hits', async () => {
    const running = await start({ SERVER_API_RATE_LIMIT_ANONYMOUS: '0/1h' });
    const { api } = await running.aUser();
    expect((await new ApiClient(running.baseUrl, undefined).get('/api/config')).status).toBe(429);
    expect((await api.get('/api/organizations')).status).toBe(200);
  });

  it('each client behind a trusted proxy counts, and a /56 network of IPv6 counts as one', async () => {
    const { baseUrl } = await start({ SERVER_API_RATE_LIMIT_ANONYMOUS: '1/1h', SERVER_TRUSTED_PROXIES: 'loopback' });
    const anonymous = new ApiClient(baseUrl, undefined);
    const from = async (address: string) => (await anonymous.get('/api/config', { 'x-forwarded-for': address })).status;
    expect([await from('203.0.113.9'), await from('203.0.113.9:4711'), await from('::ffff:203.0.113.9')]).toEqual([
      200, 429, 429,
    ]);
    expect(await from('203.0.113.10')).toBe(200);
    expect([await from('2001:db8:0:100::1'), await from('2001:db8:0:1ff::2')]).toEqual([200, 429]);
    expect(await from('2001:db8:0:200::1')).toBe(200);
  });

  it('another address in a header does not avoid the limit when no proxy is trusted', async () => {
    const { baseUrl } = await start({
      SERVER_API_RATE_LIMIT_ANONYMOUS: '1/1h',
      AUTH_IP_ADDRESS_HEADERS: 'x-real-ip, x-forwarded-for',
    });
    const anonymous = new ApiClient(baseUrl, undefined);
    let client = 0;
    const ask = () => {
      const address = `203.0.113.${(client += 1)}`;
      return anonymous.get('/api/config', { 'x-forwarded-for': address, 'x-real-ip': address });
    };
    expect(await statusesOf(3, ask)).toEqual([200, 429, 429]);
  });
});
