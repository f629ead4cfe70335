const BLOCK_BYTES = 64 * 1024;

/** Passes bytes on in blocks: an archive of small files consists of many short pieces, and each is a system call. */
export async function* inBlocks(source: ReadableStreamDefaultReader<Uint8Array>): AsyncIterable<Buffer> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await source.read();
      if (done) break;
      pieces.push(value);
      length += value.length;
      if (length < BLOCK_BYTES) continue;
      yield Buffer.concat(pieces, length);
      pieces = [];
      length = 0;
    }
    if (length > 0) yield Buffer.concat(pieces, length);
  } finally {
    await source.cancel().catch(() => undefined);
  }
}
