import { describe, expect, it } from '@jest/globals';
import { openInstallation } from './open-installation.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('a data folder that the system does not let anyone make', () => {
  it.each([
    ['/proc/archivolt/data', 'ENOENT'],
    ['/proc/self/fd/archivolt/data', 'ENOENT'],
    ['/dev/null/data', 'ENOTDIR'],
  ])('a server with the data folder %s ends at once, with cause and remedy', async (dataDir, code) => {
    await expect(openInstallation({ NODE_ENV: 'test', DATA_DIR: dataDir }, 'owner', silent)).rejects.toThrow(
      `the data folder ${dataDir} cannot be written (${code}).\nRemedy: `,
    );
  });
});
