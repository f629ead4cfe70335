import type { FileHandle } from 'node:fs/promises';
import { Transform, type TransformCallback } from 'node:stream';

const BLOCK_BYTES = 1024 * 1024;
/** Of the line in front of a mail. */
const LONGEST_LINE = 1_000;
const FROM = Buffer.from('From ');
const TIME = /\d\d:\d\d/;
const [NEW_LINE, RETURN, ABOVE] = [0x0a, 0x0d, 0x3e];
/** Signs in front of `From ` at the beginning of a line. */
const MOST_SIGNS = 1_000;

/** Where a mail is in its file, without the line in front of it. */
export interface MailRange {
  start: number;
  /** Just after its last byte. */
  end: number;
}

/** True for a file that begins like a mailbox. */
export async function isMbox(file: FileHandle): Promise<boolean> {
  return fromLineAt(await readAt(file, 0, LONGEST_LINE), 0) > 0;
}

/**
 * The mails in a mailbox file, in one pass with a block in memory at a time. A mail begins after an empty line and a line
 * that begins with `From ` and has a time; the empty line belongs to neither mail.
 */
export async function* mailsIn(file: FileHandle, signal: AbortSignal): AsyncGenerator<MailRange> {
  const { size } = await file.stat();
  let start: number | undefined;
  for await (const { before, after } of separators(file, size, signal)) {
    if (start !== undefined) yield { start, end: before };
    start = after;
  }
  if (start === undefined) return;
  const tail = (await readAt(file, Math.max(start, size - 3), 3)).toString('latin1');
  const blank = tail.endsWith('\n\r\n') ? 2 : Number(tail.endsWith('\n\n'));
  yield { start, end: size - blank };
}

/** Takes the signs away with which lines that begin with `From ` were changed in a mailbox (mboxrd). */
export class OriginalLines extends Transform {
  #rest = Buffer.alloc(0);
  #isLineStart = true;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = Buffer.alloc(0);
    let sent = 0;
    for (let at = this.#isLineStart ? 0 : afterLine(bytes, 0); at < bytes.length; at = afterLine(bytes, at)) {
      if (bytes[at] !== ABOVE) continue;
      let end = at;
      while (bytes[end] === ABOVE && end - at < MOST_SIGNS) end += 1;
      if (end - at === MOST_SIGNS) continue;
      const next = bytes.subarray(end, end + FROM.length);
      if (next.length < FROM.length && FROM.subarray(0, next.length).equals(next)) {
        this.push(bytes.subarray(sent, at));
        this.#rest = Buffer.from(bytes.subarray(at));
        this.#isLineStart = true;
        return done();
      }
      if (!next.equals(FROM)) continue;
      this.push(bytes.subarray(sent, at));
      sent = at + 1;
    }
    this.#isLineStart = bytes.at(-1) === NEW_LINE;
    done(null, bytes.subarray(sent));
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#rest);
  }
}

function afterLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEW_LINE, from);
  return end < 0 ? bytes.length : end + 1;
}

/**
 * The length of a line in front of a mail; 0 when it is none. Such a line has a time; a line of a text that begins with
 * the same word has none.
 */
function fromLineAt(bytes: Buffer, at: number): number {
  if (!bytes.subarray(at, at + FROM.length).equals(FROM)) return 0;
  const line = bytes.subarray(at, at + LONGEST_LINE);
  const length = line.indexOf(NEW_LINE) + 1;
  return TIME.test(line.toString('latin1', 0, length)) ? length : 0;
}

/** The ends of mails, and where the next ones begin. */
async function* separators(
  file: FileHandle,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<{ before: number; after: number }> {
  const first = fromLineAt(await readAt(file, 0, LONGEST_LINE), 0);
  if (first > 0) yield { before: 0, after: first };
  for (let at = 0; at < size; at += BLOCK_BYTES) {
    signal.throwIfAborted();
    // With the blank line before a line that begins this block, and the end of one that begins in it.
    const begin = Math.max(at - 3, 0);
    const block = await readAt(file, begin, BLOCK_BYTES + 3 + LONGEST_LINE);
    for (let found = block.indexOf(FROM, 2); found >= 0; found = block.indexOf(FROM, found + 1)) {
      const position = begin + found;
      if (position >= at + BLOCK_BYTES) break;
      if (position < at || block[found - 1] !== NEW_LINE) continue;
      const blank = block[found - 2] === RETURN ? 2 : 1;
      if (block[found - 1 - blank] !== NEW_LINE) continue;
      const length = fromLineAt(block, found);
      if (length > 0) yield { before: position - blank, after: position + length };
    }
  }
}

export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
