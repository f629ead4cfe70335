import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { DATABASE_UID } from '#ground/kernel';
import { inTurn } from '../../../../test/support/in-turn.js';
import { untilTrue } from '../../../../test/support/until.js';
import { isAlive } from './cluster-files.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';

const BUILT = pathToFileURL(join(process.cwd(), 'dist/libs/ground/embedded-postgres/src/embedded-postgres.js')).href;
// One line on standard output once it runs; ends in order when its input ends.
const SERVER = `
import { startEmbeddedPostgres } from '${BUILT}';
const log = { info: console.error, warn: console.error, error: console.error };
const [dataDir, role] = process.argv.slice(1);
const postgres = await startEmbeddedPostgres({ dataDir, role, log, fsync: false });
console.log(JSON.stringify({ url: postgres.url, adopted: postgres.adopted }));
process.stdin.resume().on('end', () => postgres.stop());
`;

let folder: string;
let lines: string[];
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
const log = {
  info: (line: string) => void lines.push(line),
  warn: (line: string) => void lines.push(line),
  error: (line: string) => void lines.push(line),
};

async function start(options: { role?: 'guest' | 'owner'; dataDir?: string } = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, fsync: false, ...options });
  running.unshift(postgres);
  return postgres;
}

async function startProcess(role = 'owner'): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER, folder, role], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const output = createInterface({ input: child.stdout });
  const [line] = (await once(output, 'line')) as [string];
  return { child, ...(JSON.parse(line) as { url: string; adopted: boolean }) };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

// What differs between root and another user can be seen by root only.
const asRoot = inTurn(2, process.getuid?.() === 0 ? it : it.skip);
/** Each makes clusters, which takes seconds: the gate has half of these tests. */
const inSomeRuns = inTurn(2);
const userOf = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.uid ?? DATABASE_UID;
const postmaster = () => Number(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
const isServing = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  );

/** The watchdog of a postmaster, as `startWatchdog` starts it. */
const hasWatchdog = (pid: number) =>
  execFileSync('ps', ['-eo', 'args'])
    .toString()
    .split('\n')
    .some((line) => line.endsWith(` archivolt-watchdog ${join(folder, 'postgres/cluster/postmaster.pid')} ${pid}`));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pg-')); // short, so that its socket is inside
  lines = [];
});

afterEach(async () => {
  for (const postgres of running.splice(0)) await postgres.stop();
  for (const child of children.splice(0)) if (child.exitCode === null && child.signalCode === null) await kill(child);
  await untilTrue('the cluster to stop', () => !existsSync(join(folder, 'postgres/cluster/postmaster.pid')));
  rmSync(folder, { recursive: true, force: true });
});

