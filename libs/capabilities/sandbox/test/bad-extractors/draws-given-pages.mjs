import { readFileSync } from 'node:fs';

/** Draws the pages that the file holds: a line of JSON, then their gray pixels. */
export default {
  extract: async () => ({ outcome: 'empty', pages: [] }),
  drawPage: async ({ path }, { page }) => {
    const file = readFileSync(path);
    const end = file.indexOf(10);
    const { pages, pagesCount = pages.length } = JSON.parse(file.subarray(0, end).toString());
    if (page > pagesCount) return { outcome: 'no-such-page', pagesCount };
    const { width, height, at, way } = pages[(page - 1) % pages.length];
    if (way === 'throws') throw new Error('the page has no frame');
    if (way === 'exits') process.exit(3);
    if (way === 'hangs') for (;;);
    if (way !== undefined) return { outcome: way, reason: 'It is as it is.', pagesCount };
    const pixels = new Uint8Array(file.subarray(end + 1 + at, end + 1 + at + width * height));
    return { outcome: 'drawn', pagesCount, channels: 1, width, height, pixels };
  },
};
