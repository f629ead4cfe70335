import { closeSync, openSync, readSync } from 'node:fs';
import type { Wrapping } from './pdf-source.js';

export interface PictureSize {
  width: number;
  height: number;
}

export interface PictureHeader extends PictureSize {
  /** Colours, and the transparency. */
  components: number;
  /** False when the file contradicts itself: the size is not what its author meant. */
  isSound: boolean;
}

const CODESTREAM = 0xff4fff51;
const SIGNATURE = 'jP  ';
const HEADER_BYTES = 42;
const MOST_TILES = 65_535;
const MOST_BOXES = 1000;
/** At which a page as large as the picture is drawn with its pixels. */
const POINTS_A_PIXEL = 0.25;

/** What the codestream says, whatever the boxes around it do; undefined when there is none. */
export function readHeader(path: string): PictureHeader | undefined {
  const file = openSync(path, 'r');
  try {
    const found = codestreamIn(file);
    const head = found === undefined ? Buffer.alloc(0) : bytesAt(file, found.at, HEADER_BYTES);
    if (head.length < HEADER_BYTES || head.readUInt32BE(0) !== CODESTREAM) return undefined;
    const width = head.readUInt32BE(8) - head.readUInt32BE(16);
    const height = head.readUInt32BE(12) - head.readUInt32BE(20);
    if (width <= 0 || height <= 0) return undefined;
    const declared = found?.declared ?? { width, height };
    const isSound = declared.width === width && declared.height === height && hasSoundTiles(head);
    return { width, height, components: head.readUInt16BE(40), isSound };
  } finally {
    closeSync(file);
  }
}

/** The rules of the standard for the part of the header that names sizes. */
function hasSoundTiles(head: Buffer): boolean {
  const components = head.readUInt16BE(40);
  if (head.readUInt16BE(4) !== 38 + 3 * components) return false;
  const tilesAlong = (end: number, from: number, tile: number): number =>
    Math.ceil((head.readUInt32BE(end) - head.readUInt32BE(from)) / head.readUInt32BE(tile));
  return tilesAlong(8, 32, 24) * tilesAlong(12, 36, 28) <= MOST_TILES;
}

interface Codestream {
  at: number;
  /** What the boxes around it say. */
  declared?: PictureSize;
}

function codestreamIn(file: number): Codestream | undefined {
  if (bytesAt(file, 4, 4).toString('latin1') !== SIGNATURE) return { at: 0 };
  let at = 0;
  let declared: PictureSize | undefined;
  for (let count = 0; count < MOST_BOXES; count += 1) {
    const box = bytesAt(file, at, 16);
    if (box.length < 8) return undefined;
    const length = box.readUInt32BE(0);
    const isLong = length === 1 && box.length === 16;
    const type = box.toString('latin1', 4, 8);
    if (type === 'jp2c') return { at: at + (isLong ? 16 : 8), ...(declared && { declared }) };
    if (type === 'jp2h') declared = sizeIn(bytesAt(file, at + (isLong ? 16 : 8), 16));
    // A length of 0 is that of the rest of the file.
    const next = isLong ? Number(box.readBigUInt64BE(8)) : length;
    if (next < 8) return undefined;
    at += next;
  }
  return undefined;
}

/** The first box in the header of the picture. */
function sizeIn(box: Buffer): PictureSize | undefined {
  if (box.length < 16 || box.toString('latin1', 4, 8) !== 'ihdr') return undefined;
  return { width: box.readUInt32BE(12), height: box.readUInt32BE(8) };
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(file, buffer, 0, length, position));
}

/** What makes a PDF of one page of the file of a picture. */
export function asPdf({ width, height }: PictureSize, fileBytes: number): Wrapping {
  const [pageWidth, pageHeight] = [width * POINTS_A_PIXEL, height * POINTS_A_PIXEL];
  const drawing = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /Im Do Q`;
  const picture =
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} ` +
    `/Filter /JPXDecode /Length ${fileBytes} >>\nstream\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents 4 0 R ` +
      '/Resources << /XObject << /Im 5 0 R >> >> >>',
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
  ];
  let before = '%PDF-1.7\n';
  const offsets: number[] = [];
  objects.forEach((body, index) => {
    offsets.push(before.length);
    before += `${index + 1} 0 obj\n${body}\nendobj\n`;
  });
  offsets.push(before.length);
  before += `5 0 obj\n${picture}`;
  const end = '\nendstream\nendobj\n';
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const after =
    `${end}xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\n` +
    `startxref\n${before.length + fileBytes + end.length}\n%%EOF\n`;
  return { before: Buffer.from(before, 'latin1'), after: Buffer.from(after, 'latin1') };
}
