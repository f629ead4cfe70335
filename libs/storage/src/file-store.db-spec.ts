import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { UnitOfWork } from '#libs/database';
import { startApp, type TestApp } from '../../../test/support/app.js';
import { FileStore, STORAGE_DRIVER } from './file-store.js';

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

  it('removes the other files when one cannot be removed, and says so', async () => {
    const keys = ['a', 'b', 'c'].map((name) => `org/originals/${name}`);
    for (const key of keys) await files.store(key, bytes(key), new AbortController().signal);
    await unitOfWork.run((tx) => files.removeLater(tx, keys));
    const driver = app.app.get<StorageDriver>(STORAGE_DRIVER);
    const original = driver.delete.bind(driver);
    driver.delete = (key) => (key.endsWith('/a') ? Promise.reject(new Error('not permitted')) : original(key));
    try {
      await expect(files.remove(keys)).rejects.toThrow('1 stored files could not be removed: not permitted');
    } finally {
      driver.delete = original;
    }
    expect(await keysLeft(keys)).toEqual(['org/originals/a']);
    expect(await Promise.all(keys.map((key) => files.stat(key)))).toEqual([expect.anything(), undefined, undefined]);
    await files.remove(keys);
    expect(await keysLeft(keys)).toEqual([]);
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
