/** Why a file could not be decoded. */
export class BmpError extends Error {
  constructor(
    readonly problem: 'corrupt' | 'too-large' | 'unsupported',
    message: string,
  ) {
    super(message);
  }
}

export interface GrayPicture {
  gray: Uint8Array;
  width: number;
  height: number;
  dpi: number | undefined;
}

interface Header {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  pixels: number;
  palette: Uint8Array;
  masks: { red: number; green: number; blue: number } | undefined;
  dpi: number | undefined;
}

const FILE_HEADER = 14;
const UNCOMPRESSED = 0;
const BIT_FIELDS = new Set([3, 6]);

/** Decodes an uncompressed Windows bitmap to gray; the picture library cannot. */
export function decodeBmp(file: Buffer, maxPixels: number): GrayPicture {
  let header: Header;
  try {
    header = readHeader(file, maxPixels);
  } catch (error) {
    throw error instanceof RangeError ? new BmpError('corrupt', 'The bitmap ends inside its header.') : error;
  }
  const { width, height, bits, topDown, dpi } = header;
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (file.length < header.pixels + stride) throw new BmpError('corrupt', 'The bitmap ends before its first row.');
  const gray = new Uint8Array(width * height).fill(255);
  const grayAt = pixelReader(file, header);
  for (let row = 0; row < height; row++) {
    const start = header.pixels + row * stride;
    if (start + stride > file.length) break; // cut off: the rest stays white
    const target = (topDown ? row : height - 1 - row) * width;
    for (let x = 0; x < width; x++) gray[target + x] = grayAt(start, x);
  }
  return { gray, width, height, dpi };
}

function readHeader(file: Buffer, maxPixels: number): Header {
  if (file.toString('latin1', 0, 2) !== 'BM') throw new BmpError('corrupt', 'This is not a bitmap.');
  const size = file.readUInt32LE(FILE_HEADER);
  const old = size === 12;
  const width = old ? file.readUInt16LE(18) : file.readInt32LE(18);
  const signedHeight = old ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bits = file.readUInt16LE(old ? 24 : 28);
  const compression = old ? UNCOMPRESSED : file.readUInt32LE(30);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0) throw new BmpError('corrupt', 'The bitmap says that it has no pixels.');
  if (width * height > maxPixels) throw new BmpError('too-large', `The bitmap has ${width} x ${height} pixels.`);
  const fields = BIT_FIELDS.has(compression) && (bits === 16 || bits === 32);
  if (![1, 4, 8, 16, 24, 32].includes(bits) || (compression !== UNCOMPRESSED && !fields)) {
    throw new BmpError('unsupported', 'This kind of bitmap (compressed or of unusual depth) cannot be read.');
  }
  const pixelsPerMetre = old ? 0 : file.readInt32LE(38);
  const masks = fields
    ? { red: file.readUInt32LE(54), green: file.readUInt32LE(58), blue: file.readUInt32LE(62) }
    : bits === 16
      ? { red: 0x7c00, green: 0x3e0, blue: 0x1f }
      : undefined;
  return {
    width,
    height,
    topDown: !old && signedHeight < 0,
    bits,
    pixels: file.readUInt32LE(10),
    palette:
      bits <= 8
        ? readPalette(file, FILE_HEADER + size + (fields && size === 40 ? 12 : 0), old ? 3 : 4)
        : new Uint8Array(),
    masks,
    dpi: pixelsPerMetre > 0 ? Math.round(pixelsPerMetre * 0.0254) : undefined,
  };
}

function readPalette(file: Buffer, start: number, entry: number): Uint8Array {
  const palette = new Uint8Array(256);
  for (let index = 0; index < 256; index++) {
    const at = start + index * entry;
    palette[index] = toGray(file[at + 2] ?? 0, file[at + 1] ?? 0, file[at] ?? 0);
  }
  return palette;
}

function pixelReader(file: Buffer, { bits, palette, masks }: Header): (start: number, x: number) => number {
  if (bits <= 8) {
    const perByte = 8 / bits;
    const mask = (1 << bits) - 1;
    return (start, x) => {
      const byte = file[start + Math.floor(x / perByte)] ?? 0;
      return palette[(byte >> (8 - bits - (x % perByte) * bits)) & mask] ?? 255;
    };
  }
  const bytes = bits / 8;
  if (masks && bytes !== 3) {
    const [red, green, blue] = [channel(masks.red), channel(masks.green), channel(masks.blue)];
    return (start, x) => {
      const value = file.readUIntLE(start + x * bytes, bytes);
      return toGray(red(value), green(value), blue(value));
    };
  }
  return (start, x) => {
    const at = start + x * bytes;
    return toGray(file[at + 2] ?? 0, file[at + 1] ?? 0, file[at] ?? 0);
  };
}

function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const top = mask >>> shift;
  return (value) => ((((value & mask) >>> shift) >>> 0) * 255) / top;
}

function toGray(red: number, green: number, blue: number): number {
  return Math.round(red * 0.299 + green * 0.587 + blue * 0.114);
}
