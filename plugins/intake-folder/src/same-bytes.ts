import { open, type FileHandle } from 'node:fs/promises';
import { READ_FLAGS } from './open-file.js';

const CHUNK_BYTES = 64 * 1024;

/** True for two regular files with the same content; false when one of them cannot be read. */
export async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const handles: FileHandle[] = [];
  try {
    for (const path of [one, other]) handles.push(await open(path, READ_FLAGS));
    const [first, second] = handles as [FileHandle, FileHandle];
    const [firstStats, secondStats] = [await first.stat(), await second.stat()];
    if (!firstStats.isFile() || !secondStats.isFile() || firstStats.size !== secondStats.size) return false;
    for (let offset = 0; offset < firstStats.size; offset += CHUNK_BYTES) {
      const [left, right] = await Promise.all([chunkOf(first, offset), chunkOf(second, offset)]);
      if (!left.equals(right)) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    for (const handle of handles) await handle.close();
  }
}

/** A read may return less than was asked for before the end. */
async function chunkOf(handle: FileHandle, offset: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let filled = 0;
  while (filled < CHUNK_BYTES) {
    const { bytesRead } = await handle.read(chunk, filled, CHUNK_BYTES - filled, offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return chunk.subarray(0, filled);
}
