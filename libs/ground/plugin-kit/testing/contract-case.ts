/** One case of a contract. The suites run the cases inside jest; any test can run a single one. */
export interface ContractCase<Target> {
  /** A sentence about behaviour. */
  name: string;
  /** The name by which a contract skips the case; defaults to `name`. */
  skipBy?: string;
  /** Rejects when `target` violates the contract. */
  check(target: Target): Promise<void>;
}

/** Cases that do not apply, each with its reason. */
export type SkippedCases = Readonly<Record<string, string | undefined>>;
