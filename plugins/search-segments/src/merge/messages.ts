import type { SegmentBlock, SegmentDocument } from '../segments/index.js';

/** What the main thread sends. Each message is the answer to the thread's last one, or begins a new task. */
export type ToThread =
  | { kind: 'build' }
  | { kind: 'merge'; directories: Uint8Array[]; dropsRemoved: boolean; outdated: readonly Uint16Array[] }
  /** The next documents to build a segment of; none when there are no more. */
  | { kind: 'documents'; documents: SegmentDocument[] }
  /** The next blocks of the segment that was asked for; none when it has no more. */
  | { kind: 'blocks'; blocks: SegmentBlock[] }
  /** Go on making blocks. */
  | { kind: 'next' };

/** What the thread answers. */
export type FromThread =
  | { kind: 'wants documents' }
  /** Counts the segments that are merged from zero, the oldest one. */
  | { kind: 'wants blocks'; input: number }
  | { kind: 'directory'; directory: Uint8Array }
  /** No blocks when the segment is complete. */
  | { kind: 'made'; blocks: SegmentBlock[] }
  /** The finding of a `DamagedSegmentError`, or the message of another error. */
  | { kind: 'failed'; finding?: string; message: string };

/** Blocks or documents in one message: about 64 KB. */
export const AT_ONCE = 16;

/** A block in memory of its own, which can move to another thread. Rows of the database share theirs. */
export function movableBlock({ firstTerm, body }: SegmentBlock): SegmentBlock {
  return { firstTerm: new Uint8Array(firstTerm), body: new Uint8Array(body) };
}

export function buffersOf(blocks: readonly SegmentBlock[]): ArrayBuffer[] {
  return blocks.flatMap(({ firstTerm, body }) => [firstTerm.buffer as ArrayBuffer, body.buffer as ArrayBuffer]);
}
