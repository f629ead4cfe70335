import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../support/database.js';
import { moveTime } from '../support/movable-time.js';
import { until } from '../support/until.js';

const WITHIN_MS = 120_000;
/** Longer than a lease. */
const OVER_MS = 60_000;
const HOLDER = join(import.meta.dirname, '../support/lease-holder.mjs');

jest.setTimeout(300_000);

describe('processes of which one leads', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let ahead = 0;
  const holders: Holder[] = [];

  beforeAll(async () => {
    database = await createMigratedDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    // The time of the queue is moved with that of the database; there is none here.
    await client.query('create schema job; create table task_done (id bigserial, task text, number bigint, pid int)');
  });
  afterEach(async () => {
    for (const holder of holders.splice(0)) await holder.kill();
    await client.query('delete from lease; delete from task_done');
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const start = (): Holder => {
    const holder = new Holder(database.url);
    holders.push(holder);
    holder.send('lead');
    return holder;
  };
  /** The leases of processes that are killed or stopped are over then. */
  const passLease = () => moveTime(database.url, (ahead += OVER_MS));
  const tasks = async () =>
    (await client.query<{ task: string; number: string; pid: number }>('select * from task_done order by id')).rows;

  it('another process leads after kill -9 of the leader, and only then', async () => {
    const first = start();
    await first.says('leads 1');
    const second = start();
    first.send('a');
    await first.says('done a');
    expect(second.output).toBe('');
    await first.kill();
    await passLease();
    await second.says('leads 2');
    second.send('b');
    await second.says('done b');
    expect(await tasks()).toMatchObject([
      { task: 'a', number: '1', pid: first.pid },
      { task: 'b', number: '2', pid: second.pid },
    ]);
  });

  it('a leader that was stopped and goes on may not write what it was about to write', async () => {
    const paused = start();
    await paused.says('leads 1');
    const next = start();
    paused.signal('SIGSTOP');
    paused.send('late');
    await passLease();
    await next.says('leads 2');
    next.send('in time');
    await next.says('done in time');
    paused.signal('SIGCONT');
    await paused.says('refused late');
    expect(await tasks()).toMatchObject([{ task: 'in time', number: '2', pid: next.pid }]);
    // It waits like any other process, and leads again when its turn comes.
    await next.kill();
    await passLease();
    await paused.says('leads 3');
  });

  it('processes that are stopped and killed in turn do each task once, one leader after the other', async () => {
    const ROUNDS = 6;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const leader = start();
      await leader.says(`leads ${round}`);
      for (const task of ['a', 'b', 'c']) leader.send(`${round}${task}`);
      await leader.says(`done ${round}c`);
      if (round % 2 === 0) await leader.kill();
      else leader.signal('SIGSTOP');
      leader.send(`${round} too late`);
      await passLease();
    }
    const last = start();
    await last.says(`leads ${ROUNDS + 1}`);
    for (const holder of holders) holder.signal('SIGCONT');
    for (let round = 1; round <= ROUNDS; round += 2) await holders[round - 1]?.says(`refused ${round} too late`);
    const rows = await tasks();
    expect(rows.map(({ task }) => task)).toEqual(
      Array.from({ length: ROUNDS }, (_, at) => ['a', 'b', 'c'].map((task) => `${at + 1}${task}`)).flat(),
    );
    expect(new Set(rows.map(({ number, pid }) => `${number} ${pid}`)).size).toBe(ROUNDS);
  });
});

class Holder {
  output = '';
  readonly #child: ChildProcess;

  constructor(url: string) {
    const child = (this.#child = spawn(process.execPath, [HOLDER, url], { stdio: 'pipe' }));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.output += text.toString()));
    child.stdin.on('error', () => undefined); // it was killed
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  send(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async says(line: string): Promise<void> {
    await until(WITHIN_MS, `"${line}" after ${this.output}`, () => this.output.split('\n').includes(line));
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