describe('the embedded PostgreSQL', () => {
  it('the first start creates a cluster, and the second start has its rows', async () => {
    const first = await start();
    expect(first.adopted).toBe(false);
    await query(first.url, 'create table note as select 1 as id');
    const [settings] = await query(
      first.url,
      `select current_setting('server_encoding') encoding, current_setting('data_checksums') checksums,
              datlocprovider provider, datlocale locale, current_setting('listen_addresses') addresses
       from pg_database where datname = current_database()`,
    );
    expect(settings).toEqual({ encoding: 'UTF8', checksums: 'on', provider: 'b', locale: 'C.UTF-8', addresses: '' });
    await first.stop();
    expect(await isServing(first.url)).toBe(false);

    const second = await start();
    expect(await query(second.url, 'select id from note')).toEqual([{ id: 1 }]);
  });

  it('refuses connections without the password, and gives the application no superuser rights', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const administrator = new URL(wrong);
    administrator.username = 'postgres';
    await expect(query(administrator.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await expect(query(url, `select pg_read_file('/etc/passwd')`)).rejects.toMatchObject({ code: '42501' });
    expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'postgres/run')).mode & 0o777).toBe(0o700);
  });

  inSomeRuns(
    'application and administrator get different passwords, even in a cluster of an earlier version',
    async () => {
      const first = await start();
      await query(first.url, 'create table note as select 3 as id');
      const secret = (name: string) => readFileSync(join(folder, 'postgres', name), 'utf8').trim();
      expect(new URL(first.url).password).toBe(secret('application-password'));
      expect(statSync(join(folder, 'postgres/application-password')).mode & 0o777).toBe(0o600);
      expect(secret('application-password')).not.toBe(secret('password'));
      const administrator = new URL(first.url);
      administrator.username = 'postgres';
      await expect(query(administrator.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
      // As an earlier version left it: one password for both.
      await query(first.url, `alter role archivolt password '${secret('password')}'`);
      await first.stop();
      rmSync(join(folder, 'postgres/application-password'));

      const second = await start();
      expect(await query(second.url, 'select id from note')).toEqual([{ id: 3 }]);
      const earlier = new URL(second.url);
      earlier.password = secret('password');
      await expect(query(earlier.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    },
  );

  asRoot('runs under a user id of its own when started as root', async () => {
    await start();
    expect(statSync(`/proc/${postmaster()}`).uid).toBe(DATABASE_UID);
    expect(userOf(join(folder, 'postgres/cluster/PG_VERSION'))).toBe(DATABASE_UID);
    expect(statSync(folder).mode & 0o067).toBe(0);
  });

  asRoot('changes the owner of files of an earlier version that belong to root', async () => {
    const first = await start();
    await query(first.url, 'create table note as select 4 as id');
    await first.stop();
    const home = join(folder, 'postgres');
    for (const entry of readdirSync(home, { recursive: true, encoding: 'utf8' })) lchownSync(join(home, entry), 0, 0);
    chownSync(home, 0, 0);

    const second = await start();
    expect(await query(second.url, 'select id from note')).toEqual([{ id: 4 }]);
    expect(statSync(`/proc/${postmaster()}`).uid).toBe(DATABASE_UID);
    const owners = readdirSync(join(home, 'cluster'), { recursive: true, encoding: 'utf8' });
    expect(owners.filter((entry) => userOf(join(home, 'cluster', entry)) !== DATABASE_UID)).toEqual([]);
  });

  asRoot('completes an interrupted change of the owner', async () => {
    const first = await start();
    await query(first.url, 'create table note as select 5 as id');
    await first.stop();
    const home = join(folder, 'postgres');
    lchownSync(join(home, 'cluster/PG_VERSION'), 0, 0);
    lchownSync(join(home, 'cluster/base'), 0, 0);
    chownSync(home, 0, 0);

    expect(await query((await start()).url, 'select id from note')).toEqual([{ id: 5 }]);
    expect(userOf(join(home, 'cluster/base'))).toBe(DATABASE_UID);
  });

  asRoot('reports to another user that a server started as root has used the folder', async () => {
    await (await start()).stop();
    chmodSync(folder, 0o755);
    const child = spawn(process.execPath, ['--input-type=module', '-e', SERVER, folder], {
      stdio: ['pipe', 'ignore', 'pipe'],
      uid: 65534,
      gid: 65534,
    });
    children.push(child);
    const [output] = (await once(child.stderr as NodeJS.EventEmitter, 'data')) as [Buffer];
    expect(output.toString()).toContain(`last run by a server started as root`);
    expect(output.toString()).toContain(`chown -R 65534 ${folder}`);
  });

  it('lets a command use the running cluster and leaves it running', async () => {
    const owner = await start();
    const command = await startProcess('guest');
    expect(command).toMatchObject({ adopted: true, url: owner.url });
    const ended = once(command.child, 'exit');
    command.child.stdin?.end();
    expect(await ended).toEqual([0, null]);
    expect(await isServing(owner.url)).toBe(true);
  });

  inSomeRuns(
    'starts the cluster for a command when no server runs, and stops it when the last command ends',
    async () => {
      const first = await start({ role: 'guest' });
      const second = await start({ role: 'guest' });
      expect([first.adopted, second.adopted]).toEqual([false, true]);
      const firstStopped = first.stop();
      expect(await isServing(second.url)).toBe(true);
      await second.stop();
      await firstStopped;
      expect(await isServing(second.url)).toBe(false);
    },
  );

  it('refuses a second server and names the process of the first', async () => {
    const owner = await startProcess();
    await expect(start()).rejects.toThrow(`another Archivolt server (process ${owner.child.pid})`);
    expect(await isServing(owner.url)).toBe(true);
  });

  it('starts only one of two servers that start at once on an empty folder', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(String(refused?.reason)).toContain('in use by another Archivolt server');
    expect(await isServing(running[0]?.url ?? '')).toBe(true);
  });

  it('stops when its process ends, even after kill -9, and keeps committed rows', async () => {
    const { child, url } = await startProcess();
    await query(url, 'create table note as select 7 as id');
    const pid = postmaster();
    await kill(child);
    await untilTrue(
      'the watchdog to stop the cluster',
      () => !existsSync(join(folder, 'postgres/cluster/postmaster.pid')),
    );
    await untilTrue('the postmaster to end', () => !isAlive(pid));
    expect(readFileSync(join(folder, 'postgres/postgres.log'), 'utf8')).toContain('database system is shut down');
    expect(await query((await start()).url, 'select id from note')).toEqual([{ id: 7 }]);
  });

  it('starts at once after kill -9 of the owner, while the watchdog stops the old cluster', async () => {
    const { child, url } = await startProcess();
    await query(url, 'create table note as select 8 as id');
    const pid = postmaster();
    expect(hasWatchdog(pid)).toBe(true);
    await kill(child);
    const successor = await start();
    expect(successor.adopted).toBe(false);
    expect(await query(successor.url, 'select id from note')).toEqual([{ id: 8 }]);
    await untilTrue('the watchdog of the killed server to end', () => !hasWatchdog(pid));
    expect(await isServing(successor.url)).toBe(true);
  });

  it('restarts the cluster when the postmaster is killed', async () => {
    const { url } = await start();
    await query(url, 'create table note as select 9 as id');
    const before = postmaster();
    process.kill(before, 'SIGKILL');
    await untilTrue(
      'it to serve again',
      async () => lines.includes('The embedded PostgreSQL is back') && isServing(url),
    );
    expect(postmaster()).not.toBe(before);
    expect(await query(url, 'select id from note')).toEqual([{ id: 9 }]);
  });

  inSomeRuns('starts again after an interrupted first start', async () => {
    const draft = join(folder, 'postgres/cluster.new-999999999/base');
    mkdirSync(draft, { recursive: true });
    writeFileSync(join(draft, 'half'), 'made');
    const { url } = await start();
    expect(await isServing(url)).toBe(true);
    expect(existsSync(dirname(draft))).toBe(false);
  });

  inSomeRuns(
    'puts the socket into a short private folder when the path is too long, and a command finds it there',
    async () => {
      const dataDir = join(folder, "a folder's long name, ".repeat(4), 'deep'.repeat(20));
      const owner = await start({ dataDir });
      const host = decodeURIComponent(new URL(owner.url).hostname);
      expect(Buffer.byteLength(host)).toBeLessThan(90);
      expect(statSync(host).mode & 0o777).toBe(0o700);
      const guest = await start({ dataDir, role: 'guest' });
      expect([guest.adopted, guest.url]).toEqual([true, owner.url]);
      await guest.stop();
      await owner.stop();
      expect(existsSync(host)).toBe(false);
    },
  );

  it('reports the remedy for a cluster of another version, a lost password and a file in place of the folder', async () => {
    const home = join(folder, 'postgres');
    mkdirSync(join(home, 'cluster'), { recursive: true });
    writeFileSync(join(home, 'cluster/PG_VERSION'), '12\n');
    await expect(start()).rejects.toThrow('password of the embedded database is missing');
    writeFileSync(join(home, 'password'), 'secret');
    await expect(start()).rejects.toThrow('is of PostgreSQL 12, but this Archivolt brings PostgreSQL 18');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    await expect(start({ dataDir: file })).rejects.toThrow('is not a folder');
  });
});
