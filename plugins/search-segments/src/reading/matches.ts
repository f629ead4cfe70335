import type { SearchTree } from '@archivolt/plugin-kit';
import { evaluate, type PartMatches } from './evaluate.js';
import { readParts } from './index-parts.js';
import { readState } from './organization-state.js';
import type { Reading } from './reading.js';

/** All documents that match a query. */
export interface Matches {
  parts: PartMatches[];
  count: number;
}

export async function findMatches(tree: SearchTree, reading: Reading): Promise<Matches> {
  const state = await readState(reading.organizationId, reading.session);
  const parts = await evaluate(tree, await readParts(state, reading), reading);
  return { parts, count: parts.reduce((sum, { matches }) => sum + matches.count(), 0) };
}

/** The numbers of the documents, ascending. */
export async function sequencesOf({ parts, count }: Matches, { pacer }: Reading): Promise<Float64Array> {
  const sorted: Float64Array[] = [];
  for (const { directory, matches } of parts) {
    sorted.push(Float64Array.from(matches.valuesDescending(), (place) => directory.sequences[place] ?? 0).sort());
    await pacer.step();
  }
  const all = new Float64Array(count);
  const heads = sorted.map(() => 0);
  for (let index = 0; index < count; index += 1) {
    let least = -1;
    let value = Infinity;
    for (let list = 0; list < sorted.length; list += 1) {
      const head = sorted[list]?.[heads[list] ?? 0];
      if (head !== undefined && head < value) [least, value] = [list, head];
    }
    all[index] = value;
    heads[least] = (heads[least] ?? 0) + 1;
    if (index % 4_096 === 0) await pacer.step();
  }
  return all;
}
