import { constants, open } from 'node:fs/promises';

/** The child is not trusted with the size: no more is read than the text may have, three bytes a character. */
export async function readText(path: string, maxChars: number): Promise<string> {
  // Windows has neither flag. Without the second a pipe in place of the file would block a thread of this process.
  const notThroughLinks = 'O_NOFOLLOW' in constants ? constants.O_NOFOLLOW : 0;
  const neverWaiting = 'O_NONBLOCK' in constants ? constants.O_NONBLOCK : 0;
  const file = await open(path, constants.O_RDONLY | notThroughLinks | neverWaiting);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new Error('the process that reads documents left something else than a text');
    const { size } = found;
    const buffer = Buffer.alloc(Math.min(size, maxChars * 3 + 3));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead).replaceAll('\0', '').slice(0, maxChars).toWellFormed();
  } finally {
    await file.close();
  }
}
