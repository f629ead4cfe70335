import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { WrittenFile } from '#operation/backup';
import { BundleError } from './bundle-error.js';

/** The longest text of a document is far below it. */
export const MOST_LINE_BYTES = 128 * 1024 ** 2;
const BLOCK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** One line of JSON for each value, in blocks that are worth a write. */
export async function* jsonLines(
  values: AsyncIterable<object>,
  onLine: () => void,
  mostLineBytes = MOST_LINE_BYTES,
): AsyncIterable<Buffer> {
  let block: Buffer[] = [];
  let bytes = 0;
  for await (const value of values) {
    const line = Buffer.from(`${JSON.stringify(value)}\n`);
    if (line.length > mostLineBytes) {
      const { kind, ref } = value as { kind?: string; ref?: string };
      throw new BundleError(`the ${kind ?? 'record'} ${ref ?? ''} is longer than a line of a bundle can be`);
    }
    onLine();
    block.push(line);
    bytes += line.length;
    if (bytes < BLOCK_BYTES) continue;
    yield Buffer.concat(block);
    [block, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(block);
}

export interface Line {
  /** Counted from 1. */
  number: number;
  value: unknown;
}

/**
 * The values of a file with one JSON text a line. Throws `BundleError`, which names file and line, for a line that is too
 * long, cut or no JSON, and at the end when the file has other bytes than expected.
 */
export async function* readLines(
  folder: string,
  path: string,
  expected: WrittenFile,
  { signal, mostLineBytes = MOST_LINE_BYTES }: { signal: AbortSignal; mostLineBytes?: number },
): AsyncIterable<Line> {
  const hash = createHash('sha256');
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length > mostLineBytes)
      throw new BundleError(`${path}, line ${number}: it is longer than ${mostLineBytes} bytes`);
    parts.push(part);
  };
  for await (const chunk of createReadStream(join(folder, path), { signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end));
      yield { number, value: parsed(path, number, Buffer.concat(parts)) };
      [parts, length, start] = [[], 0, end + 1];
      number += 1;
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) throw new BundleError(`${path}, line ${number}: it is cut off`);
  if (hash.digest('hex') !== expected.sha256)
    throw new BundleError(`${path} has other bytes than those that were written`);
}

function parsed(path: string, number: number, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new BundleError(`${path}, line ${number}: it is not a JSON text in UTF-8`);
  }
}
