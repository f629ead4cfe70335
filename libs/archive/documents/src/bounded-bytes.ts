import type { Readable } from 'node:stream';
import { DocumentTooLarge, EmptyDocument } from './documents.errors.js';

/** The bytes of `source` as long as they may be stored: at least one, and at most `maxBytes` (0: no limit). */
export async function* boundedBytes(source: Readable, maxBytes: number): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (maxBytes > 0 && bytes > maxBytes) throw DocumentTooLarge();
    yield chunk;
  }
  if (bytes === 0) throw EmptyDocument();
}
