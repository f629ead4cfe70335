import { hashedFields, hashOf, type HashedFields, type SealedEntry } from './sealed-entry.js';

export type ProblemKind = 'changed' | 'missing' | 'reordered' | 'rewritten';

/** Where a chain is broken, and how that shows. */
export interface ChainProblem {
  sequence: number;
  kind: ProblemKind;
  message: string;
}

/** An entry as it is hashed, with the hash that it claims to have. */
export interface ClaimedEntry {
  fields: HashedFields;
  hash: string;
}

export const claimed = (entry: SealedEntry): ClaimedEntry => ({ fields: hashedFields(entry), hash: entry.hash });

/** Where a walk is: after which entry, and what its hash is. */
export interface WalkPosition {
  sequence: number;
  hash: string;
}

/**
 * Checks that the next entries follow, one by one. Returns the first problem, or where the walk is now. Without a hash in
 * `start`, as at the begin of an export of later entries, the first entry says itself what came before.
 */
export function walkOn(
  start: { sequence: number; hash: string | undefined },
  entries: readonly ClaimedEntry[],
): ChainProblem | WalkPosition {
  let { sequence, hash } = start;
  for (const { fields, hash: claim } of entries) {
    if (fields.sequence !== sequence + 1) return missing(sequence + 1, fields.sequence);
    sequence += 1;
    if (hashOf(fields) !== claim)
      return problem(sequence, 'changed', 'was changed after it was sealed: its hash is not that of its content.');
    if (hash !== undefined && fields.previousHash !== hash)
      return problem(
        sequence,
        'reordered',
        'does not follow the entry before it: one of the two was replaced or moved.',
      );
    hash = claim;
  }
  return { sequence, hash: hash ?? '' };
}

export const isProblem = (result: ChainProblem | WalkPosition): result is ChainProblem => 'kind' in result;

function missing(expected: number, found: number): ChainProblem {
  return found > expected
    ? problem(expected, 'missing', `is missing: entry ${found} follows entry ${expected - 1}.`)
    : problem(expected, 'reordered', `is not where it should be: entry ${found} is in its place.`);
}

export function problem(sequence: number, kind: ProblemKind, what: string): ChainProblem {
  return { sequence, kind, message: `Entry ${sequence} ${what}` };
}
