import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStorageDriver } from '@archivolt/plugin-kit/testing';
import { LocalStorage } from '../src/local-storage.js';
import plugin from '../src/plugin.js';

let root: string;

describeStorageDriver('storage-local', {
  manifest: plugin,
  create: async () => {
    root = await mkdtemp(join(tmpdir(), 'storage-local-'));
    return new LocalStorage(root);
  },
  destroy: () => rm(root, { recursive: true, force: true }),
});
