import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StorageDriver } from '@archivolt/plugin-kit';
import type { KyselyPlugin } from 'kysely';
import { Leases, UnitOfWork, type Transaction } from '#ground/database';
import { Diagnostics } from '#ground/features';
import { FileStore, MoveFiles, StorageDrivers, StoredCopies } from '#capabilities/storage';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { StoredCopyRepository } from '../../libs/capabilities/storage/src/stored-copy.repository.js';
import { DamagedFileRepository } from '../../libs/capabilities/storage/src/damaged-file.repository.js';
import { DamagedFiles } from '../../libs/capabilities/storage/src/damaged-files.js';
import { StoredFileRepository } from '../../libs/capabilities/storage/src/stored-file.repository.js';
import { LocalStorage } from '../../plugins/storage-local/src/local-storage.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { TestClock } from '../support/test-clock.js';
import { isFullSet, sample } from '../support/sample.js';
import { untilTrue } from '../support/until.js';
import { poolOf } from '../support/rows.js';
import { runCliHere } from './run-cli-here.js';
import { addSecondStorage, filesOnDisk, SECOND } from './second-storage.js';

/** The full set kills a move at each of its steps, the gate at every fourth, from another one on for each commit. */
const STRIDE = isFullSet ? 1 : 4;
const [FIRST_STEP = 1] = sample([1, 2, 3, 4].slice(0, STRIDE), 1, String);

const LOCAL = 'storage-local';
const { signal } = new AbortController();

/** Many moves are interrupted one after the other. */
jest.setTimeout(600_000);

