import { defineError } from './errors.js';

export const RevisionMismatch = defineError(
  'server.precondition_failed',
  'precondition_failed',
  'It was changed since you read it. Read it again, then send your change with the new ETag in If-Match.',
);

/** Names a state of a thing: `updatedAt` of one thing never repeats. */
export function revisionOf(updatedAt: Date | string): string {
  return new Date(updatedAt).getTime().toString(36);
}

/** Throws {@link RevisionMismatch} unless the thing, locked by the caller, is in one of the expected states. */
export function assertRevision(thing: { updatedAt: Date }, expected: readonly string[] | undefined): void {
  if (expected && !expected.includes(revisionOf(thing.updatedAt))) throw RevisionMismatch();
}

/** The moment of an update: later than the one before, even within a millisecond. */
export function nextUpdatedAt(before: Date): Date {
  return new Date(Math.max(Date.now(), before.getTime() + 1));
}
