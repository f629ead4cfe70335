import type { SearchTree } from '@archivolt/plugin-kit';
import { evaluate, type PartMatches } from './evaluate.js';
import { readParts } from './index-parts.js';
import { OrganizationLog } from './organization-log.js';
import { readState } from './organization-state.js';
import type { Reading } from './reading.js';
import { SequenceSet } from '../segments/index.js';

/** Numbers that are sorted in less than a millisecond. */
const FEW = 5_000;

/** All documents that match a query. */
export interface Matches {
  parts: PartMatches[];
  count: number;
  /** Of the state in which they match. */
  log: OrganizationLog | undefined;
}

export async function findMatches(tree: SearchTree, reading: Reading): Promise<Matches> {
  const state = await readState(reading.organizationId, reading.session);
  const log = state.logEnd && new OrganizationLog(state.logEnd, reading);
  const parts = await evaluate(tree, { parts: await readParts(state, reading), log }, reading);
  return { parts, count: parts.reduce((sum, { matches }) => sum + matches.count(), 0), log };
}

/** The numbers of the documents, ascending. */
export async function sequencesOf({ parts, count }: Matches, { pacer }: Reading): Promise<Float64Array> {
  const pause = () => pacer.step();
  if (count > FEW) {
    const set = await SequenceSet.of(parts, pause);
    if (set !== undefined) return set.values(count, pause);
  }
  const all = new Float64Array(count);
  let at = 0;
  for (const { directory, matches } of parts) {
    for (const place of matches.valuesDescending()) {
      all[at] = directory.sequences[place] ?? 0;
      at += 1;
    }
    await pause();
  }
  return all.sort();
}
