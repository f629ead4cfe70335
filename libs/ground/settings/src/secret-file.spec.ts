import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOrCreateSecret } from './secret-file.js';

const run = promisify(execFile);

describe('readOrCreateSecret', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-spec-'));
    file = join(folder, 'secrets/auth');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('creates a secret that only the owner can read and returns the same one afterwards', () => {
    const secret = readOrCreateSecret(file);
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect(readOrCreateSecret(file)).toBe(secret);
    expect(readdirSync(join(folder, 'secrets'))).toEqual(['auth']);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('returns a secret that exists already without the white space around it', () => {
    readOrCreateSecret(file);
    writeFileSync(file, ' mine \n');
    expect(readOrCreateSecret(file)).toBe('mine');
    expect(readFileSync(file, 'utf8')).toBe(' mine \n');
  });

  it('creates secrets of the given number of bytes', () => {
    expect(readOrCreateSecret(file, 24)).toHaveLength(32);
  });

  it('throws when the file cannot be read, instead of replacing it', () => {
    expect(() => readOrCreateSecret(folder)).toThrow(/EISDIR/);
  });

  it('throws when the file is empty', () => {
    readOrCreateSecret(file);
    writeFileSync(file, ' \n');
    expect(() => readOrCreateSecret(file)).toThrow(`the file ${file} is empty; restore it from a backup`);
  });

  it('returns the same secret to processes that start at the same time', async () => {
    const script = `const { readOrCreateSecret } = await import(process.argv[1]); console.log(readOrCreateSecret(process.argv[2]));`;
    const module = new URL('./secret-file.ts', import.meta.url).href;
    const starts = Array.from({ length: 4 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script, module, file], { env: {} }),
    );
    const secrets = (await Promise.all(starts)).map(({ stdout }) => stdout.trim());
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[\w-]{64}$/);
  });
});
