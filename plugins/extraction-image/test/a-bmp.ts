interface BmpDraft {
  width: number;
  height: number;
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** Black (0) or white (255), row by row from the top. */
  shades: readonly number[];
  topDown?: boolean;
}

export function aBmp({ width, height, bits, shades, topDown = false }: BmpDraft): Buffer {
  const colours = bits <= 8 ? 2 ** bits : 0;
  const pixels = 54 + colours * 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const file = Buffer.alloc(pixels + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(pixels, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(topDown ? -height : height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  if (colours > 0) file.fill(255, 58, 62); // colour 1 is white, all others black
  shades.forEach((shade, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const row = pixels + (topDown ? y : height - 1 - y) * stride;
    if (shade === 0) return;
    if (bits <= 8) {
      const at = row + Math.floor((x * bits) / 8);
      file[at] = (file[at] ?? 0) | (1 << (8 - bits - ((x * bits) % 8)));
    } else if (bits === 16) file.writeUInt16LE(0x7fff, row + x * 2);
    else file.fill(255, row + (x * bits) / 8, row + ((x + 1) * bits) / 8);
  });
  return file;
}
