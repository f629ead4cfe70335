import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { endBodySoon } from './end-body-soon.js';

/** What the connections need; the slices follow `setInterval`. */
const REAL_TIMERS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];

const head = (bytes: number): string =>
  `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: ${bytes}\r\n\r\n`;

describe('endBodySoon', () => {
  let server: FastifyInstance;
  let refuse: (request: FastifyRequest) => Promise<void>;
  let refused: (request: FastifyRequest) => void;
  let client: Socket;

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: REAL_TIMERS });
    refuse = () => Promise.resolve();
    refused = () => undefined;
    server = fastify();
    server.addHook('preParsing', async (request) => {
      await refuse(request);
      throw new Error('refused');
    });
    server.setErrorHandler((_error, request, reply) => {
      endBodySoon(request, reply);
      refused(request);
      return reply.send();
    });
    server.post('/', () => null);
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    client = connect({ port, host: '127.0.0.1', noDelay: true });
  });
  afterEach(async () => {
    client.destroy();
    await server.close();
    jest.advanceTimersByTime(100); // also the last slice ends
    jest.useRealTimers();
  });

  it('keeps no reference to a request whose connection has closed', async () => {
    refuse = async ({ raw }) => {
      client.destroy();
      if (!raw.closed) await once(raw, 'close');
    };
    const { promise, resolve } = Promise.withResolvers<FastifyRequest>();
    refused = resolve;
    client.write(`${head(9)}half`);
    const { raw } = await promise;
    expect(raw.complete).toBe(false);
    expect(raw.listenerCount('data')).toBe(0);
  });

  it('receives at most 1 MB in 50 ms, even for bodies that come one after the other', async () => {
    const request = Buffer.concat([Buffer.from(head(900_000)), Buffer.alloc(900_000)]);
    const bytesOfSlices = [0];
    const arePaused: boolean[] = [];
    const endSlice = (body: Readable) => {
      jest.advanceTimersByTime(49);
      arePaused.push(body.isPaused());
      bytesOfSlices.push(0);
      jest.advanceTimersByTime(1);
      arePaused.push(body.isPaused());
    };
    refused = ({ raw }) => {
      raw.on('data', (chunk: Buffer) => bytesOfSlices.push((bytesOfSlices.pop() ?? 0) + chunk.length));
      const endSliceLater = () => setImmediate(endSlice, raw);
      if (raw.isPaused()) endSliceLater();
      raw.on('pause', endSliceLater);
    };
    for (let count = 0; count < 20; count += 1) {
      const response = once(client, 'data');
      client.write(request);
      await response;
    }
    expect(Math.max(...bytesOfSlices)).toBeLessThanOrEqual(1_000_000 + 65_536);
    expect(bytesOfSlices.length).toBeGreaterThan(16);
    expect(arePaused).toEqual(bytesOfSlices.slice(1).flatMap(() => [true, false]));
  });
});
