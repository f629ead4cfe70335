import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { PermanentPluginError, type HostHttp } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SafeHttpConfig } from '#config/safe-http';
import { HostAddresses } from './host-addresses.js';
import { SafeHttp } from './safe-http.js';

const MB = 1024 * 1024;
/** More than any response that is kept in memory may have. */
const LARGE = 160 * MB;
/** Two sockets with all buffers that a system gives them. */
const MOST_IN_FLIGHT = 48 * MB;

let server: Server;
let url: string;
let respond: RequestListener;
let safe: SafeHttp;

beforeAll(async () => {
  server = createServer((request, response) => respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  safe = new SafeHttp(new SafeHttpConfig(), new HostAddresses());
});
afterEach(() => safe.onApplicationShutdown());

/** Has the listener send these headers and the first part of a body that does not end, and resolves when it is closed. */
function endless(headers: Record<string, string> = {}): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  respond = (_, response) => {
    response.on('close', resolve);
    response.writeHead(200, headers).write('the first part');
  };
  return closed;
}

describe.each(['a streamed request of a plugin', 'a streamed request of the test host'])('%s', (which) => {
  const http = (): HostHttp =>
    which === 'a streamed request of a plugin' ? safe.forSettings({ url }) : aTestHost({ url }).http;
  const get = (limits: { maxResponseBytes?: number; signal?: AbortSignal; timeoutMs?: number } = {}) =>
    http().stream({ url }, { maxResponseBytes: MB, ...limits });

  it('a streamed request passes a body that is larger than memory limits on in constant memory', async () => {
    respond = (request, response) => void request.pipe(response);
    const part = Buffer.alloc(65_536, 'x');
    let sent = 0;
    let received = 0;
    let mostInFlight = 0;
    const source = function* (): Generator<Buffer> {
      for (; sent < LARGE; sent += part.length) yield part;
    };
    const body = Readable.from(source(), { objectMode: false });
    const response = await http().stream({ url, method: 'PUT', body }, { maxResponseBytes: LARGE });
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      received += chunk.length;
      mostInFlight = Math.max(mostInFlight, sent - received);
      // A reader that is slower than the server: what is not held back would gather.
      for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate);
    }
    expect([sent, received]).toEqual([LARGE, LARGE]);
    expect(mostInFlight).toBeLessThan(MOST_IN_FLIGHT);
  });

  it('a streamed request returns status, headers and the decompressed body', async () => {
    respond = (_, response) => response.writeHead(206, { 'content-encoding': 'gzip' }).end(gzipSync('plain again'));
    const { status, headers, body } = await get();
    expect([status, headers['content-encoding'], await text(body)]).toEqual([206, 'gzip', 'plain again']);
  });

  it('a streamed request leaves its connection to the next one when its body was read', async () => {
    const ports = new Set<number | undefined>();
    respond = (request, response) => {
      ports.add(request.socket.remotePort);
      response.end('done');
    };
    for (let count = 0; count < 3; count += 1) {
      expect(await text((await get()).body)).toBe('done');
      await new Promise(setImmediate); // the connection is free after this
    }
    expect(ports.size).toBe(1);
  });

  it('a streamed response that breaks in the middle does not end as if it were whole', async () => {
    const { promise: started, resolve } = Promise.withResolvers<() => void>();
    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      resolve(() => response.destroy());
    };
    const { body } = await get();
    const reading = text(body);
    (await started)();
    await expect(reading).rejects.toMatchObject({
      name: 'TransientPluginError',
      hasResponse: true,
      isTimeout: false,
      message: expect.stringContaining('127.0.0.1'),
    });
  });

  it.each<[string, Record<string, string>, Buffer]>([
    ['as it was sent', {}, Buffer.alloc(5 * MB)],
    ['only after decompression', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(50 * MB))],
  ])('a streamed response that is too large %s is broken off', async (_, headers, content) => {
    const closed = Promise.withResolvers<void>();
    respond = (_request, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, headers).write(content);
    };
    let size = 0;
    const read = async (): Promise<void> => {
      const { body } = await get({ maxResponseBytes: MB });
      for await (const chunk of body as AsyncIterable<Buffer>) size += chunk.length;
    };
    await expect(read()).rejects.toMatchObject({
      name: 'PermanentPluginError',
      message: expect.stringContaining(`larger than ${MB} bytes`),
    });
    expect(size).toBeLessThanOrEqual(MB);
    await closed.promise;
  });

  it('a streamed response ends with its socket when the signal is aborted', async () => {
    const closed = endless();
    const abort = new AbortController();
    const { body } = await get({ signal: abort.signal });
    const reading = text(body);
    abort.abort(new Error('enough'));
    await expect(reading).rejects.toThrow('enough');
    await closed;
  });

  it('a streamed response that is not being read ends with its socket when the signal is aborted', async () => {
    const closed = endless();
    const abort = new AbortController();
    const { body } = await get({ signal: abort.signal });
    const failed = once(body, 'error');
    abort.abort(new Error('enough'));
    expect(await failed).toEqual([new Error('enough')]);
    await closed;
  });

  it('a streamed response ends with its socket when its reader destroys it while nothing arrives', async () => {
    const closed = endless();
    const { body } = await get();
    body.once('data', () => setImmediate(() => body.destroy()));
    await closed;
  });

  it('a streamed request ends with its body when the signal is aborted before the response', async () => {
    const abort = new AbortController();
    respond = () => abort.abort(new Error('enough'));
    const body = new Readable({ read: () => undefined });
    body.push('a part');
    const request = { url, method: 'PUT', body } as const;
    await expect(http().stream(request, { maxResponseBytes: MB, signal: abort.signal })).rejects.toThrow('enough');
    expect(body.destroyed).toBe(true);
  });

  it('a streamed request gives up when nothing arrives within its time limit', async () => {
    respond = () => undefined;
    await expect(get({ timeoutMs: 100 })).rejects.toMatchObject({ isTimeout: true, hasResponse: false });
    const closed = endless();
    const { body } = await get({ timeoutMs: 100 });
    await expect(text(body)).rejects.toMatchObject({
      name: 'TransientPluginError',
      isTimeout: true,
      hasResponse: true,
    });
    await closed;
  });

  it('a streamed request returns a redirect as it is and does not follow it', async () => {
    const paths: (string | undefined)[] = [];
    respond = (request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    };
    const { status, headers, body } = await get();
    body.destroy();
    expect([status, headers['location'], paths]).toEqual([302, '/elsewhere', ['/']]);
  });

  it.each(['http://127.0.0.2:8080/', 'http://10.0.0.1/', 'http://[::1]/', 'ftp://example.com/'])(
    'a streamed request to %s is refused, and its body is closed',
    async (other) => {
      const body = Readable.from([Buffer.from('never read')]);
      const refused = http().stream({ url: other, method: 'PUT', body }, { maxResponseBytes: MB });
      await expect(refused).rejects.toBeInstanceOf(PermanentPluginError);
      expect(body.destroyed).toBe(true);
    },
  );
});

describe('the time limit of a streamed response', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
  afterEach(() => void jest.useRealTimers());

  it('the time limit of a streamed response does not count while its reader pauses', async () => {
    respond = (_, response) => response.end(Buffer.alloc(2 * MB));
    const { body } = await safe.forSettings({ url }).stream({ url }, { maxResponseBytes: 2 * MB, timeoutMs: 1_000 });
    let size = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      const isFull = (): boolean => body.readableLength >= body.readableHighWaterMark;
      const isWhole = (): boolean => size + body.readableLength === 2 * MB;
      for (let turn = 0; turn < 10_000 && !isFull() && !isWhole(); turn += 1) await new Promise(setImmediate);
      if (isFull()) jest.advanceTimersByTime(60_000); // it does not wait for the server then
    }
    expect(size).toBe(2 * MB);
  });
});
