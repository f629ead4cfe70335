import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StorageDriver } from '@archivolt/plugin-kit';
import { MARKER_KEY } from '#capabilities/storage';
import type { LoadedPlugin } from '#ground/plugin-host';
import { LocalStorage } from '../../plugins/storage-local/src/local-storage.js';
import type { TestApp } from '../support/app.js';

export const SECOND = 'storage-second';

/** Loads a second storage plugin into a running server: another folder. New files are still written to the first. */
export function addSecondStorage(app: TestApp, driver: StorageDriver = new LocalStorage(secondFolder(app))): void {
  const plugin: LoadedPlugin = {
    id: SECOND,
    packageName: `@acme/${SECOND}`,
    version: '1.0.0',
    kinds: ['storage'],
    manifest: { id: SECOND, contract: 2, provides: { storage: { create: () => driver } } },
    config: undefined,
  };
  app.installation.plugins.push(plugin);
}

const secondFolder = (app: TestApp): string => join(app.dataDir, 'second');

/** The keys of the files in both storages. */
export async function filesOnDisk(app: TestApp): Promise<{ local: string[]; second: string[] }> {
  const [local, second] = await Promise.all([join(app.dataDir, 'documents'), secondFolder(app)].map(filesIn));
  return { local: local ?? [], second: second ?? [] };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((key) => key !== MARKER_KEY)
    .sort();
}
