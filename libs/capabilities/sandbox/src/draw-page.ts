import { writeFile } from 'node:fs/promises';
import type { DrawingContext, Extractor } from '@archivolt/plugin-kit';
import type { DrawMessage, DrawnMessage } from './messages.js';
import { readDrawn } from './read-drawn.js';

/** Has an extractor draw one page, in the child. */
export async function drawPage(
  { input, page, pixelsFile }: DrawMessage,
  extractor: Extractor,
  context: DrawingContext,
): Promise<DrawnMessage> {
  if (extractor.drawPage === undefined) throw new Error('the plugin declares `draws`, but has no drawPage');
  const { pixels, ...drawn } = readDrawn(await extractor.drawPage(input, page, context), page);
  if (pixels !== undefined) await writeFile(pixelsFile, pixels);
  return { kind: 'drawn', ...drawn };
}
