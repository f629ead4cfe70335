import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');

describe('docs/reference and .env.example', () => {
  it('the reference matches the code, whatever settings the machine has (if not, run: npm run reference)', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/reference.mjs', '--check'], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: 'wrong', TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8' },
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
