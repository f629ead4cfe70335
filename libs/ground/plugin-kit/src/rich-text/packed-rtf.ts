const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const WINDOW_BYTES = 4096;
/** Text that the window begins with, as the format lays down. */
const BEGINNING = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);
/** Each sixteen bits are seventeen characters at most. */
const MOST_GROWTH = 9;

/** The rich text of a message, which Outlook packs: characters, and copies of what came before. */
export function unpackRtf(packed: Buffer, mostBytes: number): Buffer {
  if (packed.length < HEADER_BYTES) return Buffer.alloc(0);
  const kind = packed.readUInt32LE(8);
  if (kind === UNCOMPRESSED) return packed.subarray(HEADER_BYTES, HEADER_BYTES + packed.readUInt32LE(4));
  if (kind !== COMPRESSED) return Buffer.alloc(0);
  const output = Buffer.alloc(Math.min(mostBytes, packed.length * MOST_GROWTH));
  const window = Buffer.alloc(WINDOW_BYTES, ' ');
  BEGINNING.copy(window);
  let written = 0;
  let windowAt = BEGINNING.length;
  const put = (byte: number): void => {
    output[written] = byte;
    window[windowAt] = byte;
    written += 1;
    windowAt = (windowAt + 1) % WINDOW_BYTES;
  };
  let at = HEADER_BYTES;
  while (at < packed.length && written < output.length) {
    const control = packed[at] ?? 0;
    at += 1;
    for (let bit = 0; bit < 8 && at < packed.length && written < output.length; bit += 1) {
      if ((control & (1 << bit)) === 0) {
        put(packed[at] ?? 0);
        at += 1;
        continue;
      }
      const reference = ((packed[at] ?? 0) << 8) | (packed[at + 1] ?? 0);
      at += 2;
      const from = reference >> 4;
      if (from === windowAt) return output.subarray(0, written);
      const length = Math.min((reference & 0xf) + 2, output.length - written);
      for (let index = 0; index < length; index += 1) put(window[(from + index) % WINDOW_BYTES] ?? 0);
    }
  }
  return output.subarray(0, written);
}
