import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildConnector } from 'undici';
import { untilTrue } from '../../../../test/support/until.js';
import { ConnectionPools } from './connection-pools.js';

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((_, response) => response.end('done')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const until = (isTrue: () => boolean): Promise<unknown> => untilTrue('the state of the connections', isTrue);

describe('the connections of one client', () => {
  it('connections are removed for a key when the last one has ended', async () => {
    const pools = new ConnectionPools(async () => buildConnector({}), 2);
    for (const key of ['a', 'b', 'a'])
      await pools.with(key, async (dispatcher) => {
        const { body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
        await body.text();
      });
    expect(pools.size).toBe(2); // the connections are open for a next request
    server.closeIdleConnections();
    await until(() => pools.size === 0);
  });

  it('connections are removed for a key whose host cannot be reached', async () => {
    const connect: buildConnector.connector = (_, callback) => callback(new Error('refused'), null);
    const pools = new ConnectionPools(async () => connect, 2);
    const request = pools.with('a', (dispatcher) => dispatcher.request({ origin, path: '/', method: 'GET' }));
    await expect(request).rejects.toThrow('refused');
    await until(() => pools.size === 0);
  });
});
