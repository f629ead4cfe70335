import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeToOthers } from './close-to-others.js';

const onPosix = process.platform === 'win32' ? it.skip : it;

describe('closeToOthers', () => {
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

  onPosix('takes the rights of others from the folders of the server and says so once', () => {
    make('documents', 0o755);
    make('secrets', 0o700);
    closeToOthers(dataDir, log);
    closeToOthers(dataDir, log);
    expect([modeOf('documents'), modeOf('secrets')]).toEqual([0o700, 0o700]);
    expect(messages).toEqual([expect.stringContaining(join(dataDir, 'documents'))]);
  });

  onPosix('leaves the data folder, other folders in it and the rights of the group alone', () => {
    chmodSync(dataDir, 0o755);
    make('other', 0o755);
    make('tmp', 0o710);
    closeToOthers(dataDir, log);
    expect([modeOf(), modeOf('other'), modeOf('tmp')]).toEqual([0o755, 0o755, 0o710]);
    expect(messages).toEqual([]);
  });

  onPosix('does not follow a link to a folder elsewhere', () => {
    make('elsewhere', 0o755);
    symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'documents'));
    closeToOthers(dataDir, log);
    expect(modeOf('elsewhere')).toBe(0o755);
  });
});
