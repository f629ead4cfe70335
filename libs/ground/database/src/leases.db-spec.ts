import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { moveTime } from '../../../../test/support/movable-time.js';
import { StoppableClock } from '../../../../test/support/stoppable-clock.js';
import { untilTrue } from '../../../../test/support/until.js';
import { ControlConnection } from './control-connection.js';
import { LeaseLost, Leases, type Lease } from './leases.js';
import { createOrm } from './orm.js';
import { createPool } from './postgres-pool.js';
import { UnitOfWork } from './unit-of-work.js';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
/** Longer than a lease that is not renewed. */
const OVER = 60 * SECOND;

interface Process {
  name: string;
  leases: Leases;
  clock: StoppableClock;
  control: ControlConnection;
}

describe('leases', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let unitOfWork: UnitOfWork;
  let close: () => Promise<void>;
  /** Milliseconds that the database is ahead. */
  let ahead = 0;
  let processes: Process[] = [];

  beforeAll(async () => {
    database = await createMigratedDatabase();
    pool = createPool(database.url, 8);
    const orm = await createOrm(pool);
    unitOfWork = new UnitOfWork(orm);
    close = () => orm.close(true);
    // The time of the queue is moved with that of the database; there is none here.
    await pool.query('create schema job; create table done (id bigserial, task int, number bigint, process text)');
  });
  afterAll(async () => {
    await close();
    await database.drop();
  });
  beforeEach(() => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  });
  afterEach(async () => {
    for (const { leases, control } of processes.splice(0)) {
      await leases.beforeApplicationShutdown();
      await control.onApplicationShutdown();
    }
    await pool.query('delete from lease; delete from done');
    jest.restoreAllMocks();
  });

  const aProcess = (name = 'a process'): Process => {
    const [control, clock] = [new ControlConnection(database.url), new StoppableClock()];
    const created = { name, leases: new Leases(control, unitOfWork, clock), clock, control };
    processes.push(created);
    return created;
  };
  const never = new AbortController().signal;
  /** Moves the time of the database, and of these processes; the others are stopped. */
  const pass = async (ms: number, ...running: Process[]): Promise<void> => {
    for (const { clock } of processes) clock.stop();
    ahead += ms;
    await moveTime(database.url, ahead);
    for (const { clock } of running) {
      clock.goOn();
      clock.advance(ms);
    }
  };
  const write = (lease: Lease, task = 0, process = ''): Promise<void> =>
    unitOfWork.run(async (tx) => {
      await lease.guard(tx);
      await tx.sql.query('insert into done (task, number, process) values ($1, $2, $3)', [task, lease.number, process]);
    });
  const done = async () =>
    (await pool.query<{ task: number; number: string; process: string }>('select * from done order by id')).rows;
  const secondsLeft = async (): Promise<number> =>
    (
      await pool.query<{ left: number }>(
        'select extract(epoch from expires_at - clock_timestamp())::float8 as left from lease',
      )
    ).rows[0]?.left ?? -1;
  const held = async (process: Process, name = 'work'): Promise<Lease> => {
    const lease = await process.leases.tryToHold(name);
    if (!lease) throw new Error(`${process.name} did not get the lease`);
    return lease;
  };

  it('a lease is held by one process at a time, and by the next one after its release', async () => {
    const [first, second] = [aProcess(), aProcess()];
    const lease = await held(first);
    expect(await second.leases.tryToHold('work')).toBeUndefined();
    expect(await first.leases.tryToHold('work')).toBeUndefined();
    expect((await held(second, 'other work')).number).toBe('1');
    await lease.release();
    expect((await held(second)).number).toBe('2');
    expect(lease.lost.aborted).toBe(false);
  });

  it('a lease that is renewed stays with its holder', async () => {
    const [first, second] = [aProcess(), aProcess()];
    const lease = await held(first);
    for (let round = 0; round < 10; round += 1) {
      await pass(3 * SECOND, first);
      await untilTrue('the lease to be renewed', async () => (await secondsLeft()) > 10);
      expect(await second.leases.tryToHold('work')).toBeUndefined();
    }
    expect(lease.lost.aborted).toBe(false);
    await write(lease);
  });

  it('a holder that was paused finds another one, and may not write', async () => {
    const [paused, next] = [aProcess(), aProcess()];
    const former = await held(paused);
    await write(former);
    await pass(OVER, next);
    const lease = await held(next);
    expect(lease.number).toBe('2');
    await expect(write(former)).rejects.toThrow(LeaseLost);
    await expect(former.sql.query('insert into done (task) values (1)')).rejects.toThrow(
      'the lease of "work" (number 1) is lost',
    );
    expect(former.lost.aborted).toBe(true);
    await former.release(); // which is not its own any more
    await write(lease);
    expect((await done()).map(({ number }) => number)).toEqual(['1', '2']);
  });

  it('a holder that was paused notices by itself when it goes on', async () => {
    const [paused, next] = [aProcess(), aProcess()];
    const former = await held(paused);
    await pass(OVER, next);
    await held(next);
    paused.clock.goOn();
    paused.clock.advance(OVER);
    expect(former.lost.aborted).toBe(true);
  });

  it('a holder whose database is away gives up before another process can have the lease', async () => {
    const [lonely, next] = [aProcess(), aProcess()];
    const lease = await held(lonely);
    await lonely.control.onApplicationShutdown();
    for (const passed of [3, 6]) {
      lonely.clock.advance(3 * SECOND);
      expect([passed, lease.lost.aborted]).toEqual([passed, false]);
    }
    lonely.clock.advance(6 * SECOND);
    expect(lease.lost.aborted).toBe(true);
    expect(await next.leases.tryToHold('work')).toBeUndefined();
    processes = processes.filter((process) => process !== lonely);
  });

  it('a transaction that has begun under a lease ends before another process gets it', async () => {
    const [paused, next] = [aProcess(), aProcess()];
    const former = await held(paused);
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = unitOfWork.run(async (tx) => {
      await former.guard(tx);
      begun.resolve();
      await mayEnd.promise;
      await tx.sql.query('insert into done (task, number) values (1, $1)', [former.number]);
    });
    await begun.promise;
    await pass(OVER, next);
    expect(await next.leases.tryToHold('work')).toBeUndefined();
    mayEnd.resolve();
    await writing;
    await write(await held(next), 2);
    expect((await done()).map(({ number }) => number)).toEqual(['1', '2']);
  });

  it('a waiting process gets the lease of a killed one, and an aborted wait ends', async () => {
    const [killed, next] = [aProcess(), aProcess()];
    await held(killed);
    const abort = new AbortController();
    const waiting = next.leases.hold('work', never);
    const given = next.leases.hold('work', abort.signal);
    abort.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await pass(OVER, next);
    let lease: Lease | undefined;
    void waiting.then((got) => (lease = got));
    await untilTrue('the lease of the killed process', () => {
      next.clock.advance(SECOND); // it may have asked before the time was over
      return lease !== undefined;
    });
    expect(lease?.number).toBe('2');
  });

  it('a lease is free for transactions that ask until another process may take it', async () => {
    const [first, second] = [aProcess(), aProcess()];
    const isFree = () => unitOfWork.run((tx) => first.leases.isFree(tx, 'work'));
    expect(await isFree()).toBe(true);
    await held(first);
    expect(await isFree()).toBe(false);
    await pass(OVER);
    await unitOfWork.run(async (tx) => {
      expect(await first.leases.isFree(tx, 'work')).toBe(true);
      expect(await second.leases.tryToHold('work')).toBeUndefined();
    });
    await held(second);
  });

  it('a process that ends releases its leases, and gets no others', async () => {
    const [first, second] = [aProcess(), aProcess()];
    await held(first);
    await first.leases.beforeApplicationShutdown();
    expect((await held(second)).number).toBe('2');
    await expect(first.leases.hold('more work', never)).rejects.toThrow('the process stops');
  });

  it('one process leads at every moment, whichever of many stop and go on', async () => {
    const all = Array.from({ length: 5 }, (_, at) => aProcess(`process ${at}`));
    const leases = new Map<Process, Lease>();
    for (let round = 0; round < 60; round += 1) {
      // Some are paused in this round, in an order that repeats only after all rounds.
      const running = all.filter((_, at) => (round * 7 + at * at * 3) % 5 !== 0);
      await pass(round % 4 === 0 ? OVER : SECOND, ...running);
      await Promise.all(
        running.map(async (process) => {
          const lease = leases.get(process) ?? (await process.leases.tryToHold('work'));
          if (!lease) return;
          leases.set(process, lease);
          await write(lease, round, process.name).catch((error: unknown) => {
            if (!(error instanceof LeaseLost)) throw error;
            leases.delete(process);
          });
        }),
      );
    }
    const rows = await done();
    const numbers = rows.map(({ number }) => Number(number));
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBeGreaterThan(5);
    const leaders = new Set(rows.map(({ number, process }) => `${number} ${process}`));
    expect(leaders.size).toBe(new Set(numbers).size);
  });

  it('a month with one change of the leader each day does every task once', async () => {
    const [odd, even] = [aProcess('odd'), aProcess('even')];
    let former: Lease | undefined;
    const doNext = async (lease: Lease, process: Process): Promise<void> => {
      const last = (await done()).at(-1)?.task ?? -1;
      await write(lease, last + 1, process.name);
    };
    for (let day = 0; day < 30; day += 1) {
      const [leader, paused] = day % 2 === 0 ? [even, odd] : [odd, even];
      await pass(OVER, leader);
      const lease = await held(leader);
      for (let hour = 0; hour < 24; hour += 1) {
        await doNext(lease, leader);
        // The leader of the day before wants to do the same task again, at any hour.
        if (former) await expect(doNext(former, paused)).rejects.toThrow(LeaseLost);
      }
      await pass(DAY); // both are paused, or killed
      former = lease;
    }
    const rows = await done();
    expect(rows.map(({ task }) => task)).toEqual(Array.from({ length: 30 * 24 }, (_, task) => task));
    expect(new Set(rows.map(({ number }) => number)).size).toBe(30);
    expect(ahead).toBeGreaterThan(30 * DAY);
  });
});
