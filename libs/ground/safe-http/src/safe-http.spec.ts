import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { PermanentPluginError, TransientPluginError, type HostHttp } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttpConfig } from '#config/safe-http';
import { HostAddresses } from './host-addresses.js';
import type { OutboundLimits } from './safe-http-client.js';
import { SafeHttp } from './safe-http.js';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

/** Calls `work` when the client has the next part of a response: one that is lost in a socket has not arrived. */
const whenPartArrives = (work: () => void): void => {
  const channel = 'undici:request:bodyChunkReceived';
  const listener = (): void => {
    unsubscribe(channel, listener);
    work();
  };
  subscribe(channel, listener);
};

let server: Server;
let url: string;
let respond: RequestListener;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(['the HTTP client of a plugin', 'the HTTP client of the test host'])('%s', (which) => {
  let safe: SafeHttp;
  beforeEach(() => {
    safe = new SafeHttp(new SafeHttpConfig(), new HostAddresses());
  });
  afterEach(() => safe.onApplicationShutdown());
  const send: HostHttp['send'] = (request, limits) =>
    (which === 'the HTTP client of a plugin' ? safe.forSettings({ url }) : aTestHost({ url }).http).send(
      request,
      limits,
    );

  it('SafeHttp sends method, headers and body, and returns status, headers and body', async () => {
    respond = (request, response) => {
      const received = { method: request.method, path: request.url, color: request.headers['x-color'] };
      response.writeHead(418, { 'x-answer': 'yes', 'content-type': 'application/json' });
      void bodyOf(request).then((body) => response.end(JSON.stringify({ ...received, body })));
    };
    const response = await send({
      url: `${url}/tea?cups=2`,
      method: 'PUT',
      headers: { 'x-color': 'green' },
      body: 'Grüße',
    });
    expect(response.status).toBe(418);
    expect(response.headers).toMatchObject({ 'x-answer': 'yes' });
    expect(response.json()).toEqual({ method: 'PUT', path: '/tea?cups=2', color: 'green', body: 'Grüße' });
  });

  it.each(['COPY', 'MKCOL', 'MOVE', 'PROPFIND', 'REPORT'] as const)('SafeHttp sends the method %s', async (method) => {
    respond = (request, response) => response.writeHead(207).end(request.method);
    const response = await send({ url, method });
    expect([response.status, response.text()]).toEqual([207, method]);
  });

  it('SafeHttp sends a stream as body', async () => {
    respond = (request, response) => void bodyOf(request).then((body) => response.end(body));
    const body = Readable.from([Buffer.from('one '), Buffer.from('two')]);
    expect((await send({ url, method: 'POST', body })).text()).toBe('one two');
  });

  it('returns a redirect as it is and does not follow it', async () => {
    const paths: (string | undefined)[] = [];
    respond = (request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    const { status, headers } = await send({ url });
    expect([status, headers['location'], paths]).toEqual([302, '/elsewhere', ['/']]);
  });

  it.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'no url'])(
    'a request is refused for %s',
    async (bad) => {
      await expect(send({ url: bad })).rejects.toBeInstanceOf(PermanentPluginError);
    },
  );

  it.each([
    'http://localhost:8080/',
    'http://127.0.0.2:8080/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://[fd00::1]/',
  ])('refuses the private host of %s, which no setting of the plugin names', async (other) => {
    await expect(send({ url: other })).rejects.toThrow(/is not public\. Remedy: .*setting of the plugin/);
    await expect(send({ url: other })).rejects.toBeInstanceOf(PermanentPluginError);
  });

  it('stops reading a response that is too large, even when it is small before decompression', async () => {
    respond = (_, response) => response.end(Buffer.alloc(20_000));
    await expect(send({ url }, { maxResponseBytes: 10_000 })).rejects.toMatchObject({
      name: 'PermanentPluginError',
      message: expect.stringContaining('larger than 10000 bytes'),
    });
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    expect(bomb.length).toBeLessThan(100_000);
    await expect(send({ url }, { maxResponseBytes: 100_000 })).rejects.toBeInstanceOf(PermanentPluginError);
  });

  it.each([200, 500])('decompresses a response with status %i', async (status) => {
    respond = (_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end(gzipSync('plain again'));
    expect((await send({ url })).text()).toBe('plain again');
  });

  it('gives up when the whole request exceeds its time limit, whatever part of it is slow', async () => {
    respond = () => undefined; // never responds
    await expect(send({ url }, { timeoutMs: 100 })).rejects.toBeInstanceOf(TransientPluginError);
    respond = (_, response) => {
      const trickle = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(trickle));
    };
    await expect(send({ url }, { timeoutMs: 200 })).rejects.toBeInstanceOf(TransientPluginError);
  });

  it('rejects with the reason of the signal when that is aborted', async () => {
    const abort = new AbortController();
    respond = () => abort.abort(new Error('enough'));
    await expect(send({ url }, { signal: abort.signal })).rejects.toThrow('enough');
    await expect(send({ url }, { signal: abort.signal })).rejects.toThrow('enough');
  });

  it('reports a missing or broken connection as a transient error', async () => {
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    };
    await expect(send({ url })).rejects.toBeInstanceOf(TransientPluginError);
    const closed = createTcpServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    await expect(send({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      name: 'TransientPluginError',
      message: expect.stringMatching(/127\.0\.0\.1.*./),
    });
  });

  it('reports that a response is not JSON', async () => {
    respond = (_, response) => response.end('<html>');
    const response = await send({ url });
    expect(() => response.json()).toThrow(PermanentPluginError);
  });
});

