import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { DrawnPage } from '@archivolt/plugin-kit';
import { BARCODE_FORMATS, codeOf, MOST_CODES_OF_PAGE, type FoundCode } from './code-list.js';

export type Pixels = Pick<Extract<DrawnPage, { outcome: 'drawn' }>, 'channels' | 'height' | 'pixels' | 'width'>;

type Picture = Parameters<typeof readBarcodes>[0];

let isLoaded = false;

/** The module comes with the package; without `wasmBinary` the library would fetch it from the internet. */
async function load(): Promise<void> {
  if (isLoaded) return;
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  // The runtime of the module takes any view of bytes.
  const wasmBinary = (await readFile(path)) as unknown as ArrayBuffer;
  const silent = { print: () => undefined, printErr: () => undefined };
  await prepareZXingModule({ overrides: { wasmBinary, ...silent }, fireImmediately: true });
  isLoaded = true;
}

/** Reads the codes of a page, each text of a format once, from the top. */
export async function codesIn(pixels: Pixels, page: number): Promise<FoundCode[]> {
  await load();
  try {
    const found = await readBarcodes(imageOf(pixels), {
      formats: [...BARCODE_FORMATS],
      textMode: 'Plain',
      maxNumberOfSymbols: MOST_CODES_OF_PAGE,
    });
    const read = found
      .filter(({ isValid }) => isValid)
      .map(({ format, text, position }) => ({ format, text, top: position.topLeft.y }))
      .sort((a, b) => a.top - b.top);
    const codes = read.flatMap(({ format, text }) => {
      const known = BARCODE_FORMATS.find((each) => each === format);
      return (known && codeOf(page, known, text)) ?? [];
    });
    return [...new Map(codes.map((code) => [`${code.format} ${code.text}`, code])).values()];
  } catch (error) {
    // After a fault inside the module its memory cannot be trusted.
    purgeZXingModule();
    isLoaded = false;
    throw error;
  }
}

/** The library takes no other form. */
function imageOf({ pixels, width, height, channels }: Pixels): Picture {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < data.length; from += channels, to += 4) {
    const [red = 0, green = red, blue = red] =
      channels === 3 ? [pixels[from], pixels[from + 1], pixels[from + 2]] : [pixels[from]];
    data[to] = red;
    data[to + 1] = green;
    data[to + 2] = blue;
  }
  return { data, width, height, colorSpace: 'srgb' } as Picture;
}
