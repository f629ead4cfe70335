import { compound, u16, u32, wide } from './compound-files.js';

const PAGE = 512;
const TEXT_AT = 4 * PAGE;
const PROPERTIES_PAGE = 3;
/** In the order of the file. */
const PARTS = ['main', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'boxes', 'boxesOfHeaders'] as const;
type Texts = Partial<Record<(typeof PARTS)[number], string>>;

interface WordFile {
  texts: Texts;
  /** A word that is marked as deleted. */
  deleted?: string;
  flags?: number;
  /** Numbers of the first character of each piece, and of the one behind the last; all begin at the start of the text. */
  pieces?: readonly number[];
}

/** A file of Word 97, in one piece of two bytes a character. */
export function doc({ texts, deleted, flags = 0, pieces }: WordFile): Buffer {
  const text = PARTS.map((part) => texts[part] ?? '').join('');
  const document = Buffer.concat([Buffer.alloc(TEXT_AT), wide(text)]);
  u16(0xa5ec, 0xd9).copy(document);
  document.writeUInt16LE(flags, 0x0a);
  PARTS.forEach((part, index) => document.writeUInt32LE(texts[part]?.length ?? 0, 0x4c + index * 4));
  const list = pieces ?? [0, text.length];
  const places = list.slice(1).map(() => Buffer.concat([u16(0), u32(TEXT_AT), u16(0)]));
  const pieceTable = Buffer.concat([u32(...list), ...places]);
  const table = [Buffer.from([2]), u32(pieceTable.length), pieceTable];
  document.writeUInt32LE(0, 0x1a2);
  if (deleted !== undefined) {
    const from = TEXT_AT + text.indexOf(deleted) * 2;
    deletionPage(from, from + deleted.length * 2).copy(document, PROPERTIES_PAGE * PAGE);
    const start = Buffer.concat(table).length;
    table.push(u32(TEXT_AT, document.length, PROPERTIES_PAGE));
    document.writeUInt32LE(start, 0xfa);
    document.writeUInt32LE(12, 0xfe);
  }
  return compound({ WordDocument: document, '0Table': Buffer.concat(table) });
}

/** One run of characters, and where its properties are in the page. */
function deletionPage(from: number, to: number): Buffer {
  const page = Buffer.alloc(PAGE);
  u32(from, to).copy(page);
  page.writeUInt8(50, 8);
  Buffer.from([3, 0x00, 0x08, 1]).copy(page, 100);
  page.writeUInt8(1, PAGE - 1);
  return page;
}

/** A file of Word 6 in one byte a character, whose language is said to be English. */
export function word6(text: Buffer, fontCharacterSet: number): Buffer {
  const fonts = Buffer.from([0, 0, 7, 0, 0, 0, fontCharacterSet, 0, 0x41, 0, 0, 0]);
  const document = Buffer.concat([Buffer.alloc(TEXT_AT), text, fonts]);
  u16(0xa5dc, 101, 0, 0x409).copy(document);
  document.writeUInt32LE(TEXT_AT, 0x18);
  document.writeUInt32LE(text.length, 0x34);
  document.writeUInt32LE(TEXT_AT + text.length, 0xd0);
  document.writeUInt32LE(fonts.length, 0xd4);
  return compound({ WordDocument: document });
}
