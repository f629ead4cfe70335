import { decodeText } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { decodeWords } from './encoded-words.js';
import { charactersOf, isHtml, isText, leavesOf, nameOf } from './mail-leaves.js';
import type { MailNode } from './mail-tree.js';
import { isEncrypted, unwrappedMail } from './unwrapped-mail.js';

const SPACES = /\s+/g;
const SHOWN = ['from', 'to', 'cc', 'date', 'subject'];
/** Headers of real mails have some thousand bytes. A mail in the mail is a file in it. */
const LIMITS = { maxHeadersSize: 512 * 1024, maxNestingDepth: 256 };

export interface MailReading {
  /** What a mail program displays: sender, recipients, date, subject, text, and the names of attachments. */
  text: string;
  /** Some of it cannot be read without a key. */
  isEncrypted: boolean;
}

export async function mailText(source: Buffer): Promise<string> {
  return (await readMailText(source)).text;
}

export async function readMailText(source: Buffer): Promise<MailReading> {
  // It rejects only when parts nest deeper or headers are longer than in any real mail; then the source is the text.
  const mail = await unwrappedMail(source, LIMITS).catch(() => undefined);
  if (mail === undefined) return { text: decodeText(source), isEncrypted: false };
  return {
    text: [...shownHeaders(mail), '', bodyText(mail), ...namesOfFiles(mail)].join('\n'),
    isEncrypted: leavesOf(mail).some(({ node }) => isEncrypted(node)),
  };
}

function shownHeaders({ headers }: MailNode): string[] {
  return SHOWN.flatMap((name) => {
    const header = headers.find(({ key }) => key === name);
    return header === undefined ? [] : [decodeWords(header.value)];
  });
}

/** Where a mail has its text both plain and as HTML, the plain one is complete. */
function bodyText(node: MailNode): string {
  const { multipart } = node.contentType;
  if (multipart === false) return isText(node) ? leafText(node) : '';
  // Outlook writes its text a second time into what it packs.
  if (multipart !== 'alternative')
    return [...new Map(node.childNodes.map(bodyText).map((text) => [text.replaceAll(SPACES, ' ').trim(), text]))]
      .flatMap(([words, text]) => (words === '' ? [] : [text]))
      .join('\n');
  const isPlain = (child: MailNode): boolean => child.contentType.multipart === false && !isHtml(child);
  const byPreference = [...node.childNodes.filter(isPlain), ...node.childNodes.filter((child) => !isPlain(child))];
  for (const child of byPreference) {
    const text = bodyText(child);
    if (text.trim() !== '') return text;
  }
  return '';
}

function leafText(node: MailNode): string {
  if (node.content === null) return '';
  const text = charactersOf(node);
  return isHtml(node) ? visibleText(text) : text;
}

function namesOfFiles(mail: MailNode): string[] {
  return leavesOf(mail)
    .map(({ node }) => nameOf(node))
    .filter((name) => name !== '');
}
