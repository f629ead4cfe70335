/** @own-modules */
import { once } from 'node:events';
import {
  createServer,
  get,
  type ClientRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { defineEvent, type EventPage, type EventRepository } from '#ground/history';
import { Clock } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../../test/support/open-database.js';
import { FeedStream, type FeedContext } from './feed-stream.js';
import { OrganizationFeed, type ReadTurn } from './organization-feed.js';

const Odd = defineEvent<{ number: number; text?: string }>('test:odd', { description: 'An odd number.' });
const Even = defineEvent<{ number: number; text?: string }>('test:even', { description: 'An even number.' });

/** Numbers from 1: the same in each run. */
function* numbersFrom(seed: number): Generator<number, never> {
  for (let state = seed; ;) yield (state = (state * 48_271) % 2_147_483_647);
}

/** Looks at each turn of the event loop: what it waits for is done by this process, and happens hundreds of times. */
async function turnsUntil(isTrue: () => boolean): Promise<void> {
  for (let left = 1_000_000; !isTrue(); left -= 1) {
    if (left === 0) throw new Error('an event does not arrive');
    await turn();
  }
}

describe('the live feed of one organization', () => {
  let database: OpenDatabase;
  let server: Server;
  const requests: ClientRequest[] = [];
  let accept: (response: ServerResponse) => void;
  let ctx: FeedContext;
  let reads: number;

  beforeAll(async () => {
    database = await openDatabase();
    server = createServer((_, response) => accept(response.writeHead(200))).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(async () => {
    for (const request of requests) request.destroy();
    server.closeAllConnections();
    server.close();
    await database.close();
  });
  beforeEach(async () => {
    ctx = (await database.anOrganization()) as FeedContext;
    reads = 0;
  });

  /** Records the next numbers, so that each is the position of its event in a new organization. */
  const record = (numbers: readonly number[], text?: string) =>
    database.unitOfWork.run(async (tx) => {
      for (const number of numbers) {
        database.changes.record(tx, ctx, number % 2 === 0 ? Even : Odd, {
          number,
          ...(text === undefined ? {} : { text }),
        });
      }
      await Promise.resolve();
    });
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  /** A feed whose reads give way to others before and after. */
  const aFeed = (stallMs?: number, turnOf: ReadTurn = (_, work) => work()) => {
    const read: EventRepository['read'] = async (...given): Promise<EventPage> => {
      reads += 1;
      await turn();
      const page = await database.events.read(...given);
      await turn();
      return page;
    };
    const check = () => Promise.resolve(true);
    return new OrganizationFeed(ctx.organizationId, { read }, { turn: turnOf, check }, new Clock(), stallMs);
  };

  /** A client over a real connection. */
  const connect = async (feed: OrganizationFeed, cursor: number, names?: string[]) => {
    const accepted = Promise.withResolvers<{ raw: ServerResponse; stream: FeedStream }>();
    const live = Promise.withResolvers<void>();
    accept = (raw) => {
      raw.flushHeaders();
      const stream = new FeedStream(raw, { ctx, cursor, names });
      raw.once('close', () => feed.remove(stream));
      accepted.resolve({ raw, stream });
      void feed.add(stream).then(live.resolve);
    };
    const { port } = server.address() as AddressInfo;
    const request = get({ port, host: '127.0.0.1', agent: false });
    requests.push(request);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { request, response, ...(await accepted.promise), live: live.promise };
  };

  /** Reads until the event with this position has arrived; returns all positions. */
  const readUntil = async (response: IncomingMessage, last: number): Promise<number[]> => {
    const positions: number[] = [];
    let rest = '';
    response.setEncoding('utf8');
    for await (const chunk of response) {
      const messages = (rest + String(chunk)).split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) {
        const id = /^id: (\d+)$/m.exec(message)?.[1];
        if (id !== undefined) positions.push(Number(id));
      }
      if (positions.at(-1) === last) break;
    }
    return positions;
  };

  it('clients that come and resume while changes are committed get every event once and in order', async () => {
    const feed = aFeed();
    const random = numbersFrom(7);
    const clients: { cursor: number; got: Promise<number[]> }[] = [];
    const LAST = 600;
    for (let position = 0; position < LAST;) {
      const next = Math.min(position + 1 + (random.next().value % 9), LAST);
      await record(range(position + 1, next));
      position = next;
      feed.wake();
      if (random.next().value % 3 > 0) continue;
      const cursor = random.next().value % (position + 1);
      const { response } = await connect(feed, cursor);
      clients.push({ cursor, got: readUntil(response, LAST) });
      for (let steps = random.next().value % 5; steps > 0; steps -= 1) await turn();
    }
    expect(clients.length).toBeGreaterThan(20);
    for (const { cursor, got } of clients) if (cursor < LAST) expect(await got).toEqual(range(cursor + 1, LAST));
  });

  it('the log is read once for all clients that are live', async () => {
    const feed = aFeed();
    const clients: Awaited<ReturnType<typeof connect>>[] = [];
    while (clients.length < 40) clients.push(await connect(feed, 0));
    await Promise.all(clients.map(({ live }) => live));
    reads = 0;
    const got = clients.map(({ response }) => readUntil(response, 2));
    await record([1, 2]);
    feed.wake();
    for (const positions of got) expect(await positions).toEqual([1, 2]);
    expect(reads).toBeLessThan(4);
  });

  it('a client gets only the events with the names that it asked for', async () => {
    const feed = aFeed();
    const { response } = await connect(feed, 0, ['test:even']);
    await record(range(1, 7));
    feed.wake();
    await record([8]);
    feed.wake();
    expect(await readUntil(response, 8)).toEqual([2, 4, 6, 8]);
  });

  it('a client that never reads is dropped, with a bounded amount of unsent bytes, and others are served', async () => {
    const feed = aFeed(2_000); // a client that reads is not dropped because the machine is busy
    const silent = await connect(feed, 0);
    silent.response.pause();
    silent.response.on('error', () => undefined);
    const reading = await connect(feed, 0);
    const got = readUntil(reading.response, 300);
    const text = 'x'.repeat(50_000);
    const closed = once(silent.raw, 'close');
    let most = 0;
    for (let position = 1; position <= 300; position += 10) {
      await record(range(position, position + 9), text);
      feed.wake();
      most = Math.max(most, silent.raw.writableLength);
    }
    expect(await got).toEqual(range(1, 300));
    await closed;
    // A page of these events is 10 MB, the log 15 MB.
    expect(most).toBeLessThan(11_000_000);
  });

  it('a client that reads nothing between two heartbeats is dropped, even when little is unsent', async () => {
    const feed = aFeed();
    const silent = await connect(feed, 0);
    silent.response.pause();
    silent.response.on('error', () => undefined);
    const reading = await connect(feed, 0);
    let arrived = 0;
    reading.response.setEncoding('utf8').on('data', (chunk: string) => (arrived += chunk.split('\n\n').length - 1));
    await Promise.all([silent.live, reading.live]);
    const text = 'x'.repeat(50_000);
    let position = 0;
    while (silent.raw.writableLength === 0) {
      await record([(position += 1)], text);
      feed.wake();
      await turnsUntil(() => arrived >= position);
    }
    expect(silent.raw.writableLength).toBeLessThan(200_000);
    silent.stream.beat();
    reading.stream.beat();
    expect([silent.stream.isClosed, reading.stream.isClosed]).toEqual([false, false]);
    await turnsUntil(() => arrived > position);
    silent.stream.beat();
    reading.stream.beat();
    expect([silent.stream.isClosed, reading.stream.isClosed]).toEqual([true, false]);
  });

  it('the feed does not read the log for a client that left while it waited for its turn', async () => {
    const places = Promise.withResolvers<void>();
    const feed = aFeed(undefined, async (_, work) => {
      await places.promise;
      return work();
    });
    const { request, raw, live } = await connect(feed, 0);
    request.on('error', () => undefined).destroy();
    if (!raw.closed) await once(raw, 'close');
    places.resolve();
    await live;
    expect(reads).toBe(0);
  });
});
