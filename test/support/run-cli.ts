import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { format } from 'node:util';
import { jest } from '@jest/globals';

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
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, output, errors };
}

/**
 * Runs a CLI command in this process, where the product is loaded already. For a command that many tests run; what it
 * prints is the same.
 */
export async function runCliHere(words: readonly string[], settings: Record<string, string>): Promise<CommandEnd> {
  const { run } = await import('../../apps/cli/src/run.js');
  const [environment, exitCode] = [process.env, process.exitCode];
  const printed = { output: '', errors: '' };
  const prints = (kind: keyof typeof printed) => (text: unknown) => void (printed[kind] += `${format(text)}\n`);
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(prints('output')),
    jest.spyOn(console, 'error').mockImplementation(prints('errors')),
  ];
  process.env = { PATH: environment['PATH'], HOME: environment['HOME'], ...settings };
  process.exitCode = 0;
  try {
    await run([...words]);
    return { code: process.exitCode, ...printed };
  } finally {
    process.env = environment;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
