import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { restrictFolders } from './restrict-folders.js';

const onPosix = process.platform === 'win32' ? it.skip : it;

describe('restrictFolders', () => {
  let dataDir: string;
  let messages: string[];
  const log = { info: (message: string) => void messages.push(message) };
  const modeOf = (...parts: string[]) => statSync(join(dataDir, ...parts)).mode & 0o777;
  const make = (name: string, mode: number) => {
    mkdirSync(join(dataDir, name));
    chmodSync(join(dataDir, name), mode);
  };

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'archivolt-rights-'));
    messages = [];
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  onPosix('removes the rights of other users from the folders of the server and logs it once', () => {
    make('documents', 0o755);
    make('secrets', 0o700);
    restrictFolders(dataDir, log);
    restrictFolders(dataDir, log);
    expect([modeOf('documents'), modeOf('secrets')]).toEqual([0o700, 0o700]);
    expect(messages).toEqual([expect.stringContaining(join(dataDir, 'documents'))]);
  });

  onPosix('leaves the data folder, other folders in it and the rights of the group unchanged', () => {
    chmodSync(dataDir, 0o755);
    make('other', 0o755);
    make('tmp', 0o710);
    restrictFolders(dataDir, log);
    expect([modeOf(), modeOf('other'), modeOf('tmp')]).toEqual([0o755, 0o755, 0o710]);
    expect(messages).toEqual([]);
  });

  onPosix('a link to another folder is not followed', () => {
    make('elsewhere', 0o755);
    symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'documents'));
    restrictFolders(dataDir, log);
    expect(modeOf('elsewhere')).toBe(0o755);
  });
});