describe('files of two storage plugins', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeEach(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    addSecondStorage(app);
  });
  afterEach(() => app.close());

  const get = <Service>(type: abstract new (...values: never[]) => Service): Service =>
    app.app.get<Service>(type, { strict: false });
  const documents = () => `/api/organizations/${organizationId}/documents`;
  const upload = async (content: string): Promise<string> =>
    (await api.upload(organizationId, { name: `${content}.txt`, content })).body.document.id;
  const keyOf = (documentId: string) => `${organizationId}/originals/${documentId}.txt`;
  const contentOf = async (documentId: string) => {
    const { status, body } = await api.get(`${documents()}/${documentId}/file`);
    return status === 200 ? body : status;
  };
  const purge = async (documentId: string): Promise<void> => {
    expect((await api.delete(`${documents()}/${documentId}`)).status).toBe(204);
    expect((await api.delete(`${documents()}/trash/${documentId}`)).status).toBe(204);
  };
  const move = (from: string, to: string) => get(MoveFiles).execute({ from, to }, { signal });
  const rowsOf = async (table: string): Promise<unknown[]> =>
    (await poolOf(app).query<object>(`select * from ${table}`)).rows;

  it('files are moved to the other plugin, are read from there, and leave nothing in the first', async () => {
    const ids = [await upload('first'), await upload('second'), await upload('third')];
    expect(await get(MoveFiles).measure({ from: LOCAL, to: SECOND })).toEqual({ files: 3, bytes: 16 });
    expect(await move(LOCAL, SECOND)).toEqual({ moved: 3, bytes: 16, failures: [], left: 0 });
    expect(await Promise.all(ids.map(contentOf))).toEqual(['first', 'second', 'third']);
    await app.drain();
    expect(await filesOnDisk(app)).toEqual({ local: [], second: ids.map(keyOf).sort() });
    expect(await rowsOf('stored_copy')).toEqual([]);
    expect(await Promise.all(ids.map(contentOf))).toEqual(['first', 'second', 'third']);
    await purge(ids[0]!);
    await app.drain();
    expect((await filesOnDisk(app)).second).toEqual(ids.slice(1).map(keyOf).sort());
  });

  it('files are moved back at once, although the job that removes the old copies has not run', async () => {
    const id = await upload('there and back');
    expect(await move(LOCAL, SECOND)).toMatchObject({ moved: 1 });
    expect(await move(SECOND, LOCAL)).toMatchObject({ moved: 1 });
    await app.drain();
    expect(await filesOnDisk(app)).toEqual({ local: [keyOf(id)], second: [] });
    expect(await contentOf(id)).toBe('there and back');
  });

  it('a download that began before the move is sent to its end', async () => {
    const content = randomBytes(3_000_000).toString('hex');
    const id = await upload(content.slice(0, 40));
    const { body } = await api.upload(organizationId, { name: 'long.txt', content });
    const files = get(FileStore);
    const stream = await files.read(keyOf(body.document.id));
    await move(LOCAL, SECOND);
    await app.drain();
    expect((await filesOnDisk(app)).local).toEqual([]);
    expect((await buffer(stream)).toString()).toBe(content);
    // The driver is known from before the move.
    const facts = { size: 40, sha256: createHash('sha256').update(content.slice(0, 40)).digest('hex') };
    const late = await files.read(keyOf(id), { known: { driver: LOCAL, isDamaged: false, ...facts } });
    expect((await buffer(late)).toString()).toBe(content.slice(0, 40));
  });

  it('a file is not moved when the stored content is not what was uploaded', async () => {
    const id = await upload('sound');
    await poolOf(app).query(`update document set original_sha256_hash = 'other' where id = $1`, [id]);
    expect(await move(LOCAL, SECOND)).toMatchObject({
      moved: 0,
      left: 1,
      failures: [{ storageKey: keyOf(id), reason: expect.stringContaining('is not the one that was uploaded') }],
    });
    expect(await filesOnDisk(app)).toEqual({ local: [keyOf(id)], second: [] });
    expect(await rowsOf('stored_copy')).toEqual([]);
    expect(await rowsOf('damaged_file')).toMatchObject([{ storage_key: keyOf(id), problem: 'hash' }]);
  });

  it('a file is not moved when the other plugin changes a byte', async () => {
    app.installation.plugins.pop();
    const second = new LocalStorage(`${app.dataDir}/second`);
    const read = second.read.bind(second);
    second.read = async (key, range) => {
      const stream = await read(key, range);
      return stream?.map((chunk: Buffer) => Buffer.from(chunk).fill('x', 0, 1));
    };
    addSecondStorage(app, second);
    const id = await upload('sound');
    expect((await move(LOCAL, SECOND)).failures).toMatchObject([{ reason: 'the copy differs from the file' }]);
    expect(await filesOnDisk(app)).toEqual({ local: [keyOf(id)], second: [] });
    expect(await contentOf(id)).toBe('sound');
  });

  it('files do not delay a start: its sweep ignores what is in another storage than the writer', async () => {
    app.installation.plugins.pop();
    const second = new LocalStorage(`${app.dataDir}/second`);
    const deletions = jest.spyOn(second, 'delete');
    addSecondStorage(app, second);
    const id = await upload('moved');
    await move(LOCAL, SECOND);
    await app.drain();
    await move(SECOND, LOCAL); // leaves a copy in the second storage, and a job that removes it
    deletions.mockRejectedValue(new Error('the storage is away'));
    expect(await get(FileStore).sweep(0, { opensReaders: false })).toEqual({ files: 0, unfinished: 0 });
    expect(deletions).not.toHaveBeenCalled();
    await expect(get(FileStore).sweep(60)).rejects.toThrow('the storage is away');
    deletions.mockRestore();
    await get(FileStore).sweep(60);
    expect(await filesOnDisk(app)).toEqual({ local: [keyOf(id)], second: [] });
  });

  it('files are whole after a move that is killed before or after any of its steps', async () => {
    const ids = [await upload('one'), await upload('two')];
    let crashes = 0;
    for (let step = FIRST_STEP; ; step += STRIDE) {
      const doomed = await upload(`doomed ${step}`);
      const isKilled = await moveKilledAt(step);
      expect(await Promise.all(ids.map(contentOf))).toEqual(['one', 'two']);
      await purge(doomed);
      if (crashes % 2 === 0) await get(FileStore).sweep(60);
      expect(await move(LOCAL, SECOND)).toMatchObject({ failures: [], left: 0 });
      if (crashes % 2 === 1) await get(FileStore).sweep(60);
      await app.drain();
      expect(await filesOnDisk(app)).toEqual({ local: [], second: ids.map(keyOf).sort() });
      expect(await rowsOf('stored_copy')).toEqual([]);
      expect(await move(SECOND, LOCAL)).toMatchObject({ failures: [], left: 0 });
      if (!isKilled) break;
      crashes += 1;
    }
    expect(crashes).toBeGreaterThan(isFullSet ? 20 : 4);
  });

  /** Runs a move in which this call of the database or of a driver, and every later one, fails. */
  async function moveKilledAt(step: number): Promise<boolean> {
    let calls = 0;
    let isDead = false;
    const reach = (): void => {
      isDead ||= (calls += 1) >= step;
      if (isDead) throw new Error('killed');
    };
    const mortal = <Target extends object>(target: Target): Target =>
      new Proxy(target, {
        get: (_, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return async (...values: unknown[]): Promise<unknown> => {
            reach();
            const result: unknown = await Reflect.apply(value, target, values);
            try {
              reach();
            } catch (error) {
              if (result instanceof Readable) result.destroy(); // a killed process has no open files
              throw error;
            }
            return result;
          };
        },
      });
    const real = {
      drivers: app.app.get(StorageDrivers, { strict: false }),
      unitOfWork: get(UnitOfWork),
      jobs: get(JobQueue),
    };
    const drivers = {
      ids: real.drivers.ids,
      named: async (id: string): Promise<StorageDriver> => mortal(await real.drivers.named(id)),
      requireLoaded: (ids: readonly string[]) => real.drivers.requireLoaded(ids),
      requirePresent: (id: string) => real.drivers.requirePresent(id),
    } as StorageDrivers;
    const mortalStatements: KyselyPlugin = {
      transformQuery: ({ node }) => {
        reach();
        return node;
      },
      transformResult: async ({ result }) => {
        reach();
        return result;
      },
    };
    const unitOfWork = {
      db: real.unitOfWork.db.withPlugin(mortalStatements),
      run: async (work: (tx: Transaction) => Promise<unknown>) => {
        reach();
        const result = await real.unitOfWork.run((tx) =>
          work(
            Object.create(tx, {
              db: { value: tx.db.withPlugin(mortalStatements) },
              sql: { value: mortal(tx.sql) },
            }) as Transaction,
          ),
        );
        reach();
        return result;
      },
    } as UnitOfWork;
    const leases = get(Leases);
    const copies = new StoredCopies(drivers, new StoredCopyRepository(unitOfWork, leases), unitOfWork, real.jobs);
    const stored = new StoredFileRepository(unitOfWork);
    const damaged = new DamagedFiles(drivers, new DamagedFileRepository(unitOfWork));
    const files = new MoveFiles(drivers, copies, stored, leases, unitOfWork, new Clock(), damaged);
    await files.execute({ from: LOCAL, to: SECOND }, { signal }).catch(() => undefined);
    return isDead;
  }

  it('files are complete after moves that run during uploads, downloads and purges', async () => {
    const kept = await Promise.all(Array.from({ length: 30 }, (_, at) => upload(`kept ${at}`)));
    const gone = await Promise.all(Array.from({ length: 10 }, (_, at) => upload(`gone ${at}`)));
    let isMoving = true;
    const whileMoving = async (work: () => Promise<void>): Promise<void> => {
      while (isMoving) await work();
    };
    const moving = (async () => {
      for (const [from, to] of [
        [LOCAL, SECOND],
        [SECOND, LOCAL],
        [LOCAL, SECOND],
      ] as const)
        expect((await move(from, to)).failures).toEqual([]);
      isMoving = false;
    })();
    let uploads = 0;
    await Promise.all([
      moving,
      whileMoving(async () => {
        for (const [at, id] of kept.entries()) expect(await contentOf(id)).toBe(`kept ${at}`);
      }),
      whileMoving(async () => void kept.push(await upload(`kept ${30 + uploads++}`))),
      whileMoving(() => app.drain()),
      ...gone.map(purge),
    ]);
    await move(LOCAL, SECOND);
    await app.drain();
    expect(await filesOnDisk(app)).toEqual({ local: [], second: kept.map(keyOf).sort() });
    expect(await rowsOf('stored_copy')).toEqual([]);
  });

  it('files are moved by one command at a time, and the second gets the reason and the remedy', async () => {
    const never = new AbortController().signal;
    const first = await get(Leases).hold('move of files', never);
    const clock = get(Clock);
    if (!(clock instanceof TestClock)) throw new Error('this server has another clock');
    let reason: unknown;
    void move(LOCAL, SECOND).catch((error: unknown) => (reason = error));
    await untilTrue('the second command to give up', () => {
      clock.advance(5_000);
      return reason !== undefined;
    });
    expect((reason as Error).message).toMatch('another move of files is running.\nRemedy: wait for its end');
    await first.release();
    expect(await move(LOCAL, SECOND)).toMatchObject({ failures: [] });
  });

  it('files are not moved by a command whose move another one has taken over', async () => {
    app.installation.plugins.pop();
    const second = new LocalStorage(`${app.dataDir}/second`);
    const write = second.write.bind(second);
    second.write = async (...values) => {
      const written = await write(...values);
      // As if this process had been stopped here for an hour, and another one had begun a move meanwhile.
      await poolOf(app).query(`update lease set number = number + 1, holder = 'another' where name = 'move of files'`);
      return written;
    };
    addSecondStorage(app, second);
    const id = await upload('paused');
    await expect(move(LOCAL, SECOND)).rejects.toThrow('the lease of "move of files" (number 1) is lost');
    expect(await contentOf(id)).toBe('paused');
    expect((await filesOnDisk(app)).second).toEqual([]);
  });

  it('a command that names a plugin which is not loaded moves no files', async () => {
    const settings = { DATABASE_URL: app.installation.databaseUrl, DATA_DIR: app.dataDir };
    const words = ['storage', 'move', '--from', LOCAL, '--to', 'storage-elsewhere'];
    const { code, errors } = await runCliHere(words, settings);
    expect({ code, errors }).toMatchObject({
      code: 1,
      errors: expect.stringContaining('the storage plugin storage-elsewhere is not loaded; loaded are: storage-local'),
    });
  });

  it('files whose plugin is not loaded return 503, and doctor names it and counts them', async () => {
    const [away, near] = [await upload('away'), await upload('near')];
    await poolOf(app).query(`update stored_file set driver = 'storage-gone' where storage_key = $1`, [keyOf(away)]);
    expect(await api.get(`${documents()}/${away}/file`)).toMatchObject({
      status: 503,
      body: { error: { code: 'documents.storage.unavailable' } },
    });
    expect(await contentOf(near)).toBe('near');
    const reports = [];
    for await (const report of get(Diagnostics).run(signal)) reports.push(report);
    expect(reports.find(({ name }) => name === 'storage')).toMatchObject({
      status: 'problem',
      message: '1 file is in storage-gone, which is not loaded: these files cannot be read',
      remedy: expect.stringContaining('PLUGINS_DISABLED'),
    });
    await purge(away);
    await purge(near);
    await expect(get(FileStore).sweep(0)).rejects.toThrow('1 stored files could not be removed');
    expect(await filesOnDisk(app)).toEqual({ local: [keyOf(away)], second: [] });
  });
});
