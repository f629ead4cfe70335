import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type Methods } from '@embedpdf/pdfium';
import { FallbackFonts } from './fallback-fonts.js';

/** The parts of the compiled module's runtime that are used here. */
interface Runtime {
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
  addFunction(work: (...args: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

export interface Pdfium {
  api: Methods;
  runtime: Runtime;
  fonts: FallbackFonts;
}

// The memory of the module only grows: beyond this a new one is started for the next file.
const KEEP_BELOW_BYTES = 128 * 1024 * 1024;

let kept: Pdfium | undefined;

export function hasGrownLarge({ runtime }: Pdfium): boolean {
  return runtime.HEAPU8.length >= KEEP_BELOW_BYTES;
}

export async function loadPdfium(): Promise<Pdfium> {
  if (kept && !hasGrownLarge(kept)) return kept;
  kept = undefined;
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  // The runtime of the module takes any view of bytes.
  const wasmBinary = (await readFile(path)) as unknown as ArrayBuffer;
  const silent = { print: () => undefined, printErr: () => undefined };
  const module = await init({ wasmBinary, ...silent });
  module.PDFiumExt_Init();
  const runtime = module.pdfium as unknown as Runtime;
  const fonts = new FallbackFonts();
  fonts.lendTo(module, runtime);
  kept = { api: module, runtime, fonts };
  return kept;
}

/** After a fault inside the module its memory cannot be trusted. */
export function forgetPdfium(): void {
  kept = undefined;
}

/** Lends memory of the module to `work`; `bytes` may be 0. */
export function withMemory<Result>({ runtime }: Pdfium, bytes: number, work: (pointer: number) => Result): Result {
  const pointer = runtime.wasmExports.malloc(Math.max(1, bytes));
  if (pointer === 0) throw new Error('pdfium is out of memory');
  try {
    return work(pointer);
  } finally {
    runtime.wasmExports.free(pointer);
  }
}

/** Reads a string of the kind that is asked for twice: `call(0, 0)` gives its length in bytes with the final zero. */
export function readString(pdfium: Pdfium, call: (pointer: number, bytes: number) => number, maxBytes: number): string {
  const bytes = call(0, 0);
  if (bytes <= 2) return '';
  if (bytes > maxBytes) return '';
  return withMemory(pdfium, bytes, (pointer) => {
    call(pointer, bytes);
    return utf16(pdfium, pointer, bytes - 2);
  });
}

export function utf16({ runtime }: Pdfium, pointer: number, bytes: number): string {
  return Buffer.from(runtime.HEAPU8.buffer, pointer, bytes).toString('utf16le');
}

/** True for a fault inside the module, after which it must not be used. */
export function isFault(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RuntimeError' || error.name === 'RangeError');
}

/** Four 32-bit floats written by `call`, or undefined when it fails. */
export function readBox(
  pdfium: Pdfium,
  call: (left: number, bottom: number, right: number, top: number) => boolean,
): [left: number, bottom: number, right: number, top: number] | undefined {
  return withMemory(pdfium, 16, (pointer) => {
    if (!call(pointer, pointer + 4, pointer + 8, pointer + 12)) return undefined;
    const view = new DataView(pdfium.runtime.HEAPU8.buffer, pointer, 16);
    return [view.getFloat32(0, true), view.getFloat32(4, true), view.getFloat32(8, true), view.getFloat32(12, true)];
  });
}
