import { readdirSync, readFileSync, statSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { Methods } from '@embedpdf/pdfium';

/** The character sets for which pdfium has no letters of its own, by their numbers in Windows. */
const SCRIPTS = new Map([
  [128, 'jpn'],
  [129, 'kor'],
  [134, 'chi_sim'],
  [136, 'chi_tra'],
]);
const NAMED = /^(jpn|kor|chi_sim|chi_tra)[^a-z]/i;
const FONT_FILE = /\.(?:ttf|otf)$/i;
/** The font is in the memory of the process that draws, as long as it runs. */
const MOST_BYTES = 32 * 1024 * 1024;
const WHOLE_FILE = 0;
const INTERFACE_BYTES = 9 * 4;

interface Runtime {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly wasmExports: { malloc(bytes: number): number };
  addFunction(work: (...args: number[]) => number, signature: string): number;
}

/**
 * Fonts for Chinese, Japanese and Korean letters of PDFs that do not contain theirs, from the folder `data` of this plugin:
 * TrueType or OpenType files, no collections. One whose name begins with `jpn`, `kor`, `chi_sim` or `chi_tra` is for
 * this script alone; the first of the others is for all that have none. Files of more than 32 MB are left out.
 */
export class FallbackFonts {
  readonly #files: ReadonlyMap<string, string>;
  readonly #read = new Map<string, Buffer>();
  /** A font was asked for that is not there: its letters are blank in pictures of pages. */
  isLacking = false;

  constructor(folder = ownFolder()) {
    this.#files = filesIn(folder);
  }

  /** Has pdfium ask here. What is lent to the module lives as long as it does. */
  lendTo(api: Pick<Methods, 'FPDF_SetSystemFontInfo'>, runtime: Runtime): void {
    const handles: string[] = [];
    const mapFont = (_self: number, _weight: number, _italic: number, charset: number): number => {
      const script = SCRIPTS.get(charset);
      if (script === undefined) return 0;
      const file = this.#files.get(script) ?? this.#files.get('');
      if (file === undefined) {
        this.isLacking = true;
        return 0;
      }
      if (!handles.includes(file)) handles.push(file);
      return handles.indexOf(file) + 1;
    };
    const fontData = (_self: number, handle: number, table: number, target: number, room: number): number => {
      const content = table === WHOLE_FILE ? this.#contentOf(handles[handle - 1]) : undefined;
      if (content === undefined) return 0;
      if (target !== 0 && room >= content.length) runtime.HEAPU8.set(content, target);
      return content.length;
    };
    const faceName = (_self: number, handle: number, target: number, room: number): number => {
      const name = Buffer.from(`fallback ${handle}\0`);
      if (target !== 0 && room >= name.length) runtime.HEAPU8.set(name, target);
      return name.length;
    };
    const pointer = runtime.wasmExports.malloc(INTERFACE_BYTES);
    new Uint32Array(runtime.HEAPU8.buffer, pointer, INTERFACE_BYTES / 4).set([
      1, // version
      0, // release
      0, // list of fonts
      runtime.addFunction(mapFont, 'iiiiiiii'),
      0, // font by name
      runtime.addFunction(fontData, 'iiiiii'),
      runtime.addFunction(faceName, 'iiiii'),
      0, // character set of a font
      0, // end of a font
    ]);
    api.FPDF_SetSystemFontInfo(pointer);
  }

  /** undefined when the file is gone. */
  #contentOf(file: string | undefined): Buffer | undefined {
    if (file === undefined) return undefined;
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    try {
      const content = readFileSync(file);
      this.#read.set(file, content);
      return content;
    } catch {
      this.isLacking = true;
      return undefined;
    }
  }
}

/** By script; the one for all others has the empty name. */
function filesIn(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of namesIn(folder)) {
    if (!FONT_FILE.test(name)) continue;
    const script = NAMED.exec(name)?.[1]?.toLowerCase() ?? '';
    const file = join(folder, name);
    if (!files.has(script) && statSync(file).size <= MOST_BYTES) files.set(script, file);
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/** Of the plugin, whether it runs from `src` or from `dist/src`. */
function ownFolder(): string {
  return join(dirname(findPackageJSON(import.meta.url) ?? '.'), 'data');
}
