import { aPdf, pictureOver, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { labelPage, type Label } from '../support/labels.js';

/** A scan at 150 dots to the inch, with a page for each list of labels, and with a text that needs no recognition. */
export async function labelledScan(text: string, ...pages: readonly (readonly Label[])[]): Promise<Buffer> {
  const drawn = await Promise.all(
    pages.map(async (labels) => {
      const { data, info } = await (await labelPage(labels)).jpeg().toBuffer({ resolveWithObject: true });
      const picture = { jpeg: data, width: info.width, height: info.height, isColoured: true };
      return { drawing: `${pictureOver(0, 0, 595, 842)} ${textLines([text], { hidden: true })}`, picture };
    }),
  );
  return aPdf(...drawn);
}
