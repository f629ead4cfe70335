import { defineError } from './errors.js';

export const RevisionMismatch = defineError(
  'server.precondition_failed',
  'precondition_failed',
  'It was changed since you read it. Read it again, then send your change with the new ETag in If-Match.',
);

/** Identifies a revision of a row: the `updatedAt` of a row never repeats. */
export function revisionOf(updatedAt: Date | string): string {
  return new Date(updatedAt).getTime().toString(36);
}

/** Throws {@link RevisionMismatch} unless the row, locked by the caller, has one of the expected revisions. */
export function assertRevision(thing: { updatedAt: Date }, expected: readonly string[] | undefined): void {
  if (expected && !expected.includes(revisionOf(thing.updatedAt))) throw RevisionMismatch();
}

/** Returns the time of an update: later than the previous one, even within a millisecond. */
export function nextUpdatedAt(before: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), before.getTime() + 1));
}
