import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { KEEPS_COMPILED_CODE } from './compiled-code.js';

export interface CommandEnd {
  code: number | null;
  /** Standard output; `errors` holds standard error. */
  output: string;
  errors: string;
}

const ROOT = join(import.meta.dirname, '../..');

/** Runs a CLI command in a separate process with these settings and no others. */
export async function runCli(words: readonly string[], settings: Record<string, string>): Promise<CommandEnd> {
  const child = spawn(process.execPath, [join(ROOT, 'dist/apps/cli/src/main.js'), ...words], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...KEEPS_COMPILED_CODE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, output, errors };
}
