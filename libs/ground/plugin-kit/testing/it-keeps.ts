import { afterEach, it } from '@jest/globals';
import type { PluginKind, PluginManifest } from '../src/index.js';
import type { ContractCase, SkippedCases } from './contract-case.js';
import { manifestCase } from './manifest-case.js';

/**
 * Turns the rules for manifests and the cases into tests; `target` is called when a test of a case runs, and `cleanUp`
 * after it. A skip without a reason or of an unknown case is an error.
 */
export function itKeeps<Target>(
  { kind, manifest }: { kind: PluginKind; manifest: PluginManifest },
  cases: readonly ContractCase<Target>[],
  skip: SkippedCases = {},
  target: () => Promise<Target> | Target,
  cleanUp?: () => Promise<void> | void,
): void {
  const words = new Set(cases.map((each) => each.skipBy ?? each.name));
  for (const [word, reason] of Object.entries(skip)) {
    if (!words.has(word))
      throw new Error(`cannot skip the unknown case "${word}"; the cases are: ${[...words].join(', ')}`);
    if (!reason?.trim()) throw new Error(`the skipped case "${word}" needs a reason`);
  }
  const { name: accepted, check: accept } = manifestCase(kind);
  let isUsed = false;
  if (cleanUp)
    afterEach(async () => {
      if (isUsed) await cleanUp();
      isUsed = false;
    });
  it(accepted, () => accept(manifest));
  for (const { name, skipBy = name, check } of cases) {
    const reason = skip[skipBy];
    if (reason === undefined)
      it(name, async () => {
        isUsed = true;
        await check(await target());
      });
    else it.skip(`${name} (skipped: ${reason})`, () => undefined);
  }
}
