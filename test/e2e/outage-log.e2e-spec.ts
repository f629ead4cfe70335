import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { migrateInstallation, openInstallation, type Installation } from '#operation/installation';
import { startServer, type RunningServer } from '../../apps/server/src/start-server.js';
import { createMigratedDatabase, type TestDatabase } from '../support/database.js';
import { TestClock } from '../support/test-clock.js';
import { untilTrue } from '../support/until.js';
import { until } from './server-process.js';

const WITHIN_MS = 120_000;
const MINUTE = 60_000;
const OUTAGE_MINUTES = 10;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

jest.setTimeout(300_000);

/** A way to the database that a test can close. */
class Way {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    const host = decodeURIComponent(hostname);
    const target = host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port: Number(port) };
    this.#server = createServer((socket) => {
      const onward = createConnection(target);
      for (const each of [socket, onward]) {
        this.#sockets.add(each);
        each.on('error', () => undefined).on('close', () => this.#sockets.delete(each));
      }
      socket.pipe(onward).pipe(socket);
    });
  }

  /** Returns the port, which stays the same. */
  async open(): Promise<number> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    return this.#port;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

interface Entry {
  level: string;
  context?: string;
  message: string;
}

describe('the log of a server whose database is away for minutes', () => {
  let database: TestDatabase;
  let dataDir: string;
  let way: Way;
  let clock: TestClock;
  let installation: Installation;
  let server: RunningServer;
  let printed = '';

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'archivolt-outage-'));
    const settings = { NODE_ENV: 'test', DATA_DIR: dataDir };
    database = await createMigratedDatabase(async (url) => {
      const guest = await openInstallation({ ...settings, DATABASE_URL: url }, 'guest', silent);
      await migrateInstallation(guest);
    }, 'product');
    way = new Way(database.url);
    const url = new URL(database.url);
    const { username, password, pathname } = url;
    const past = `postgres://${username}:${password}@127.0.0.1:${await way.open()}${pathname}`;
    installation = await openInstallation({ ...settings, DATABASE_URL: past, LOG_FORMAT: 'json' }, 'owner', silent);
    installation.config(ServerConfig).port = 0;
    clock = new TestClock();
    for (const stream of [process.stdout, process.stderr])
      jest.spyOn(stream, 'write').mockImplementation((text) => {
        printed += String(text);
        return true;
      });
    server = await startServer(installation, { pollsForWork: true, clock });
  });
  afterAll(async () => {
    await server.close();
    jest.restoreAllMocks();
    await installation.close();
    await way.close();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });

  const ready = async () => (await fetch(`${server.address ?? ''}/api/health/ready`)).status;
  /** What was printed since the last call, as a program reads it. */
  function entries(): Entry[] {
    const lines = printed.trim().split('\n');
    printed = '';
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Entry);
  }

  it('the log has one entry for the cause, one line a minute at most with a count, and one line when it is over', async () => {
    await untilTrue('the server to be ready', async () => (await ready()) === 200);
    await untilTrue('the intake to run, the last thing to start', () => printed.includes('runs the intake'));
    entries();
    await way.close();
    for (let half = 0; half < 2 * OUTAGE_MINUTES; half += 1) {
      clock.advance(MINUTE / 2); // all timers of the server run, and fail
      expect(await ready()).toBe(503);
    }
    const during = entries();
    // The start may report on the sandbox only now.
    const about = during.filter(({ context, message }) => context !== 'Health' && !message.startsWith('The sandbox'));
    const counts = about.filter(({ message }) => / times more in |^once more in /.test(message));
    expect(counts.length).toBeGreaterThan(0);
    expect(counts.length).toBeLessThanOrEqual(OUTAGE_MINUTES);
    expect(about.filter((entry) => !counts.includes(entry)).map(({ message }) => message)).toHaveLength(1);
    // Which checks fail is logged once for each set of them; one that looks at a disk may still be waiting at first.
    const notReady = during.filter(({ message }) => message.startsWith('Not ready'));
    const failing = notReady.map(({ message }) => message.replaceAll(/(\w): [^;]*/g, '$1'));
    expect(failing.length).toBeGreaterThan(0);
    expect(new Set(failing).size).toBe(failing.length);

    await way.open();
    await until(WITHIN_MS, 'the server to be ready', async () => {
      clock.advance(MINUTE / 2);
      return (await ready()) === 200;
    });
    for (let half = 0; half < 10; half += 1) {
      clock.advance(MINUTE / 2);
      expect(await ready()).toBe(200);
    }
    const after = entries();
    // The readiness of a slow machine may have reported the same failing checks twice.
    const over = after.filter(({ context, message }) => context !== 'Health' && message.startsWith('over: '));
    expect(over).toHaveLength(1);
    expect(after.filter(({ message }) => message === 'Ready again.')).toHaveLength(1);
  });
});
