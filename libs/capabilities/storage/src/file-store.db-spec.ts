import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { FileStore } from './file-store.js';
import { StorageDrivers } from './storage-drivers.js';

describe('FileStore', () => {
  let app: TestApp;
  let files: FileStore;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    app = await startApp();
    files = app.app.get(FileStore);
    unitOfWork = app.app.get(UnitOfWork);
  });
  afterAll(() => app.close());

  it('removes the other files when one cannot be removed, and reports it', async () => {
    const keys = ['a', 'b', 'c'].map((name) => `org/originals/${name}`);
    for (const key of keys) await files.store(key, bytes(key), { signal });
    await unitOfWork.run((tx) => files.removeLater(tx, keys));
    const driver = app.app.get(StorageDrivers).writer;
    const original = driver.delete.bind(driver);
    driver.delete = (key) => (key.endsWith('/a') ? Promise.reject(new Error('not permitted')) : original(key));
    try {
      await expect(files.remove(keys)).rejects.toThrow('1 stored files could not be removed: not permitted');
    } finally {
      driver.delete = original;
    }
    expect(await keysLeft(keys)).toEqual(['org/originals/a']);
    expect(await Promise.all(keys.map((key) => stat(key)))).toEqual([expect.anything(), undefined, undefined]);
    await files.remove(keys);
    expect(await keysLeft(keys)).toEqual([]);
  });

  const { signal } = new AbortController();
  const stat = (key: string) => app.app.get(StorageDrivers).writer.stat(key);

  it('begins no second check of a storage while one does not respond', async () => {
    const drivers = app.app.get(StorageDrivers);
    const original = drivers.writer.check.bind(drivers.writer);
    const hanging = Promise.withResolvers<undefined>();
    let begun = 0;
    drivers.writer.check = () => {
      begun += 1;
      return hanging.promise;
    };
    try {
      const caller = new AbortController();
      const first = drivers.checkWriter(caller.signal);
      caller.abort(new Error('it took too long'));
      await expect(first).rejects.toThrow('it took too long');
      const second = drivers.checkWriter();
      hanging.resolve(undefined);
      await second;
      expect(begun).toBe(1);
    } finally {
      drivers.writer.check = original;
    }
    await drivers.checkWriter();
  });

  it('removes the file at the end of the block unless it is kept', async () => {
    const [kept, dropped] = ['org/originals/kept', 'org/originals/dropped'];
    {
      await using file = await files.store(kept, bytes('abc'), { signal });
      await using other = await files.store(dropped, bytes('def'), { signal });
      expect(other.storageKey).toBe(dropped);
      expect(file).toMatchObject({ size: 3, isStored: true, sha256: expect.stringMatching(/^ba7816bf/) });
      expect(await keysLeft([kept, dropped])).toHaveLength(2);
      file.keep();
    }
    expect(await keysLeft([kept, dropped])).toEqual([kept]);
    expect([await stat(kept), await stat(dropped)]).toEqual([expect.anything(), undefined]);
  });

  it('a confirmed file is not removed, even when nothing says that it is kept', async () => {
    const key = 'org/originals/confirmed';
    {
      await using file = await files.store(key, bytes('abc'), { signal });
      await unitOfWork.run((tx) =>
        tx.sql.query(`update stored_file set state = 'committed' where storage_key = $1`, [file.storageKey]),
      );
    }
    expect([await keysLeft([key]), await stat(key)]).toEqual([[key], expect.anything()]);
  });

  it('announces the file when its last byte has arrived and before it appears', async () => {
    const key = 'org/originals/announced';
    const seen: unknown[] = [];
    await using file = await files.store(key, bytes('abc'), {
      signal,
      announce: async (facts) => {
        seen.push(facts.size, await stat(key));
        return Promise.resolve(true);
      },
    });
    expect([seen, file.isStored]).toEqual([[3, undefined], true]);
    expect(await stat(key)).toMatchObject({ size: 3 });
  });

  it('stores nothing when the announcement refuses the file, and returns what it was', async () => {
    const key = 'org/originals/refused';
    const file = await files.store(key, bytes('abc'), { signal, announce: () => Promise.resolve(false) });
    expect(file).toMatchObject({ size: 3, isStored: false, sha256: expect.stringMatching(/^ba7816bf/) });
    expect([await keysLeft([key]), await stat(key)]).toEqual([[], undefined]);
  });

  it.each(['the source', 'the announcement'])('leaves nothing behind when %s fails', async (what) => {
    const key = 'org/originals/failed';
    async function* failing(): AsyncIterable<Buffer> {
      yield await Promise.resolve(Buffer.from('abc'));
      if (what === 'the source') throw new Error('it failed');
    }
    const announce = () => Promise.reject(new Error('it failed'));
    await expect(files.store(key, failing(), { signal, announce })).rejects.toThrow('it failed');
    expect([await keysLeft([key]), await stat(key)]).toEqual([[], undefined]);
  });

  const keysLeft = async (keys: readonly string[]): Promise<string[]> => {
    const rows = await unitOfWork.run((tx) =>
      tx.sql.query<{ storage_key: string }>('select storage_key from stored_file where storage_key = any($1)', [keys]),
    );
    return rows.map((row) => row.storage_key);
  };
});

async function* bytes(text: string): AsyncIterable<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}
