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

export interface BodyPart {
  /** What was read, at most as many bytes as were asked for. */
  bytes: Buffer;
  /** Why there is less than the server sends: {@link TooLarge}, or an error of the connection or of the data. */
  fault: Error | undefined;
}

export class TooLarge extends Error {}

/**
 * Reads a response body to its end or until it has `maxBytes` after decompression. What follows is not received, so a
 * small body that decompresses to gigabytes costs no more than `maxBytes`. Does not reject.
 *
 * A body with several compressions stays as it is: each layer would multiply the work that one byte of it causes. The
 * interceptor of undici is not used because it is experimental, which it prints at its first use.
 */
export async function readBody(body: Readable, encoding: string, maxBytes: number): Promise<BodyPart> {
  const decoder = DECODERS.get(encoding.trim().toLowerCase())?.();
  // The iteration below gets the errors of both.
  const decoded = decoder ? pipeline(body, decoder, () => undefined) : body;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      size += chunk.length;
      if (size > maxBytes) return { bytes: Buffer.concat(chunks), fault: new TooLarge() }; // closes the connection
    }
    return { bytes: Buffer.concat(chunks), fault: undefined };
  } catch (error) {
    // Responses to HEAD and those with status 204 or 304 can name an encoding without having a body.
    const isEmpty = decoder?.bytesWritten === 0 && (error as NodeJS.ErrnoException).code === 'Z_BUF_ERROR';
    return { bytes: Buffer.concat(chunks), fault: isEmpty ? undefined : (error as Error) };
  }
}
