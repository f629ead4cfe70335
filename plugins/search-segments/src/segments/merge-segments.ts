import { BlockWriter } from './block-writer.js';
import { Directory } from './directory.js';
import { planMerge, type MergeOptions, type MergePlan } from './merge-plan.js';
import { MergeSource } from './merge-source.js';
import { MergedPlaces } from './merged-places.js';
import { MAX_TERM_BYTES, type SegmentBlock } from './segment.js';

export interface MergeInput {
  directory: Directory;
  blocks: AsyncIterable<SegmentBlock>;
}

/**
 * Makes one segment of several, given oldest first: of each document its newest version. It holds one block of each
 * input at a time, and never works through more than one block before it asks for the next or returns one.
 */
export function mergeSegments(
  inputs: readonly MergeInput[],
  options: MergeOptions,
): { directory: Uint8Array; blocks: AsyncGenerator<SegmentBlock> } {
  const plan = planMerge(
    inputs.map(({ directory }) => directory),
    options,
  );
  return { directory: Directory.encode(plan.entries), blocks: mergedBlocks(inputs, plan) };
}

async function* mergedBlocks(inputs: readonly MergeInput[], plan: MergePlan): AsyncGenerator<SegmentBlock> {
  const { size } = plan;
  const sources = inputs.map((input, index) => new MergeSource(input, plan.targets[index] ?? new Uint16Array()));
  const writer = new BlockWriter(size, MAX_TERM_BYTES);
  const places = new MergedPlaces(size);
  try {
    for (const source of sources) await source.open();
    for (let first = firstOf(sources); first !== undefined; first = firstOf(sources)) {
      places.clear();
      places.add(first);
      // The term stays in the cursor that it was found in until all others have moved on.
      for (const source of sources) {
        if (source === first || !source.isAt(first)) continue;
        places.add(source);
        if (!source.nextTerm()) await source.nextBlock();
      }
      const { term, termLength } = first.cursor;
      const completed =
        places.count > 0
          ? writer.add({ bytes: term, start: 0, end: termLength }, places.sorted(), places.count)
          : undefined;
      if (completed !== undefined) yield completed;
      if (!first.nextTerm()) await first.nextBlock();
    }
    const last = writer.take();
    if (last !== undefined) yield last;
  } finally {
    for (const source of sources) await source.close();
  }
}

/** The source whose term comes first; the oldest one of several at the same term. */
function firstOf(sources: readonly MergeSource[]): MergeSource | undefined {
  let first: MergeSource | undefined;
  for (const source of sources) {
    if (!source.isAtEnd && (first === undefined || source.compare(first) < 0)) first = source;
  }
  return first;
}
