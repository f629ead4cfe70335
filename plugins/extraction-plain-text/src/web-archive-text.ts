import { decodeText } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { decodeWords } from './encoded-words.js';
import { parseMail, type MailNode } from './mail-tree.js';
import { namedEncoding } from './named-encoding.js';

const LONGEST_TITLE = 4_000;

/** The pages in a saved web page (MHTML), which is a mail of HTML with pictures and styles. */
export async function webArchiveText(source: Buffer): Promise<string> {
  // It rejects only when parts nest deeper or are more than in any real file; then the source is the text.
  const archive = await parseMail(source).catch(() => undefined);
  if (archive === undefined) return visibleText(decodeText(source));
  const leaves = pagesOf(archive);
  const pages = leaves.filter(({ type }) => type === 'text/html' || type === 'application/xhtml+xml');
  const shown = pages.length > 0 ? pages : leaves.filter(({ type }) => type === 'text/plain');
  const text = shown.map(({ type, text }) => (type === 'text/plain' ? text() : visibleText(text()))).join('\n\n');
  const title = titleOf(archive);
  // Nearly always the first line of the page.
  return text.includes(title) ? text : `${title}\n${text}`;
}

function titleOf({ headers }: MailNode): string {
  return decodeWords(headers.find(({ key }) => key === 'subject')?.value.slice(0, LONGEST_TITLE) ?? '').trim();
}

interface Leaf {
  type: string;
  text(): string;
}

function pagesOf({ contentType: { parsed, multipart }, childNodes, content }: MailNode): Leaf[] {
  if (multipart !== false) return childNodes.flatMap(pagesOf);
  if (content === null) return [];
  const bytes = Buffer.from(content);
  const named = parsed.params['charset'] ?? namedEncoding(bytes);
  return [{ type: parsed.value, text: () => decodeText(bytes, { named }) }];
}
