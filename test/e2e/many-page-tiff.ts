import sharp from 'sharp';

const HEADER_BYTES = 8;
const ENTRIES = 9;
const DIRECTORY_BYTES = 2 + ENTRIES * 12 + 4;

/** A TIFF with this picture on every page; the first pixels hold the page number, so that no two pages are equal. */
export async function tiffOf(picture: Uint8Array, pages: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('II');
  header.writeUInt16LE(42, 2);
  header.writeUInt32LE(HEADER_BYTES + data.length, 4);
  const parts: Uint8Array[] = [header];
  for (let page = 0; page < pages; page += 1) {
    const imageAt = HEADER_BYTES + page * (data.length + DIRECTORY_BYTES);
    const image = Buffer.from(data);
    image.writeUInt32LE(page, 0);
    const isLast = page === pages - 1;
    const nextAt = isLast ? 0 : imageAt + 2 * data.length + DIRECTORY_BYTES;
    parts.push(image, directory({ width, height, imageAt, bytes: data.length, nextAt }));
  }
  return Buffer.concat(parts);
}

interface Page {
  width: number;
  height: number;
  imageAt: number;
  bytes: number;
  nextAt: number;
}

function directory({ width, height, imageAt, bytes, nextAt }: Page): Buffer {
  const SHORT = 3;
  const LONG = 4;
  const entries: [tag: number, type: number, value: number][] = [
    [256, LONG, width],
    [257, LONG, height],
    [258, SHORT, 8],
    [259, SHORT, 1],
    [262, SHORT, 1],
    [273, LONG, imageAt],
    [277, SHORT, 1],
    [278, LONG, height],
    [279, LONG, bytes],
  ];
  const buffer = Buffer.alloc(DIRECTORY_BYTES);
  buffer.writeUInt16LE(ENTRIES, 0);
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + index * 12;
    buffer.writeUInt16LE(tag, at);
    buffer.writeUInt16LE(type, at + 2);
    buffer.writeUInt32LE(1, at + 4);
    buffer.writeUInt32LE(value, at + 8);
  });
  buffer.writeUInt32LE(nextAt, DIRECTORY_BYTES - 4);
  return buffer;
}
