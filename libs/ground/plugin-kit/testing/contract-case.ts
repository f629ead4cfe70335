import { it } from '@jest/globals';

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

/**
 * Turns cases into tests; `target` is called when a test runs. A skip without a reason or of an unknown case is an
 * error.
 */
export function itKeeps<Target>(
  cases: readonly ContractCase<Target>[],
  skip: SkippedCases = {},
  target: () => Promise<Target> | Target,
): void {
  const words = new Set(cases.map((each) => each.skipBy ?? each.name));
  for (const [word, reason] of Object.entries(skip)) {
    if (!words.has(word))
      throw new Error(`cannot skip the unknown case "${word}"; the cases are: ${[...words].join(', ')}`);
    if (!reason?.trim()) throw new Error(`the skipped case "${word}" needs a reason`);
  }
  for (const { name, skipBy = name, check } of cases) {
    const reason = skip[skipBy];
    if (reason === undefined) it(name, async () => check(await target()));
    else it.skip(`${name} (skipped: ${reason})`, () => undefined);
  }
}
