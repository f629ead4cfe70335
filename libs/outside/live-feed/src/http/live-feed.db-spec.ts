import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventRepository } from '#ground/history';
import { Clock } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../../test/support/open-database.js';
import { untilTrue } from '../../../../../test/support/until.js';
import type { FeedContext } from './feed-stream.js';
import { LiveFeed } from './live-feed.js';
import type { StreamAccess } from './stream-access.js';

/** Counts the reads that run at the same time. */
class CountedReads extends EventRepository {
  running = 0;
  most = 0;
  done = 0;

  override async read(...given: Parameters<EventRepository['read']>): ReturnType<EventRepository['read']> {
    this.running += 1;
    this.most = Math.max(this.most, this.running);
    try {
      return await super.read(...given);
    } finally {
      this.running -= 1;
      this.done += 1;
    }
  }
}

describe('the live feed of a process with streams of many organizations', () => {
  const ORGANIZATIONS = 40;
  let database: OpenDatabase;
  let server: Server;
  let accept: (response: ServerResponse) => void;

  beforeAll(async () => {
    database = await openDatabase();
    server = createServer((_, response) => accept(response.writeHead(200))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });

  it('reading all logs at once leaves database connections to others', async () => {
    const events = new CountedReads(database.unitOfWork);
    const feed = new LiveFeed(events, { check: () => Promise.resolve(true) } as unknown as StreamAccess, new Clock());
    const { port } = server.address() as AddressInfo;
    for (let count = 0; count < ORGANIZATIONS; count += 1) {
      const ctx = (await database.anOrganization()) as FeedContext;
      accept = (raw) => feed.open(raw, { ctx, cursor: 0 });
      await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
    }
    const doneBefore = events.done;
    feed.onMissedChanges();
    await untilTrue('a read of each log', () => events.done >= doneBefore + ORGANIZATIONS);
    expect(events.most).toBeLessThan(8); // the size of the pool
    feed.onModuleDestroy();
  });
});
