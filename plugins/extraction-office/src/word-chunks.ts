import { linearMailParser, RefusedFile, type ExtractionLimits } from '@archivolt/plugin-kit';
import PostalMime from 'postal-mime';
import type { Format } from './formats.js';
import type { PackageParts } from './package-parts.js';

/** Of one document. */
const MOST_CHUNKS = 100;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** The parser of mails keeps each line as an object. */
const MOST_MAIL_BYTES = 8 * 1024 * 1024;
const MAIL_HEADER = /^\s*(?:content-type|date|from|message-id|mime-version|subject):/i;

export interface Chunk {
  text: string;
  /** Parts of it that could not be read. */
  damaged: number;
}

/** Reads a file as the format that it has. */
export type ReadChunk = (file: Buffer, format: Format | 'html') => Promise<Chunk>;

/** The texts of other files that are shown as a part of a word processor file, and how many could not be read. */
export async function chunkTexts(
  parts: PackageParts,
  main: string,
  read: ReadChunk,
  { maxChars }: ExtractionLimits,
): Promise<{ texts: string[]; damaged: number }> {
  const chunks = parts.relations(main).filter(({ kind }) => kind.toLowerCase() === 'afchunk');
  const names = [...new Set(chunks.map(({ target }) => target))];
  const texts: string[] = [];
  let damaged = 0;
  let room = maxChars;
  for (const name of names.slice(0, MOST_CHUNKS)) {
    if (room <= 0) break;
    try {
      const chunk = await readChunk(parts.bytes(name), read);
      room -= chunk.text.length;
      texts.push(chunk.text);
      damaged += chunk.damaged;
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      damaged += 1;
    }
  }
  return { texts, damaged: damaged + Math.max(0, names.length - MOST_CHUNKS) };
}

/** By what the file begins with: the names and types of such parts are often wrong. */
async function readChunk(bytes: Buffer | undefined, read: ReadChunk): Promise<Chunk> {
  if (bytes === undefined) return { text: '', damaged: 1 };
  if (bytes.subarray(0, 4).equals(ZIP)) return read(bytes, 'docx');
  const start = bytes.toString('latin1', 0, 1000);
  if (start.startsWith('{\\rtf')) return read(bytes, 'rtf');
  if (MAIL_HEADER.test(start)) {
    const mail = await linearMailParser(new PostalMime())
      .parse(bytes.subarray(0, MOST_MAIL_BYTES))
      .catch(() => undefined);
    if (mail === undefined) throw new RefusedFile('corrupt', 'A part of the document is damaged.');
    return mail.html === undefined ? { text: mail.text ?? '', damaged: 0 } : read(Buffer.from(mail.html), 'html');
  }
  return start.includes('<') ? read(bytes, 'html') : { text: bytes.toString('utf8'), damaged: 0 };
}
