const LINE_END = 0x0a;

/** The bytes up to the end of the line with this number; everything when there are fewer lines. */
export function firstLines(bytes: Buffer, count: number): Buffer {
  let end = 0;
  for (let line = 0; line < count; line += 1) {
    const found = bytes.indexOf(LINE_END, end);
    if (found < 0) return bytes;
    end = found + 1;
  }
  return bytes.subarray(0, end);
}
