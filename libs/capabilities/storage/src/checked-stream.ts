import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { limitedCall } from '#ground/plugin-host';
import type { FileProblem } from './damaged-file.schema.js';
import { ANSWERS_WITHIN_SECONDS } from './storage-drivers.js';

/** A file of this size is usually one chunk. */
const SHORT_BYTES = 64 * 1024;

export interface Expected {
  /** Bytes; null when it is not known. */
  size: number | null;
  /** Null when it is not known, or only a part is read. */
  sha256: string | null;
}

export interface Checks {
  /** Called when all bytes are right, before the last of them is passed on. */
  onRight: () => Promise<void>;
  /** Called otherwise. Returns the error with which the stream ends. */
  onWrong: (problem: FileProblem) => Promise<Error>;
}

/**
 * Passes the bytes of a stored file on and compares them with what was stored. The last chunk is held back until then, so
 * that wrong bytes never arrive as a whole. Of a short file that is one chunk, nothing arrives: then this throws. It does not
 * wait for the chunks of others, because the caller can end a stream that does not go on, and nothing else.
 */
export async function checkedStream(source: Readable, expected: Expected, checks: Checks): Promise<Readable> {
  source.on('error', () => undefined); // the loop gets it, if it is still reading
  const chunks = checked(source as AsyncIterable<Buffer>, expected, checks);
  let next: Promise<IteratorResult<Buffer>> | undefined;
  try {
    if (expected.size !== null && expected.size <= SHORT_BYTES)
      next = Promise.resolve(
        await limitedCall('the storage', { seconds: ANSWERS_WITHIN_SECONDS }, () => chunks.next()),
      );
  } catch (error) {
    source.destroy();
    throw error;
  }
  return new Readable({
    highWaterMark: 0, // an error would drop the chunks that are read ahead
    read() {
      const upcoming = next ?? chunks.next();
      next = undefined;
      upcoming.then(
        ({ done, value }) => this.push(done === true ? null : value),
        (error: unknown) => this.destroy(error as Error),
      );
    },
    destroy(error, done) {
      source.destroy();
      done(error);
    },
  });
}

async function* checked(
  source: AsyncIterable<Buffer>,
  { size, sha256 }: Expected,
  { onRight, onWrong }: Checks,
): AsyncGenerator<Buffer> {
  const hash = sha256 === null ? undefined : createHash('sha256');
  let read = 0;
  let held: Buffer | undefined;
  try {
    for await (const chunk of source) {
      if (chunk.length === 0) continue;
      read += chunk.length;
      if (size !== null && read > size) break;
      hash?.update(chunk);
      if (held) yield held;
      held = chunk;
    }
  } catch (error) {
    if (held) yield held; // what could be read: the error says that it is not all
    throw error;
  }
  if (size !== null && read !== size) throw await onWrong('size');
  if (hash && hash.digest('hex') !== sha256) throw await onWrong('hash');
  await onRight();
  if (held) yield held;
}
