import { openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';

it('leaves an open file', () => {
  const path = join(tmpdir(), 'open');
  openSync(path, 'w');
  rmSync(path);
});
