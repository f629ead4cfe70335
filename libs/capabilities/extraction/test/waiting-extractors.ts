import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns how many of the extractors whose file says to wait have begun: each leaves a file `waits` in its folder. */
export async function waitingExtractors(dataDir: string): Promise<number> {
  const paths = await readdir(join(dataDir, 'tmp', 'extraction'), { recursive: true }).catch(() => []);
  return paths.filter((path) => path.endsWith('/waits')).length;
}
