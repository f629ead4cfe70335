import { open, writeFile } from 'node:fs/promises';
import type { Extractor, MailContext } from '@archivolt/plugin-kit';
import type { MailMessage, OpenedMessage } from './messages.js';
import { MOST_HEAD_BYTES, writeHead } from './opened-head.js';
import { readOpened } from './read-opened.js';

/** Has an extractor open one mail, in the child. */
export async function openMail(
  { input, headFile, partsFile }: MailMessage,
  extractor: Extractor,
  context: MailContext,
): Promise<OpenedMessage> {
  if (extractor.openMail === undefined) throw new Error('the plugin declares `opensMail`, but has no openMail');
  const opened = readOpened(await extractor.openMail(input, context), input.size);
  if (opened.outcome !== 'opened') return { kind: 'opened', ...opened };
  const head = writeHead(opened.head);
  if (head.length > MOST_HEAD_BYTES)
    return { kind: 'opened', outcome: 'too-large', reason: 'The names of the files in the mail are too long.' };
  await writeFile(headFile, head);
  await writePieces(partsFile, opened.bytes);
  return { kind: 'opened', outcome: 'opened', reason: null };
}

async function writePieces(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
}
