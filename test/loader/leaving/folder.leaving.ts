import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from '@jest/globals';

it('leaves a temporary folder', () => mkdtemp(join(tmpdir(), 'left-behind-')));
