import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { cfbType, isCfb } from './cfb-type.js';
import { isTextType, typeByExtension } from './extensions.js';
import { looksLikeText } from './text-heuristic.js';
import { zipType } from './zip-type.js';

const HEAD = 4100;
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The media type of a file: what its bytes say, then its extension, then whether it is text, then what was declared. */
export async function detectType(path: string, fileName: string, declaredType: string | undefined): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, HEAD));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const head = buffer.subarray(0, bytesRead);
    if (head.toString('latin1', 0, 4) === 'PK\x03\x04' && head.length >= 38) return await zipType(file, size, head);
    if (isCfb(head)) return await cfbType(file, head, fileName);
    return (await typeByMagic(head)) ?? typeWithoutMagic(head, fileName, declaredType);
  } finally {
    await file.close();
  }
}

async function typeByMagic(head: Buffer): Promise<string | undefined> {
  if (head.subarray(0, 1029).includes('%PDF-')) return 'application/pdf';
  if (head.toString('latin1', 0, 5) === '{\\rtf') return 'application/rtf';
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const type = found?.mime.split(';')[0]?.trim().toLowerCase();
  // XML is left to the extension, which says more (XHTML, SVG).
  return type === undefined || isTextType(type) ? undefined : type === 'text/rtf' ? 'application/rtf' : type;
}

function typeWithoutMagic(head: Buffer, fileName: string, declaredType: string | undefined): string {
  const text = looksLikeText(head);
  const byExtension = typeByExtension(fileName);
  // An extension of a kind that has magic bytes is not believed for a text: `letter.pdf` that holds plain words.
  if (byExtension !== undefined && (isTextType(byExtension) || !text)) return byExtension;
  if (text) return 'text/plain';
  const declared = declaredType?.split(';')[0]?.trim().toLowerCase();
  return declared !== undefined && /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/.test(declared) ? declared : UNKNOWN_TYPE;
}
