import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Returns `src/plugin.ts:12`: the innermost place in the files of a package that an error names. */
export function placeOf(error: unknown, folder: string): string | undefined {
  const stack = hasStack(error) ? String(error.stack) : '';
  const home = `${realpathSync(folder)}/`;
  for (const line of stack.split('\n'))
    for (const start of [home, pathToFileURL(home).href]) {
      const at = line.indexOf(start);
      const [, file, number] = (at < 0 ? null : /^([^\s():]+):(\d+)/.exec(line.slice(at + start.length))) ?? [];
      if (file !== undefined && !file.includes('node_modules/')) return `${file}:${number}`;
    }
  return undefined;
}

/** Returns what an error says, without a full stop at the end. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Object && 'message' in error ? error.message : error;
  return String(message).trim().replace(/\.$/, '');
}

/** Errors of another realm are no instances of `Error`. */
function hasStack(error: unknown): error is { stack: unknown } {
  return typeof error === 'object' && error !== null && 'stack' in error;
}
