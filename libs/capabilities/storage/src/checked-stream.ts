import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FileProblem } from './damaged-file.schema.js';

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
 * that wrong bytes never arrive as a whole. Of a file that is one chunk, nothing arrives: then this throws.
 */
export async function checkedStream(source: Readable, expected: Expected, checks: Checks): Promise<Readable> {
  source.on('error', () => undefined); // the loop gets it, if it is still reading
  const chunks = checked(source as AsyncIterable<Buffer>, expected, checks);
  let next: Promise<IteratorResult<Buffer>> | undefined;
  try {
    next = Promise.resolve(await chunks.next());
  } catch (error) {
    source.destroy();
    throw error;
  }
  return new Readable({
    read() {
      const upcoming = next ?? chunks.next();
      next = undefined;
      upcoming.then(
        ({ done, value }) => this.push(done === true ? null : (value as Buffer)),
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
