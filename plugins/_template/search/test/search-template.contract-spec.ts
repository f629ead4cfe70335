import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createExternalSearchTestbed,
  describeSearchBackend,
  type ExternalBackendUnderTest,
} from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

let dataDir: string;
let target: ExternalBackendUnderTest;

describeSearchBackend('search-template', {
  manifest,
  create: async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'search-template-'));
    target = await createExternalSearchTestbed(manifest, { dataDir });
    return target;
  },
  destroy: async () => {
    await target.backend.close?.();
    rmSync(dataDir, { recursive: true, force: true });
  },
});
