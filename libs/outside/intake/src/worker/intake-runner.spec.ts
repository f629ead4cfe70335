import { Readable } from 'node:stream';
import {
  PermanentPluginError,
  TransientPluginError,
  type Intake,
  type IntakeContext,
  type IntakeResult,
  type Sql,
} from '@archivolt/plugin-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Lease } from '#ground/database';
import { Clock } from '#ground/kernel';
import { IntakeRunner, type IntakeSurroundings } from './intake-runner.js';

const source = { pluginId: 'intake-test', instance: 'scans' };
const noDatabase = () => Promise.reject(new Error('this test has no database'));
const sql: Sql = { query: noDatabase, transaction: noDatabase };
const created: IntakeResult = { outcome: 'created', documentId: 'doc_1' };

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

describe('IntakeRunner', () => {
  let stop: AbortController;
  let running: Promise<void> | undefined;
  let leases: { lose(): void; isReleased: boolean }[];

  beforeEach(() => {
    stop = new AbortController();
    leases = [];
  });
  afterEach(async () => {
    stop.abort();
    await running;
  });

  const hold = async (): Promise<Lease> => {
    const lost = new AbortController();
    const lease = { lose: () => lost.abort(), isReleased: false };
    leases.push(lease);
    return Promise.resolve({
      name: 'intake intake-test scans',
      number: String(leases.length),
      lost: lost.signal,
      sql,
      guard: () => Promise.resolve(),
      release: () => Promise.resolve(void (lease.isReleased = true)),
    });
  };
  const start = (run: Intake['run'], surroundings: Partial<IntakeSurroundings> = {}) => {
    const all: IntakeSurroundings = {
      open: () => Promise.resolve({ run }),
      hold,
      take: () => Promise.resolve(created),
      takeMail: () => Promise.resolve({ outcome: 'taken' }),
      reportFailure: () => Promise.resolve(),
      hasOrganization: () => Promise.resolve(true),
      clock: new Clock(),
      ...surroundings,
    };
    running = new IntakeRunner(source, all, 1).run(stop.signal);
  };
  const file = (key: string) => ({ organizationId: 'org_1', key, fileName: 'a', content: Readable.from(['x']) });

  it('runs the intake with its instance, and ends when it is stopped', async () => {
    const began = Promise.withResolvers<IntakeContext>();
    start(async (context) => {
      began.resolve(context);
      await untilAborted(context.signal);
    });
    const { instance, signal } = await began.promise;
    expect([instance, signal.aborted]).toEqual(['scans', false]);
    stop.abort();
    await running;
    expect(signal.aborted).toBe(true);
    expect(leases).toMatchObject([{ isReleased: true }]);
  });

  it('starts an intake again that returns or throws, and retries the creation of one that failed', async () => {
    const third = Promise.withResolvers<void>();
    const ends = [() => Promise.resolve(), () => Promise.reject(new Error('the mailbox is gone'))];
    let opened = 0;
    const run = async ({ signal }: IntakeContext): Promise<void> => {
      const end = ends.shift();
      if (end) return end();
      third.resolve();
      await untilAborted(signal);
    };
    const open = (): Promise<Intake> => {
      opened += 1;
      return opened === 1 ? Promise.reject(new Error('wrong password')) : Promise.resolve({ run });
    };
    start(run, { open });
    await third.promise;
    expect([opened, leases]).toEqual([4, [expect.anything()]]);
  });

  it('stops the intake when the lease is lost, and begins again only when everything of the first run has ended', async () => {
    const order: string[] = [];
    const uploading = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const again = Promise.withResolvers<void>();
    let runs = 0;
    start(
      async ({ signal, upload }) => {
        runs += 1;
        order.push(`run ${runs}`);
        if (runs === 2) again.resolve();
        if (runs === 1) void upload(file('1')).then(() => order.push('uploaded'));
        await untilAborted(signal);
        order.push(`end ${runs}`);
      },
      {
        take: async () => {
          uploading.resolve();
          await mayEnd.promise;
          return created;
        },
      },
    );
    await uploading.promise;
    leases[0]?.lose();
    await new Promise(setImmediate);
    mayEnd.resolve();
    await again.promise;
    expect(order).toEqual(['run 1', 'end 1', 'uploaded', 'run 2']);
  });

  it('takes at most four files at a time, and drops those that wait when it stops', async () => {
    let active = 0;
    let most = 0;
    let taken = 0;
    const full = Promise.withResolvers<void>();
    const fullAgain = Promise.withResolvers<void>();
    const files = Array.from({ length: 20 }, (_, index) => file(String(index)));
    const results = Promise.withResolvers<PromiseSettledResult<IntakeResult>[]>();
    start(
      async ({ upload }) => {
        results.resolve(await Promise.allSettled(files.map((each) => upload(each))));
      },
      {
        take: async (_, __, signal) => {
          most = Math.max(most, (active += 1));
          taken += 1;
          if (active === 4) full.resolve();
          if (taken === 12) fullAgain.resolve();
          if (taken > 8) await untilAborted(signal);
          else await full.promise;
          active -= 1;
          if (signal.aborted) throw new TransientPluginError('stopped');
          return created;
        },
      },
    );
    await fullAgain.promise;
    stop.abort();
    const statuses = (await results.promise).map(({ status }) => status);
    expect([most, taken]).toEqual([4, 12]);
    expect(statuses.filter((status) => status === 'fulfilled')).toHaveLength(8);
    expect(files.map(({ content }) => content.destroyed)).not.toContain(false);
  });

  it('refuses files that an ended run hands over later', async () => {
    const uploads: Promise<unknown>[] = [];
    const next = Promise.withResolvers<void>();
    let first: IntakeContext | undefined;
    start(
      async (context) => {
        if (first) next.resolve();
        first ??= context;
        await Promise.resolve();
        throw new Error('ended by itself');
      },
      {
        take: (_, __, signal) =>
          signal.aborted ? Promise.reject(new TransientPluginError('ended')) : Promise.resolve(created),
      },
    );
    await next.promise;
    uploads.push(first?.upload(file('late')) ?? Promise.resolve());
    await expect(Promise.all(uploads)).rejects.toThrow();
  });

  it('the intake continues after a file that breaks while it waits for its turn', async () => {
    const results = Promise.withResolvers<PromiseSettledResult<IntakeResult>[]>();
    const mayEnd = Promise.withResolvers<void>();
    const files = Array.from({ length: 5 }, (_, index) => file(String(index)));
    start(
      async ({ signal, upload }) => {
        const uploads = files.map((each) => upload(each));
        files[4]?.content.destroy(new Error('the share is gone'));
        await new Promise(setImmediate);
        mayEnd.resolve();
        results.resolve(await Promise.allSettled(uploads));
        await untilAborted(signal);
      },
      {
        take: async () => {
          await mayEnd.promise;
          return created;
        },
      },
    );
    expect((await results.promise).map(({ status }) => status)).toEqual(Array(5).fill('fulfilled'));
  });

  it('asks for another attempt when too many files wait', async () => {
    const results = Promise.withResolvers<PromiseSettledResult<IntakeResult>[]>();
    const mayEnd = Promise.withResolvers<void>();
    start(
      async ({ signal, upload }) => {
        const uploads = Array.from({ length: 510 }, (_, index) => upload(file(String(index))));
        setImmediate(mayEnd.resolve);
        results.resolve(await Promise.allSettled(uploads));
        await untilAborted(signal);
      },
      {
        take: async () => {
          await mayEnd.promise;
          return created;
        },
      },
    );
    const refused = (await results.promise).filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(TransientPluginError);
  });

  it('refuses a file without a stream as a permanent fault', async () => {
    const error = Promise.withResolvers<unknown>();
    start(async ({ signal, upload }) => {
      await upload({ ...file('1'), content: 'bytes' as unknown as Readable }).catch(error.resolve);
      await untilAborted(signal);
    });
    expect(await error.promise).toBeInstanceOf(PermanentPluginError);
  });

  it('pauses and keeps its lease when the intake rejects without an error', async () => {
    const again = Promise.withResolvers<void>();
    const nothing = Promise.withResolvers<void>();
    let runs = 0;
    start(async ({ signal }) => {
      runs += 1;
      nothing.reject();
      if (runs === 1) return nothing.promise;
      again.resolve();
      await untilAborted(signal);
    });
    await again.promise;
    expect(leases).toHaveLength(1);
  });
});
