/** A schema change. Applied once, in a transaction, in the order of the list. Never edited after a release. */
export interface Migration {
  name: string;
  up: string;
  /** Takes the change back; used by tests and by people who must go back a version. */
  down?: string;
}
