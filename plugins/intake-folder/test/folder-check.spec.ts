import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { FolderConfig } from '../src/folder.config.js';
import { FolderIntake } from '../src/folder-intake.js';
import manifest from '../src/plugin.js';

const organizationId = 'org_000000000000000000000001';

describe('the check of the watched folder', () => {
  let home: string;
  const warnings: string[] = [];
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'intake-folder-'));
    warnings.length = 0;
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const check = (settings: Partial<FolderConfig> = {}) => {
    const config = Object.assign(new FolderConfig(), { enabled: true, rootPath: join(home, 'in'), ...settings });
    const host = aTestHost(config);
    const logger = { ...host.logger, warn: (message: string) => void warnings.push(message) };
    return new FolderIntake({ ...host, logger }).check(new AbortController().signal);
  };

  it('the check creates the folder, and names what belongs to no organization', async () => {
    await check();
    await mkdir(join(home, 'in', organizationId));
    await mkdir(join(home, 'in', 'org_short'));
    await writeFile(join(home, 'in', 'scan.pdf'), '');
    await check();
    expect(warnings).toEqual([
      expect.stringMatching(/belongs to no organization: (org_short, scan\.pdf|scan\.pdf, org_short)$/),
    ]);
  });

  it('the check says what to do when a file is in the place of the folder', async () => {
    await writeFile(join(home, 'in'), '');
    await expect(check()).rejects.toThrow(/cannot be used: [^]*Remedy: let the user of the server create and write to/);
  });

  it('the check says what to do at once when the system does not let anyone make the folder', async () => {
    if (process.platform !== 'linux') return;
    for (const rootPath of ['/proc/archivolt/in', '/proc/self/fd/archivolt/in'])
      await expect(check({ rootPath })).rejects.toThrow(/cannot be used: ENOENT[^]*Remedy: /);
  });

  it('the check reports nothing while the folder is not watched', async () => {
    await writeFile(join(home, 'in'), '');
    await expect(check({ enabled: false })).resolves.toBeUndefined();
  });

  it('the check accepts a symbolic link that the operator has put in the place of the folder', async () => {
    await mkdir(join(home, 'real'));
    await symlink(join(home, 'real'), join(home, 'in'));
    await expect(check()).resolves.toBeUndefined();
    expect(await realpath(join(home, 'in'))).toBe(await realpath(join(home, 'real')));
  });

  it('the check covers the folder that members see, if it is watched', () => {
    const describeTo = manifest.provides.intake?.describe;
    const config = Object.assign(new FolderConfig(), { enabled: true, rootPath: '/in' });
    expect(describeTo?.(config, organizationId)).toBe(`Files put into /in/${organizationId}`);
    expect(describeTo?.({ ...config, enabled: false }, organizationId)).toBeUndefined();
  });
});
