import { it } from '@jest/globals';

/** One promise of a contract. The suites run them inside jest; any test may run one by itself. */
export interface ContractCase<Target> {
  /** A sentence about behaviour. */
  name: string;
  /** What a contract writes to skip it; the name when missing. */
  skipBy?: string;
  /** Rejects when `target` does not keep the promise. */
  check(target: Target): Promise<void>;
}

/** Cases that do not apply, each with its reason. */
export type SkippedCases = Readonly<Record<string, string | undefined>>;

/** Turns cases into tests; `target` is asked when a test runs. A skip without a reason, or of no case, is an error. */
export function itKeeps<Target>(
  cases: readonly ContractCase<Target>[],
  skip: SkippedCases = {},
  target: () => Promise<Target> | Target,
): void {
  const words = new Set(cases.map((each) => each.skipBy ?? each.name));
  for (const [word, reason] of Object.entries(skip)) {
    if (!words.has(word)) throw new Error(`there is no case "${word}" to skip; there are: ${[...words].join(', ')}`);
    if (!reason?.trim()) throw new Error(`the skipped case "${word}" needs its reason`);
  }
  for (const { name, skipBy = name, check } of cases) {
    const reason = skip[skipBy];
    if (reason === undefined) it(name, async () => check(await target()));
    else it.skip(`${name} (skipped: ${reason})`, () => undefined);
  }
}