describe('the limits of SafeHttp', () => {
  const withConfig = async (config: Partial<SafeHttpConfig>, use: (http: SafeHttp) => Promise<void>): Promise<void> => {
    const allowed = { allowedHostnames: ['127.0.0.1'] };
    const http = new SafeHttp(Object.assign(new SafeHttpConfig(), allowed, config), new HostAddresses());
    try {
      await use(http);
    } finally {
      await http.onApplicationShutdown();
    }
  };

  it('a plugin cannot raise the limits above the settings', async () => {
    respond = (_, response) => response.end(Buffer.alloc(5_000));
    await withConfig({ maxResponseBytes: 1_000 }, async (http) => {
      await expect(http.send({ url }, { maxResponseBytes: 1e9 })).rejects.toBeInstanceOf(PermanentPluginError);
    });
    respond = () => undefined;
    await withConfig({ maxTimeoutMs: 100 }, async (http) => {
      await expect(http.send({ url }, { timeoutMs: 1e9 })).rejects.toThrow('within 100 ms');
    });
  });

  it('the number of connections to one host is limited', async () => {
    let open = 0;
    let most = 0;
    respond = (_, response) => {
      most = Math.max(most, (open += 1));
      setImmediate(() => {
        open -= 1;
        response.end('done');
      });
    };
    await withConfig({ connectionsPerHost: 3 }, async (http) => {
      await Promise.all(Array.from({ length: 30 }, () => http.send({ url })));
    });
    expect(most).toBeLessThanOrEqual(3);
  });

  it('the stream of a failed request is closed', async () => {
    const body = Readable.from([Buffer.from('never read')]);
    await withConfig({}, async (http) => {
      await expect(http.send({ url: 'ftp://example.com', body })).rejects.toThrow('ftp:');
    });
    expect(body.destroyed).toBe(true);
  });

  it('a password or token in the URL does not appear in messages', async () => {
    respond = (_, response) => response.destroy();
    await withConfig({}, async (http) => {
      await expect(http.send({ url: url.replace('//', '//ada:hush@') })).rejects.not.toThrow('hush');
      await expect(http.send({ url: `${url}/?token=hush` })).rejects.not.toThrow('hush');
      await expect(http.send({ url: `${url}/bot-hush/sendMessage` })).rejects.not.toThrow('hush');
    });
  });
});

