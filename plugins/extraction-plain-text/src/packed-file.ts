import type { AttachedFile, ExtractionInput, ExtractionLimits, ExtractionResult } from '@archivolt/plugin-kit';
import { openCms } from './cms.js';
import { TNEF } from './file-types.js';
import { attachedFile, mailAttachments } from './mail-attachments.js';
import { mailResult } from './mail-file.js';
import { readStart } from './read-start.js';
import { textResult } from './text-result.js';
import { isMailPart } from './unwrapped-mail.js';
import { isTnef, readTnef } from './tnef.js';

const MOST_BYTES = 100 * 1024 * 1024;

/** What is packed into a file that is signed, or by Outlook: a mail, or a file. */
export async function readPacked(
  input: ExtractionInput,
  { maxChars }: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionResult> {
  const bytes = await readStart(input.path, MOST_BYTES, signal);
  const isCut = bytes.length < input.size;
  if (input.type === TNEF.type) return readMessage(bytes, { maxChars, isCut });
  const { kind, content } = openCms(bytes);
  if (kind === 'encrypted')
    return without('encrypted', 'The file is encrypted. Only its recipients can open it, with their keys.');
  if (kind === 'unknown') return without('corrupt', 'The file is damaged, or is not a signed file.');
  if (content === undefined) return without('unsupported', 'There is a signature in the file, not what it signs.');
  if (isMailPart(content))
    return { ...(await mailResult(content, { maxChars, isCut })), attachments: mailAttachments(content, signal) };
  const name = input.fileName.replace(/\.p7m$/i, '');
  return {
    ...textResult(name, { maxChars, isCut }),
    attachments: listOf([{ fileName: name, type: '', bytes: content }]),
  };
}

function readMessage(bytes: Buffer, limits: { maxChars: number; isCut: boolean }): ExtractionResult {
  if (!isTnef(bytes)) return without('corrupt', 'The file is damaged, or is not of Outlook.');
  const { subject, text, files } = readTnef(bytes);
  const names = files.map(({ name }) => name).filter((name) => name !== '');
  const parts = files.map(({ name, bytes: content, isMessage }) => ({
    fileName: isMessage ? `${name || 'message'}.tnef` : name,
    type: isMessage ? TNEF.type : '',
    bytes: content,
  }));
  const whole = [subject, text, names.join('\n')].filter((part) => part !== '').join('\n\n');
  return { ...textResult(whole, limits), attachments: listOf(parts) };
}

async function* listOf(parts: readonly Parameters<typeof attachedFile>[0][]): AsyncIterable<AttachedFile> {
  for (const part of parts) yield attachedFile(part);
}

function without(outcome: 'corrupt' | 'encrypted' | 'unsupported', reason: string): ExtractionResult {
  return { outcome, pages: [], reason };
}
