import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { placeOf } from './fault-place.js';

const run = promisify(execFile);
/** Each file takes a process of its own. */
const MAX_FILES = 50;

/** Finds the file and line of a syntax error, which Node adds to the message only when it ends the process. */
export async function placeOfSyntaxError(folder: string): Promise<string | undefined> {
  const files = globSync('**/*.{js,mjs}', { cwd: folder, exclude: (name) => name === 'node_modules' });
  for (const file of files.sort((a, b) => a.length - b.length).slice(0, MAX_FILES)) {
    try {
      await run(process.execPath, ['--check', join(folder, file)], { env: {} });
    } catch (error) {
      const { stderr } = error as { stderr?: string };
      return placeOf({ stack: stderr ?? '' }, folder) ?? file;
    }
  }
  return undefined;
}
