import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeIntake } from '@archivolt/plugin-kit/testing';
import { FolderConfig } from '../src/folder.config.js';
import manifest from '../src/plugin.js';

const organizationId = 'org_000000000000000000000001';

describeIntake('intake-folder', {
  manifest,
  source: async () => {
    const rootPath = await mkdtemp(join(tmpdir(), 'intake-folder-'));
    await mkdir(join(rootPath, organizationId));
    return {
      config: Object.assign(new FolderConfig(), {
        ...{ enabled: true, rootPath, pollingIntervalMs: 20, stabilityThresholdMs: 20, stabilityPollIntervalMs: 5 },
      }),
      add: (name, content) => writeFile(join(rootPath, organizationId, name), content),
      close: () => rm(rootPath, { recursive: true, force: true }),
    };
  },
});
