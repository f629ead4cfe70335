import type { Readable } from 'node:stream';
import { limitedCall } from '#ground/plugin-host';

/** A storage that sends nothing for so long would keep all other files from being looked at. */
const CHUNK_WITHIN_SECONDS = 60;

/** Yields the bytes of a stored file. Throws when none come for a minute. */
export async function* chunksOf(bytes: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const chunks = (bytes as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = () => chunks.next();
      const chunk = await limitedCall('the storage', { seconds: CHUNK_WITHIN_SECONDS, signal }, next);
      if (chunk.done === true) return;
      yield chunk.value;
    }
  } finally {
    bytes.destroy();
  }
}
