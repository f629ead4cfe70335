import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** `npm run test:full` runs the exhaustive suites whole; the gate runs a sample of each. */
export const isFullSet = process.env['TEST_SET'] === 'full';

/**
 * The part of `items` that this run works on: all of them in the full set, else `count`, chosen again for each commit and
 * the same for every run of it. `TEST_SEED` chooses another part, so that a failure elsewhere can be repeated.
 */
export function sample<Item>(items: readonly Item[], count: number, nameOf: (item: Item) => string): Item[] {
  if (isFullSet || count >= items.length) return [...items];
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed()} ${nameOf(item)}`)
      .digest('hex');
  const ranks = new Map(items.map((item) => [item, rank(item)]));
  const chosen = new Set([...items].sort((a, b) => (ranks.get(a)! < ranks.get(b)! ? -1 : 1)).slice(0, count));
  return items.filter((item) => chosen.has(item));
}

function seed(): string {
  return process.env['TEST_SEED'] ?? (commit ??= headCommit());
}

/** The same for the whole run; asking git takes as long as many tests. */
let commit: string | undefined;

/** A tree without a history has one seed. */
function headCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'none';
  }
}
