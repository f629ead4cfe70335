import { init } from '@embedpdf/pdfium';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The same PDF, which either password opens (AES, 256 bits); an empty one for users locks it for changes only. */
export async function encrypted(file: Buffer, userPassword: string, ownerPassword: string): Promise<Buffer> {
  const module = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const wasmBinary = module as unknown as ArrayBuffer; // the runtime of the module takes any view of bytes
  const pdfium = await init({ wasmBinary });
  const { HEAPU8, wasmExports } = pdfium.pdfium as unknown as {
    HEAPU8: Uint8Array;
    wasmExports: { malloc(size: number): number };
  };
  pdfium.PDFiumExt_Init();
  const source = wasmExports.malloc(file.length);
  HEAPU8.set(file, source);
  const document = pdfium.FPDF_LoadMemDocument(source, file.length, '');
  pdfium.EPDF_SetEncryption(document, userPassword, ownerPassword, 0);
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const target = wasmExports.malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, target, size);
  return Buffer.from(HEAPU8.subarray(target, target + size));
}
