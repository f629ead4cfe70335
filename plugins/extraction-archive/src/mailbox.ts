import { open, type FileHandle } from 'node:fs/promises';
import { decodeWords } from 'postal-mime';
import type { AttachedFile, ExtractionInput, ExtractionLimits } from '@archivolt/plugin-kit';

const BLOCK_BYTES = 4 * 1024 * 1024;
/** Where the line that begins a mail ends, and the subject is. */
const HEAD_BYTES = 64 * 1024;
const LONGEST_SUBJECT = 1_000;
/** Of one mail: it is in memory several times. */
const MOST_MAIL_BYTES = 64 * 1024 * 1024;
const FROM = Buffer.from('From ');
/** The line between two mails has a time; a line of a text that begins with the same word has none. */
const FROM_LINE = /^From [^\r\n]{0,500}\d\d:\d\d/;
/** What programs write in front of `From ` at the beginning of a line of a mail. */
const ESCAPED = /^>(?=>*From )/gm;

interface Mail {
  start: number;
  end: number;
  subject: string;
}

/** The mails in a mailbox file (mbox), which is looked through once and never in memory as a whole. */
export async function mailsIn(
  { path, size }: ExtractionInput,
  { maxEntries }: ExtractionLimits,
  signal: AbortSignal,
): Promise<{ files: AsyncIterable<AttachedFile>; names: string[]; isCut: boolean }> {
  const file = await open(path, 'r');
  try {
    const mails: Mail[] = [];
    for await (const start of startsOf(file, size, signal)) {
      const before = mails.at(-1);
      if (before) before.end = start;
      if (mails.length >= maxEntries) return listing(path, mails, true);
      mails.push({ start, end: size, subject: subjectIn(await readAt(file, start, HEAD_BYTES)) });
    }
    return listing(path, mails, false);
  } finally {
    await file.close();
  }
}

function listing(
  path: string,
  mails: readonly Mail[],
  isCut: boolean,
): { files: AsyncIterable<AttachedFile>; names: string[]; isCut: boolean } {
  return { files: filesOf(path, mails), names: mails.map(({ subject }) => subject), isCut };
}

/** Where mails begin. */
async function* startsOf(file: FileHandle, size: number, signal: AbortSignal): AsyncIterable<number> {
  if (FROM_LINE.test((await readAt(file, 0, 1_000)).toString('latin1'))) yield 0;
  for (let at = 0; at < size; at += BLOCK_BYTES) {
    signal.throwIfAborted();
    // A line may begin in this block and end in the next one.
    const block = await readAt(file, at, BLOCK_BYTES + 1_000);
    for (let found = block.indexOf(FROM, 3); found >= 0; found = block.indexOf(FROM, found + 1)) {
      if (found >= BLOCK_BYTES + 3) break;
      const lines = block.toString('latin1', found - 3, found);
      const isBehindBlank = lines.endsWith('\n\n') || lines === '\n\r\n';
      if (isBehindBlank && FROM_LINE.test(block.toString('latin1', found, found + 520))) yield at + found;
    }
  }
}

function subjectIn(head: Buffer): string {
  const text = head.toString('latin1');
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const found = /^subject:[ \t]*((?:[^\r\n]|\r?\n[ \t]){0,4000})/im.exec(text.slice(0, end))?.[1] ?? '';
  const value = Buffer.from(found.replaceAll(/\r?\n[ \t]/g, ' '), 'latin1').toString('utf8');
  return decodeWords(value).slice(0, LONGEST_SUBJECT).trim();
}

async function* filesOf(path: string, mails: readonly Mail[]): AsyncIterable<AttachedFile> {
  const file = await open(path, 'r');
  try {
    for (const { start, end, subject } of mails)
      yield {
        name: subject === '' ? '' : `${subject.replaceAll(/[/\\]/g, '-')}.eml`,
        type: 'message/rfc822',
        read: async (maxBytes) => {
          if (end - start > Math.min(maxBytes, MOST_MAIL_BYTES))
            return { outcome: 'too-large', reason: 'It is larger than is allowed.' };
          return plainMail(await readAt(file, start, end - start));
        },
      };
  } finally {
    await file.close();
  }
}

/** The mail without the line in front of it, and as it was before it was put into the mailbox. */
function plainMail(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1');
  return Buffer.from(text.slice(text.indexOf('\n') + 1).replaceAll(ESCAPED, ''), 'latin1');
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}
