import MarkdownIt from 'markdown-it';
import { decodeText, type DrawingContext, type ExtractionInput, type Rendition } from '@archivolt/plugin-kit';
import type { RenditionLimits } from '@archivolt/plugin-kit';
import { cleanHtml, type PartOfFile } from './clean-html.js';
import { mailHtml } from './mail-html.js';
import { MAIL } from './mail-leaves.js';
import { namedEncoding } from './named-encoding.js';
import { readStart } from './read-start.js';
import { tableHtml } from './table-html.js';

/** Bytes of a text that are shown, from the beginning. */
const MOST_TEXT_BYTES = 1024 * 1024;
/** A mail has its files in it, and the list of them is at the end. */
const MOST_MAIL_BYTES = 50 * 1024 * 1024;

/** Types that are shown as HTML, and how. */
const WAYS: Readonly<Record<string, (text: string, type: string) => PartOfFile>> = {
  'application/xhtml+xml': pageHtml,
  'text/csv': tableHtml,
  'text/html': pageHtml,
  'text/markdown': markdownHtml,
  'text/tab-separated-values': tableHtml,
};

export async function renderHtml(
  input: ExtractionInput,
  { maxBytes }: RenditionLimits,
  { signal }: DrawingContext,
): Promise<Rendition> {
  const part = input.type === MAIL ? await mailPart(input, signal) : await textPart(input, signal);
  signal.throwIfAborted();
  if (part === undefined) return { outcome: 'unsupported', reason: `Files of the type ${input.type} are not shown.` };
  if (Buffer.byteLength(part.html) > maxBytes)
    return { outcome: 'too-large', reason: 'The file is too large to be shown as a page.' };
  return { outcome: 'rendered', ...part };
}

async function mailPart({ path, size }: ExtractionInput, signal: AbortSignal): Promise<PartOfFile | undefined> {
  const part = await mailHtml(await readStart(path, MOST_MAIL_BYTES, signal));
  return part && { ...part, isCut: part.isCut || size > MOST_MAIL_BYTES };
}

async function textPart({ path, size, type }: ExtractionInput, signal: AbortSignal): Promise<PartOfFile | undefined> {
  const show = WAYS[type];
  if (show === undefined) return undefined;
  const bytes = await readStart(path, MOST_TEXT_BYTES, signal);
  const part = show(decodeText(bytes, { named: namedEncoding(bytes) }), type);
  return { ...part, isCut: part.isCut || bytes.length < size };
}

function pageHtml(html: string): PartOfFile {
  return cleanHtml(html);
}

export function markdownHtml(text: string): PartOfFile {
  const markdown = new MarkdownIt({ html: true });
  markdown.validateLink = () => true; // cleaning takes all addresses away, and one that is refused would be text
  return cleanHtml(markdown.render(text));
}
