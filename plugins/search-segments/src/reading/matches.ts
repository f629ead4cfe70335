import type { SearchTree } from '@archivolt/plugin-kit';
import { Evaluation, type PartMatches } from './evaluate.js';
import { readParts } from './index-parts.js';
import { OrganizationLog } from './organization-log.js';
import { readState } from './organization-state.js';
import type { Reading } from './reading.js';
import type { AskedIndex } from './relational-leaves.js';
import { SequenceSet, type Places } from '../segments/index.js';

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
  const asked = await openIndex(reading);
  return matchesOf(tree, await Evaluation.begin({ trees: [tree] }, asked, reading));
}

/** The index of the organization as it is now. */
export async function openIndex(reading: Reading): Promise<AskedIndex> {
  const state = await readState(reading.organizationId, reading.session);
  const log = state.logEnd && new OrganizationLog(state.logEnd, reading);
  return { parts: await readParts(state, reading), log };
}

export async function matchesOf(tree: SearchTree, evaluation: Evaluation): Promise<Matches> {
  const parts = await evaluation.matches(tree);
  return { parts, count: countIn(parts.map(({ matches }) => matches)), log: evaluation.asked.log };
}

export function countIn(parts: readonly Places[]): number {
  return parts.reduce((sum, places) => sum + places.count(), 0);
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
