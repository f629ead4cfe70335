import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { PackedWords, type OcrImage, type OcrText } from '@archivolt/plugin-kit';

/**
 * The text of page images in a file, one JSON object a line. A document that gave its place to another one is read again
 * from the start; a page that was recognized before costs no second recognition.
 */
export class KnownPages {
  private pages: Promise<Map<string, OcrText>> | undefined;

  constructor(private readonly path: string) {}

  async get(image: OcrImage, recognize: () => Promise<OcrText>): Promise<OcrText> {
    const key = createHash('sha256')
      .update(`${image.width} ${image.dpi ?? 0} `)
      .update(image.gray)
      .digest('base64');
    const pages = await (this.pages ??= load(this.path));
    const known = pages.get(key);
    if (known) return known;
    const { words, ...rest } = await recognize();
    const packed = words && PackedWords.of(words);
    const text = { ...rest, ...(packed && { words: packed }) };
    pages.set(key, text);
    const written = packed && Buffer.from(packed.toBytes()).toString('base64');
    await appendFile(this.path, `\n${JSON.stringify({ key, text: rest, words: written })}\n`);
    return text;
  }
}

async function load(path: string): Promise<Map<string, OcrText>> {
  const pages = new Map<string, OcrText>();
  const content = await readFile(path, 'utf8').catch(() => '');
  for (const line of content.split('\n')) {
    const page = line === '' ? undefined : parse(line);
    if (page) pages.set(page.key, page.text);
  }
  return pages;
}

/** `undefined` for a line that was being written when the process ended. */
function parse(line: string): { key: string; text: OcrText } | undefined {
  try {
    const { key, text, words } = JSON.parse(line) as { key: string; text: OcrText; words?: string };
    const packed = words !== undefined && { words: PackedWords.fromBytes(Buffer.from(words, 'base64')) };
    return { key, text: { ...text, ...packed } };
  } catch {
    return undefined;
  }
}
