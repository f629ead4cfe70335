import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIntake } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

describeIntake('intake-template', {
  manifest,
  source: async () => {
    const path = await mkdtemp(join(tmpdir(), 'intake-template-'));
    return {
      config: { path, organization: 'org_000000000000000000000001', intervalMs: 20, settleMs: 0 },
      add: (name, content) => writeFile(join(path, name), content),
      close: () => rm(path, { recursive: true, force: true }),
    };
  },
});
