import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until, untilTrue } from '../../../../test/support/until.js';

/** Reached only when the child never gets to its endless loop. */
const WITHIN_MS = 60_000;
const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a child whose server is killed', () => {
  let home: string;
  beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'orphan-spec-'))));
  afterEach(() => rm(home, { recursive: true, force: true }));

  onLinux('a child whose server is killed ends even while a parser keeps it busy', async () => {
    const script = fileURLToPath(new URL('../test/parent-that-waits.mjs', import.meta.url));
    const parent = spawn(process.execPath, [script, home], { stdio: 'ignore' });
    const ended = once(parent, 'exit');
    try {
      const child = await until(WITHIN_MS, 'a busy child', () => busyChildOf(parent.pid));
      parent.kill('SIGKILL');
      await ended;
      await untilTrue('the child to end', () => !existsSync(`/proc/${child}`));
      expect(existsSync(`/proc/${child}`)).toBe(false);
    } finally {
      parent.kill('SIGKILL');
    }
  });
});

/** The child's id once it has used a third of a second of processor time, which only the endless loop does. */
async function busyChildOf(parent: number | undefined): Promise<number | undefined> {
  const ids = await readFile(`/proc/${parent}/task/${parent}/children`, 'latin1').catch(() => '');
  const id = Number(ids.trim().split(' ')[0]);
  const fields = id > 0 ? await readFile(`/proc/${id}/stat`, 'latin1').catch(() => '') : '';
  return Number(fields.split(' ')[13]) > 33 ? id : undefined;
}
