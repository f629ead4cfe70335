import type { FileHandle } from 'node:fs/promises';
import { findZipDirectory } from '@archivolt/plugin-kit';
import { typeByExtension } from './extensions.js';

const TAIL = 65_557; // end record and the longest comment
const MOST_DIRECTORY = 1024 * 1024;
const IWORK = new Set([
  'application/vnd.apple.keynote',
  'application/vnd.apple.numbers',
  'application/vnd.apple.pages',
]);
const OOXML = 'application/vnd.openxmlformats-officedocument';

/** Returns the type of a zip archive by the names in it; `application/zip` when they say nothing. */
export async function zipType(file: FileHandle, size: number, head: Buffer, fileName: string): Promise<string> {
  const mimetype = storedMimetype(head);
  if (mimetype !== undefined) return mimetype;
  return typeByNames(await directoryNames(file, size, head), fileName);
}

/** OpenDocument and EPUB begin with an unpacked entry `mimetype` that says what they are. */
function storedMimetype(head: Buffer): string | undefined {
  if (head.toString('latin1', 30, 38) !== 'mimetype' || head.readUInt16LE(8) !== 0) return undefined;
  const start = 38 + head.readUInt16LE(28);
  const text = /^application\/[a-z0-9.+-]{3,80}/.exec(head.toString('latin1', start, start + 100))?.[0];
  return text?.replace(/PK$/, '').replace(/-template$/, '');
}

async function directoryNames(file: FileHandle, size: number, head: Buffer): Promise<string> {
  const tail = await readAt(file, Math.max(0, size - TAIL), Math.min(size, TAIL));
  const directory = findZipDirectory(tail);
  if (directory !== undefined) {
    const start = size - tail.length + directory.start;
    const length = Math.min(directory.end - directory.start, MOST_DIRECTORY);
    if (start >= 0) return (await readAt(file, start, length)).toString('latin1');
  }
  return head.toString('latin1') + tail.toString('latin1');
}

function typeByNames(names: string, fileName: string): string {
  if (/word\/(document|styles|vbaProject)/.test(names)) return `${OOXML}.wordprocessingml.document`;
  if (names.includes('xl/workbook.bin')) return 'application/vnd.ms-excel.sheet.binary.macroenabled.12';
  if (/xl\/(workbook|worksheets|styles)/.test(names)) return `${OOXML}.spreadsheetml.sheet`;
  if (/ppt\/(presentation|slides)/.test(names)) return `${OOXML}.presentationml.presentation`;
  if (/visio\/(document|pages)/.test(names)) return 'application/vnd.visio';
  if (/\.fdseq|\.fpage/.test(names)) return xpsType(fileName);
  if (/Index\/Document\.iwa|Index\.zip|index\.apxl|buildVersionHistory\.plist/.test(names))
    return iworkType(names, fileName);
  if (names.includes('META-INF/container.xml')) return 'application/epub+zip';
  if (names.includes('content.xml') && names.includes('META-INF/manifest.xml'))
    return 'application/vnd.oasis.opendocument.text';
  return 'application/zip';
}

function xpsType(fileName: string): string {
  return typeByExtension(fileName) === 'application/oxps' ? 'application/oxps' : 'application/vnd.ms-xpsdocument';
}

/** The three programs of iWork keep the same parts, apart from slides: the extension tells them apart. */
function iworkType(names: string, fileName: string): string {
  const byExtension = typeByExtension(fileName);
  if (byExtension !== undefined && IWORK.has(byExtension)) return byExtension;
  return /index\.apxl|Slide[^/]{0,40}\.iwa/.test(names)
    ? 'application/vnd.apple.keynote'
    : 'application/vnd.apple.pages';
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
