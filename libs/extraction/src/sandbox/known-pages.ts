import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import type { OcrImage, OcrText } from '@archivolt/plugin-kit';

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
    const text = await recognize();
    pages.set(key, text);
    await appendFile(this.path, `${JSON.stringify({ key, text })}\n`);
    return text;
  }
}

async function load(path: string): Promise<Map<string, OcrText>> {
  const pages = new Map<string, OcrText>();
  const content = await readFile(path, 'utf8').catch(() => '');
  // Without a line break the last line was being written when the process ended.
  for (const line of content.split('\n').slice(0, -1)) {
    const { key, text } = JSON.parse(line) as { key: string; text: OcrText };
    pages.set(key, text);
  }
  return pages;
}
