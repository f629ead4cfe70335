import { RefusedFile, type CompoundFile } from '@archivolt/plugin-kit';
import { encodingOf, WESTERN } from './word-encoding.js';

const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
/** Below it, a file is one of Word 6 or 95, whatever it begins with. */
const FIRST_NUMBER_OF_WORD_97 = 0xc1;
const IS_COMPLEX = 0x0004;
const IS_ENCRYPTED = 0x0100;
const USES_SECOND_TABLE = 0x0200;
const SHORTEST_HEADER = 0x1aa;

/** Where the parts of a Word file are, which differs between versions. */
export interface WordFormat {
  /** The stream with the text. */
  document: Buffer;
  /** The stream that describes the text. */
  table: Buffer;
  /** Where the lengths of the parts of the text are in the document. */
  lengthsAt: number;
  /** Where the list of pieces begins in the table; `undefined` when the text is one piece. */
  piecesAt: number | undefined;
  /** Where the first character is. */
  textAt: number;
  /** Of characters of one byte. */
  encoding: string;
  /** True when pieces say themselves whether a character has one byte or two. */
  hasWidePieces: boolean;
}

export function wordFormat(file: CompoundFile): WordFormat {
  const document = file.stream('WordDocument');
  if (document === undefined || document.length < SHORTEST_HEADER)
    throw new RefusedFile('corrupt', 'The text of the document is missing.');
  const magic = document.readUInt16LE(0);
  if (magic !== WORD_97 && magic !== WORD_6) throw new RefusedFile('corrupt', 'It does not begin as a Word file.');
  const flags = document.readUInt16LE(0x0a);
  if ((flags & IS_ENCRYPTED) !== 0) throw new RefusedFile('encrypted', 'The file is protected by a password.');
  const textAt = document.readUInt32LE(0x18);
  if (magic === WORD_6 || document.readUInt16LE(2) < FIRST_NUMBER_OF_WORD_97) {
    const encoding = encodingOf(document, textAt);
    const piecesAt = (flags & IS_COMPLEX) === 0 ? undefined : document.readUInt32LE(0x160);
    return { document, table: document, lengthsAt: 0x34, piecesAt, textAt, encoding, hasWidePieces: false };
  }
  const table = file.stream((flags & USES_SECOND_TABLE) === 0 ? '0Table' : '1Table');
  if (table === undefined) throw new RefusedFile('corrupt', 'The file does not say where its text is.');
  const piecesAt = document.readUInt32LE(0x1a2);
  return { document, table, lengthsAt: 0x4c, piecesAt, textAt, encoding: WESTERN, hasWidePieces: true };
}
