import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClusterFiles,
  databaseBytes,
  limitLog,
  openClusterFiles,
  readOrMakePassword,
  readPidFile,
} from './cluster-files.js';

let folder: string;
let files: ClusterFiles;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archivolt-files-'));
  files = openClusterFiles(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the files of the embedded PostgreSQL', () => {
  it('moves a log that is too large to one older part', () => {
    writeFileSync(files.logFile, 'old');
    limitLog(files, 3);
    expect(readFileSync(files.logFile, 'utf8')).toBe('old');
    writeFileSync(files.logFile, 'older');
    limitLog(files, 3);
    expect(readFileSync(files.logFile, 'utf8')).toBe('');
    expect(readFileSync(`${files.logFile}.1`, 'utf8')).toBe('older');
  });

  it('leaves the log unchanged when the older part cannot be written', () => {
    mkdirSync(`${files.logFile}.1`);
    writeFileSync(files.logFile, 'older');
    limitLog(files, 3);
    expect(readFileSync(files.logFile, 'utf8')).toBe('older');
    expect(existsSync(`${files.logFile}.draft`)).toBe(false);
  });

  it('adds up the files of the databases, and reports the largest size when it cannot read them', () => {
    expect(databaseBytes(files)).toBe(Infinity);
    mkdirSync(join(files.cluster, 'base', '5'), { recursive: true });
    writeFileSync(join(files.cluster, 'base', '5', '1259'), Buffer.alloc(8192));
    writeFileSync(join(files.cluster, 'base', '5', '1259_fsm'), Buffer.alloc(100));
    expect(databaseBytes(files) - 8292).toBeLessThan(20_000); // folders have a size of their own
    expect(databaseBytes(files)).toBeGreaterThanOrEqual(8292);
  });

  it('creates the password once and then returns the same one', () => {
    const password = readOrMakePassword(files);
    expect(password).toMatch(/^[\w-]{32}$/);
    expect(readOrMakePassword(files)).toBe(password);
  });

  it('ignores a process file that is not completely written', () => {
    mkdirSync(files.cluster);
    expect(readPidFile(files)).toBeUndefined();
    writeFileSync(files.pidFile, '');
    expect(readPidFile(files)).toBeUndefined();
    writeFileSync(files.pidFile, '12\n/somewhere\n1\n5432\n/run\n');
    expect(readPidFile(files)).toEqual({ pid: 12, port: 5432, socketDir: '/run' });
  });
});
