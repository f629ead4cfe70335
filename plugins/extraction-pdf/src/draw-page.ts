import type { DrawingContext, DrawnPage, ExtractionInput, PageToDraw } from '@archivolt/plugin-kit';
import { drawJpeg2000, isJpeg2000 } from './jpeg2000.js';
import { MAX_PICTURE_PIXELS } from './page-need.js';
import { PdfDocument } from './pdf-document.js';
import type { PdfPage } from './pdf-page.js';
import { pdfSource } from './pdf-source.js';
import { forgetPdfium, isFault } from './pdfium.js';

/** Draws one page in colour, with its notes and the values of its form. */
export async function drawPage(
  input: ExtractionInput,
  wanted: PageToDraw,
  { limits }: DrawingContext,
): Promise<DrawnPage> {
  if (input.size === 0) return { outcome: 'corrupt', reason: 'The file is empty.' };
  if (isJpeg2000(input.type)) return drawJpeg2000(input, wanted, limits);
  let document: PdfDocument | undefined;
  try {
    document = await PdfDocument.open(() => pdfSource(input.path, input.size), input.passwords);
    const pagesCount = document.pageCount;
    if (wanted.page > pagesCount)
      return { outcome: 'no-such-page', reason: `The PDF has ${pagesCount} pages.`, pagesCount };
    const mostPixels = Math.min(MAX_PICTURE_PIXELS, limits.maxPixels);
    const drawn = document.withPage(wanted.page - 1, (page) => drawOpenPage(page, wanted, mostPixels));
    return { pagesCount, ...(drawn ?? DAMAGED) };
  } catch (error) {
    if (!isFault(error)) throw error;
    forgetPdfium();
    return DAMAGED;
  } finally {
    document?.close();
  }
}

const DAMAGED = { outcome: 'corrupt', reason: 'The page is damaged and cannot be drawn.' } as const;
const TOO_LARGE = { outcome: 'too-large', reason: 'A picture on the page has more pixels than is allowed.' } as const;

type Drawn = Omit<Extract<DrawnPage, { outcome: 'drawn' }>, 'pagesCount'>;

function drawOpenPage(
  page: PdfPage,
  wanted: PageToDraw,
  mostPixels: number,
): Drawn | typeof DAMAGED | typeof TOO_LARGE {
  if (page.content().largestPicture > mostPixels) return TOO_LARGE;
  const picture = page.draw(wanted);
  return picture ? { outcome: 'drawn', channels: 3, ...picture } : DAMAGED;
}
