/** A schema change. Applied once, in a transaction, in the order of the list. Never edited after a release. */
export interface Migration {
  name: string;
  up: string;
  /** Reverts the change; used by tests, and for a return to an earlier version. */
  down?: string;
}
