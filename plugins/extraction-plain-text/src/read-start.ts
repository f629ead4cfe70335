import { open } from 'node:fs/promises';

/** At most `limit` bytes from the beginning. */
export async function readStart(path: string, limit: number, signal: AbortSignal): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, limit));
    let length = 0;
    while (length < buffer.length) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(buffer, length, Math.min(buffer.length - length, 4 * 1024 * 1024), length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}
