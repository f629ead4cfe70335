// Runs in a worker thread: builds and merges segments, one at a time, with the bytes that the main thread brings.
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import {
  buildSegment,
  DamagedSegmentError,
  Directory,
  mergeSegments,
  type SegmentBlock,
  type SegmentDocument,
} from '../segments/index.js';
import { AT_ONCE, buffersOf, type FromThread, type ToThread } from './messages.js';

interface Segment {
  directory: Uint8Array;
  blocks: AsyncIterator<SegmentBlock> | Iterator<SegmentBlock>;
}

const port = parentPort;
if (port === null) throw new Error('thread.js must be started as a worker thread');

let task = await received();
for (;;) task = await done(task);

async function received(): Promise<ToThread> {
  return ((await once(port as NonNullable<typeof port>, 'message')) as [ToThread])[0];
}

/** Sends a message to the main thread, and returns its answer. */
async function answered(message: FromThread, moved: ArrayBuffer[] = []): Promise<ToThread> {
  const next = received();
  port?.postMessage(message, moved);
  return next;
}

/** Does a task; returns the next one. */
async function done(begun: ToThread): Promise<ToThread> {
  try {
    const { directory, blocks } = await segmentOf(begun);
    await answered({ kind: 'directory', directory });
    for (;;) {
      const made = await some(blocks);
      const next = await answered({ kind: 'made', blocks: made }, buffersOf(made));
      if (made.length === 0) return next;
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return answered(
      error instanceof DamagedSegmentError
        ? { kind: 'failed', message, finding: error.finding }
        : { kind: 'failed', message },
    );
  }
}

async function segmentOf(begun: ToThread): Promise<Segment> {
  if (begun.kind === 'build') return buildSegment(await documents());
  if (begun.kind !== 'merge') throw new Error(`no task begins with "${begun.kind}"`);
  const inputs = begun.directories.map((directory, input) => ({
    directory: Directory.decode(directory),
    blocks: inputBlocks(input),
  }));
  return mergeSegments(inputs, begun);
}

async function documents(): Promise<SegmentDocument[]> {
  const all: SegmentDocument[] = [];
  for (;;) {
    const message = await answered({ kind: 'wants documents' });
    if (message.kind !== 'documents' || message.documents.length === 0) return all;
    all.push(...message.documents);
  }
}

async function* inputBlocks(input: number): AsyncGenerator<SegmentBlock> {
  for (;;) {
    const message = await answered({ kind: 'wants blocks', input });
    if (message.kind !== 'blocks' || message.blocks.length === 0) return;
    yield* message.blocks;
  }
}

async function some(blocks: Segment['blocks']): Promise<SegmentBlock[]> {
  const made: SegmentBlock[] = [];
  while (made.length < AT_ONCE) {
    const result = await blocks.next();
    if (result.done === true) break;
    made.push(result.value);
  }
  return made;
}
