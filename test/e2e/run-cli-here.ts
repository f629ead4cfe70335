import { format } from 'node:util';
import { jest } from '@jest/globals';
import { run } from '../../apps/cli/src/run.js';
import type { CommandEnd } from '../support/run-cli.js';

/**
 * Runs a CLI command in this process, where the product is loaded already. For a command that many tests run; what it
 * prints is the same. `perform` is for commands with parts of a test.
 */
export async function runCliHere(
  words: readonly string[],
  settings: Record<string, string>,
  perform: (words: string[]) => Promise<void> = run,
): Promise<CommandEnd> {
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
    await perform([...words]);
    return { code: process.exitCode, ...printed };
  } finally {
    process.env = environment;
    process.exitCode = exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}