describe('a response of which a request wants the beginning', () => {
  const http = new SafeHttp(
    Object.assign(new SafeHttpConfig(), { allowedHostnames: ['127.0.0.1'] }),
    new HostAddresses(),
  );
  afterAll(() => http.onApplicationShutdown());
  const cut = (limits: OutboundLimits = {}) =>
    http.send({ url }, { maxResponseBytes: 1_000, timeoutMs: 30_000, cutsResponse: true, ...limits });

  it.each([
    [999, false],
    [1_000, false],
    [1_001, true],
  ])('a response is whole or cut to 1,000 bytes: %i bytes', async (size, isCut) => {
    respond = (_, response) => response.end('x'.repeat(size));
    const response = await cut();
    expect([response.status, response.body.length, response.isCut]).toEqual([200, Math.min(size, 1_000), isCut]);
  });

  it('a response that never ends is cut, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    respond = (_, response) => {
      const write = (): void => {
        if (response.write('x'.repeat(10_000))) setImmediate(write);
      };
      response.on('drain', write).on('close', closed.resolve);
      write();
    };
    const { status, body, isCut } = await cut();
    expect([status, body.length, isCut]).toEqual([200, 1_000, true]);
    await closed.promise;
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
  ])('a response is cut when its few bytes of %s would be 5 MB', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(5_000_000));
    respond = (_, response) => response.writeHead(500, { 'content-encoding': encoding }).end(bomb);
    const { status, body, isCut } = await cut();
    expect([status, body.length, isCut]).toEqual([500, 1_000, true]);
  });

  it('a response is returned with what has arrived when its body is slower than the time limit', async () => {
    respond = (_, response) => {
      response.writeHead(202).write('a');
      const trickle = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(trickle));
    };
    const { status, text, isCut } = await cut({ timeoutMs: 500 }).then((it) => ({ ...it, text: it.text() }));
    expect([status, text, isCut]).toEqual([202, expect.stringMatching(/^a+$/), true]);
  });

  it('a response is returned with what has arrived when its connection breaks', async () => {
    respond = (_, response) => {
      whenPartArrives(() => response.destroy());
      response.writeHead(200, { 'content-length': '100' }).write('half');
    };
    const response = await cut();
    expect([response.text(), response.isCut]).toEqual(['half', true]);
  });

  it('a response is returned without the part that cannot be decompressed', async () => {
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip at all');
    const { status, body, isCut } = await cut();
    expect([status, body.length, isCut]).toEqual([200, 0, true]);
  });

  it('a request fails when no headers arrive in time, or when the caller ends it', async () => {
    respond = () => undefined;
    await expect(cut({ timeoutMs: 100 })).rejects.toBeInstanceOf(TransientPluginError);
    const abort = new AbortController();
    respond = (_, response) => {
      response.writeHead(200).write('x');
      setImmediate(() => abort.abort(new Error('enough')));
    };
    await expect(cut({ signal: abort.signal })).rejects.toThrow('enough');
  });

  it.each([
    ['HEAD', 200],
    ['GET', 204],
    ['GET', 304],
    ['GET', 200],
  ] as const)(
    'a response that names a compression and has no body is accepted: %s, status %i',
    async (method, status) => {
      respond = (_, response) => response.writeHead(status, { 'content-encoding': 'gzip' }).end();
      const response = await http.send({ url, method });
      expect([response.status, response.body.length, response.isCut]).toEqual([status, 0, false]);
    },
  );

  it('a response with several compressions is kept as it is', async () => {
    const twice = gzipSync(gzipSync('deep'));
    respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(twice);
    expect(Buffer.from((await cut()).body)).toEqual(twice);
  });
});

describe('requests to one host', () => {
  const open = async (connectionsPerHost: number, use: (http: SafeHttp) => Promise<void>): Promise<void> => {
    const settings = { connectionsPerHost, allowedHostnames: ['127.0.0.1'] };
    const http = new SafeHttp(Object.assign(new SafeHttpConfig(), settings), new HostAddresses());
    try {
      await use(http);
    } finally {
      await http.onApplicationShutdown();
    }
  };
  const hangs = (): Promise<void> =>
    new Promise((resolve) => {
      respond = (request, response) => {
        if (request.url === '/slow') resolve();
        else response.end('done');
      };
    });

  it('requests to a host end at their time limit while all connections are busy', async () => {
    await open(1, async (http) => {
      const isBusy = hangs();
      const slow = http.send({ url: `${url}/slow` }).catch(() => undefined);
      await isBusy;
      await expect(http.send({ url }, { timeoutMs: 50 })).rejects.toThrow('no complete response within 50 ms');
      await http.onApplicationShutdown();
      await slow;
    });
  });

  it('requests to a host do not wait for those of another organization', async () => {
    await open(1, async (http) => {
      const isBusy = hangs();
      const slow = http.send({ url: `${url}/slow` }, { connectionsOf: 'org_1' }).catch(() => undefined);
      await isBusy;
      expect((await http.send({ url }, { connectionsOf: 'org_2' })).text()).toBe('done');
      await http.onApplicationShutdown();
      await slow;
    });
  });
});

it('SafeHttp prints no warning at its first request', async () => {
  const warnings: string[] = [];
  const note = (warning: Error): number => warnings.push(warning.message);
  process.on('warning', note);
  const http = new SafeHttp(new SafeHttpConfig(), new HostAddresses());
  respond = (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
  await http.forSettings({ url }).send({ url });
  await new Promise(setImmediate);
  process.off('warning', note);
  await http.onApplicationShutdown();
  expect(warnings).toEqual([]);
});
