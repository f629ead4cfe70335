import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Intake, IntakeContext } from '@archivolt/plugin-kit';
import { ControlConnection, Leases, UnitOfWork, type Lease } from '#ground/database';
import { createId } from '#ground/kernel';
import { TakeFile } from '#outside/intake';
import { startApp, type TestApp } from '../../../../../test/support/app.js';
import { poolOf } from '../../../../../test/support/rows.js';
import { StoppableClock } from '../../../../../test/support/stoppable-clock.js';
import { untilTrue } from '../../../../../test/support/until.js';
import { IntakeRunner } from './intake-runner.js';

const DAYS = 30;
const DAY_MS = 86_400_000;
const FILES_A_DAY = 4;
const never = new AbortController().signal;

/** What a mail server or a share offers: files that are there until they were taken. */
class Inbox {
  readonly waiting: string[] = [];
  #more = Promise.withResolvers<void>();

  put(names: readonly string[]): void {
    this.waiting.push(...names);
    this.#more.resolve();
    this.#more = Promise.withResolvers();
  }

  async first(signal: AbortSignal): Promise<string> {
    const aborted = Promise.withResolvers<void>();
    signal.addEventListener('abort', () => aborted.resolve(), { once: true });
    for (;;) {
      signal.throwIfAborted();
      const [name] = this.waiting;
      if (name !== undefined) return name;
      await Promise.race([this.#more.promise, aborted.promise]);
    }
  }
}

/** A worker process with everything that stops when the process is stopped: its clock, and the file that it has read. */
class Worker {
  readonly clock = new StoppableClock();
  lease: Lease | undefined;
  /** The name of the file before which this process is stopped. */
  stopsBefore: string | undefined;
  isStopped = false;
  refusal: unknown;
  readonly #control: ControlConnection;
  readonly #leases: Leases;
  readonly #end = new AbortController();
  readonly #running: Promise<void>;
  #goOn = Promise.withResolvers<void>();

  constructor(
    readonly name: string,
    app: TestApp,
    intake: (worker: Worker, context: IntakeContext) => Promise<void>,
  ) {
    this.#control = new ControlConnection(app.installation.databaseUrl);
    this.#leases = new Leases(this.#control, app.app.get(UnitOfWork, { strict: false }), this.clock);
    const takeFile = app.app.get(TakeFile, { strict: false });
    const runner = new IntakeRunner(
      { pluginId: 'intake-test', instance: 'default' },
      {
        open: () => Promise.resolve<Intake>({ run: (context) => intake(this, context) }),
        hold: async (name, signal) => (this.lease = await this.#leases.hold(name, signal)),
        take: async (source, file) => {
          await this.#stopBefore(file.fileName);
          try {
            // Without the signal that says that the lease is lost: a process that goes on has not heard of it yet.
            return await takeFile.execute(source, file, never);
          } catch (error) {
            this.refusal = error;
            throw error;
          }
        },
        takeMail: () => Promise.reject(new Error('no mail comes here')),
        reportFailure: () => Promise.resolve(),
        hasOrganization: () => Promise.resolve(true),
        clock: this.clock,
      },
    );
    this.#running = runner.run(this.#end.signal);
  }

  async #stopBefore(name: string): Promise<void> {
    if (name !== this.stopsBefore) return;
    this.clock.stop();
    this.isStopped = true;
    await this.#goOn.promise;
    this.isStopped = false;
  }

  goOn(): void {
    this.stopsBefore = undefined;
    this.clock.goOn();
    this.#goOn.resolve();
    this.#goOn = Promise.withResolvers();
  }

  async end(): Promise<void> {
    this.goOn();
    this.#end.abort();
    await this.#running;
    await this.#leases.beforeApplicationShutdown();
    await this.#control.onApplicationShutdown();
  }
}

describe('an intake of two worker processes', () => {
  let app: TestApp;
  let workers: Worker[] = [];

  beforeAll(async () => {
    jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
    jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    app = await startApp();
  });
  afterAll(async () => {
    for (const worker of workers) await worker.end();
    await app.close();
    jest.restoreAllMocks();
  });

  it('the intake takes each file of a month once, although its leader is stopped in the middle of one each day', async () => {
    const { organizationId } = await app.anArchive();
    const inbox = new Inbox();
    // Each attempt has a key and bytes of its own, so nothing but the lease keeps a file from coming twice.
    const intake = async (worker: Worker, { upload, signal }: IntakeContext): Promise<void> => {
      for (;;) {
        const fileName = await inbox.first(signal);
        const content = Readable.from([Buffer.from(`${fileName} read by ${worker.name}, ${createId('doc')}`)]);
        await upload({ organizationId, key: createId('doc'), fileName, content });
        inbox.waiting.splice(inbox.waiting.indexOf(fileName), 1);
      }
    };
    workers = ['odd', 'even'].map((name) => new Worker(name, app, intake));
    await untilTrue('a leader', () => workers.some(({ lease }) => lease !== undefined));
    const expected: string[] = [];
    for (let day = 1; day <= DAYS; day += 1) {
      const leader = workers.find(({ lease }) => lease !== undefined);
      const next = workers.find(({ lease }) => lease === undefined);
      if (!leader || !next) throw new Error('one process leads, and the other one waits');
      const files = Array.from({ length: FILES_A_DAY }, (_, at) => `day ${day} file ${at}.txt`);
      expected.push(...files);
      leader.stopsBefore = files[FILES_A_DAY - 2];
      inbox.put(files);
      await untilTrue('the leader to be stopped', () => leader.isStopped);
      await app.advance(DAY_MS);
      await untilTrue('the other process to lead', () => {
        if (next.lease === undefined) next.clock.advance(1_000); // it looks from time to time
        return next.lease !== undefined;
      });
      await untilTrue('the files of the day to be taken', () => inbox.waiting.length === 0);
      leader.lease = undefined;
      leader.goOn();
      await untilTrue('the former leader to be refused', () => leader.refusal !== undefined);
      expect(String(leader.refusal)).toMatch(`(number ${day}) is lost: another process may do this work now`);
      leader.refusal = undefined;
    }
    await app.drain();

    const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await poolOf(app).query<Row & Record<string, unknown>>(text, values)).rows;
    const ofArchive = [organizationId];
    const names = await rows<{ name: string }>('select name from document where organization_id = $1', ofArchive);
    expect(names.map(({ name }) => name).sort()).toEqual(expected.sort());
    const events = `select count(*)::int as count from event where organization_id = $1 and name = 'document:created'`;
    expect(await rows(events, ofArchive)).toEqual([{ count: DAYS * FILES_A_DAY }]);
    expect(await rows('select outcome, count(*)::int as count from intake_file group by outcome')).toEqual([
      { outcome: 'created', count: DAYS * FILES_A_DAY },
    ]);
    expect(
      await rows('select number::int as number from lease where name = $1', ['intake intake-test default']),
    ).toEqual([{ number: DAYS + 1 }]);
    expect(await rows('select from stored_file where state <> $1', ['committed'])).toEqual([]);
  }, 300_000);
});
