import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { readString, withMemory, type Pdfium } from './pdfium.js';

const MOST_META_BYTES = 2_000;
/** What a part says about its making as the whole does; without it each copy would have the time of its making. */
const KEPT_META = ['CreationDate', 'Creator', 'Author'];
const NO_META: Readonly<Record<string, string>> = { CreationDate: 'D:20000101000000Z' };

/** Gives a new PDF what the one of whose pages it is made says about its making. */
export function copyMeta(pdfium: Pdfium, whole: number, part: number): void {
  for (const name of KEPT_META) copyOne(pdfium, whole, part, name);
}

function copyOne(pdfium: Pdfium, whole: number, part: number, name: string): void {
  const { api, runtime } = pdfium;
  const read = (pointer: number, bytes: number): number => api.FPDF_GetMetaText(whole, name, pointer, bytes);
  const value = readString(pdfium, read, MOST_META_BYTES) || NO_META[name];
  if (value === undefined) return;
  const text = Buffer.from(`${value}\0`, 'utf16le');
  withMemory(pdfium, text.length, (pointer) => {
    runtime.HEAPU8.set(text, pointer);
    api.EPDF_SetMetaText(part, name, pointer);
  });
}

/** Writes piece by piece: the new file is not in memory a second time. Nothing is left when it is not saved. */
export function savePdf(
  pdfium: Pdfium,
  part: number,
  { target, maxBytes }: { target: string; maxBytes: number },
): 'failed' | 'saved' | 'too-large' {
  const { api, runtime } = pdfium;
  const file = openSync(target, 'wx');
  let [bytes, isTooLarge] = [0, false];
  let failure: unknown;
  const writeBlock = runtime.addFunction((_writer, data, size) => {
    bytes += size;
    isTooLarge ||= bytes > maxBytes;
    if (isTooLarge) return 0;
    try {
      for (let done = 0; done < size;) done += writeSync(file, runtime.HEAPU8, data + done, size - done);
      return 1;
    } catch (error) {
      failure = error;
      return 0;
    }
  }, 'iiii');
  let isSaved = false;
  try {
    isSaved = withMemory(pdfium, 8, (writer) => {
      new Uint32Array(runtime.HEAPU8.buffer, writer, 2).set([1, writeBlock]);
      return api.FPDF_SaveAsCopy(part, writer, 0);
    });
  } finally {
    runtime.removeFunction(writeBlock);
    closeSync(file);
    // pdfium may report that a file is saved of which a piece was refused.
    if (!isSaved || isTooLarge || failure !== undefined) rmSync(target, { force: true });
  }
  if (failure !== undefined) throw failure as Error;
  if (isTooLarge) return 'too-large';
  return isSaved ? 'saved' : 'failed';
}
