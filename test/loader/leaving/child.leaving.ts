import { spawn } from 'node:child_process';
import { it } from '@jest/globals';

it('leaves a child process', () => void spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 10_000)']));
