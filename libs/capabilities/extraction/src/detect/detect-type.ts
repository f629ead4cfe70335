import { open, type FileHandle } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import { FILE_HEAD_BYTES, matchFileType, type FileType, type FileTypeMatch } from '@archivolt/plugin-kit';
import { cfbType, isCfb, UNKNOWN_CFB } from './cfb-type.js';
import { declaredTypeIn, UNKNOWN_TYPE } from '#capabilities/sandbox';
import { isTextType, typeByExtension } from './extensions.js';
import { typeBySignature } from './signatures.js';
import { looksLikeText, xmlTypeOf } from './text-heuristic.js';
import { zipType } from './zip-type.js';

/** No container has a longer signature: magic bytes beyond it say more than "a container". */
const LONGEST_SIGNATURE = 8;
/** Texts of which the first line says what they are. */
const TEXTS_BY_MAGIC = new Set(['text/calendar', 'text/vcard']);

interface DetectedType {
  type: string;
  /** What the bytes alone tell: the format, also by what is in a container; some container; a text; or nothing. */
  bytesSay: 'container' | 'contents' | 'format' | 'nothing' | 'text';
}

/**
 * The media type of a file: what its bytes say, then its extension, then whether it is text, then what was declared.
 * `types` are those of plugins, which come first wherever the bytes do not contradict.
 */
export async function detectType(
  path: string,
  fileName: string,
  declaredType: string | undefined,
  types: readonly FileType[] = [],
): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, FILE_HEAD_BYTES));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const head = buffer.subarray(0, bytesRead);
    return typeOf(await typeByBytes(file, size, head, fileName), { head, fileName, declaredType, types });
  } finally {
    await file.close();
  }
}

/** {@link detectType} for a file that is in memory; `undefined` for containers, of which more than the head is needed. */
export async function detectTypeOfBytes(
  bytes: Buffer,
  fileName: string,
  declaredType: string | undefined,
  types: readonly FileType[] = [],
): Promise<string | undefined> {
  const head = bytes.subarray(0, FILE_HEAD_BYTES);
  if (isZip(head) || isCfb(head)) return undefined;
  return typeOf(await formatOf(head, fileName), { head, fileName, declaredType, types });
}

function typeOf(
  detected: DetectedType | undefined,
  file: { head: Buffer; fileName: string; declaredType: string | undefined; types: readonly FileType[] },
): string {
  const { head, fileName, declaredType, types } = file;
  if (types.length > 0) {
    const bytesSay = detected?.bytesSay ?? (looksLikeText(head) ? 'text' : 'nothing');
    const declaredByPlugin = typeOfPlugins(types, { head, fileName }, bytesSay);
    if (declaredByPlugin !== undefined) return declaredByPlugin;
  }
  return detected?.type ?? typeWithoutMagic(head, fileName, declaredType);
}

/** Returns the type with the longest magic bytes among those that match. */
function typeOfPlugins(
  types: readonly FileType[],
  file: { head: Buffer; fileName: string },
  bytesSay: DetectedType['bytesSay'],
): string | undefined {
  let best: { type: string; magicBytes: number } | undefined;
  for (const each of types) {
    const match = matchFileType(each, file);
    if (isOfType(match, bytesSay) && match.magicBytes > (best?.magicBytes ?? -1))
      best = { type: each.type, magicBytes: match.magicBytes };
  }
  return best?.type;
}

function isOfType(match: FileTypeMatch, bytesSay: DetectedType['bytesSay']): boolean {
  const { hasExtension, magicBytes, lacksMagic, isBinary } = match;
  switch (bytesSay) {
    case 'format':
      return hasExtension && magicBytes > 0;
    case 'contents':
      return hasExtension && magicBytes > LONGEST_SIGNATURE;
    case 'container':
      return (hasExtension && !lacksMagic) || magicBytes > LONGEST_SIGNATURE;
    case 'text':
      return magicBytes > 0 || (hasExtension && !(lacksMagic && isBinary));
    case 'nothing':
      return magicBytes > 0 || hasExtension;
  }
}

async function typeByBytes(
  file: FileHandle,
  size: number,
  head: Buffer,
  fileName: string,
): Promise<DetectedType | undefined> {
  if (isZip(head)) return containerOrContents(await zipType(file, size, head, fileName), 'application/zip');
  if (isCfb(head)) return containerOrContents(await cfbType(file, head, fileName), UNKNOWN_CFB);
  return formatOf(head, fileName);
}

function isZip(head: Buffer): boolean {
  return head.toString('latin1', 0, 4) === 'PK\x03\x04' && head.length >= 38;
}

async function formatOf(head: Buffer, fileName: string): Promise<DetectedType | undefined> {
  const type = isPdf(head, fileName) ? 'application/pdf' : await typeByMagic(head);
  return type === undefined ? undefined : { type, bytesSay: 'format' };
}

function containerOrContents(type: string, container: string): DetectedType {
  return { type, bytesSay: type === container ? 'container' : 'contents' };
}

/** Some programs write lines before the signature; a mail or a text may have it among its words. */
function isPdf(head: Buffer, fileName: string): boolean {
  const at = head.subarray(0, 1029).indexOf('%PDF-');
  if (at <= 0) return at === 0;
  const type = typeByExtension(fileName);
  return type === undefined || !isTextType(type) || !looksLikeText(head.subarray(0, at));
}

async function typeByMagic(head: Buffer): Promise<string | undefined> {
  if (head.toString('latin1', 0, 5) === '{\\rtf') return 'application/rtf';
  const bySignature = typeBySignature(head);
  if (bySignature !== undefined) return bySignature;
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  const type = found?.mime.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || TEXTS_BY_MAGIC.has(type)) return type;
  // XML is left to the extension, which says more (XHTML, SVG).
  return isTextType(type) ? undefined : type;
}

function typeWithoutMagic(head: Buffer, fileName: string, declaredType: string | undefined): string {
  const text = looksLikeText(head);
  const byExtension = typeByExtension(fileName);
  // An extension of a kind that has magic bytes is not believed for a text: `letter.pdf` that holds plain words.
  if (byExtension !== undefined && (isTextType(byExtension) || !text)) return byExtension;
  if (text) return xmlTypeOf(head) ?? 'text/plain';
  return declaredTypeIn(declaredType) ?? UNKNOWN_TYPE;
}
