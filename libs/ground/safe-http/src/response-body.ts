import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

/** The compressions that a request accepts; what a server sends without being asked is also read. */
export const ACCEPTED_ENCODINGS = 'gzip, br, zstd';

type Decoder = Transform & { readonly bytesWritten: number };

const DECODERS: ReadonlyMap<string, () => Decoder> = new Map([
  ['gzip', (): Decoder => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** There are more bytes than were asked for. */
export class TooLarge extends Error {}

/**
 * Yields a response body as it arrives, decompressed: what is not asked for stays with the server. Throws
 * {@link TooLarge} after `maxBytes`, and what follows is not received, so a small body that decompresses to gigabytes
 * costs no more than `maxBytes`.
 *
 * A body with several compressions stays as it is: each layer would multiply the work that one byte of it causes. The
 * interceptor of undici is not used because it is experimental, which it prints at its first use.
 */
export async function* partsOf(body: Readable, encoding: string, maxBytes: number): AsyncGenerator<Buffer, void> {
  const decoder = DECODERS.get(encoding.trim().toLowerCase())?.();
  // The iteration below gets the errors of both.
  const decoded = decoder ? pipeline(body, decoder, () => undefined) : body;
  let room = maxBytes;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      if (room > 0) yield chunk.subarray(0, room);
      room -= chunk.length;
      if (room >= 0) continue;
      const fault = new TooLarge();
      body.destroy(fault); // closes the connection; a listener to its errors gets this one
      throw fault;
    }
  } catch (error) {
    // Responses to HEAD and those with status 204 or 304 can name an encoding without having a body.
    const isEmpty = decoder?.bytesWritten === 0 && (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    if (!isEmpty) throw error;
  }
}
