import { readFile } from 'node:fs/promises';
import { defineExtractor, zipEntries, type ExtractionLimits } from '@archivolt/plugin-kit';

type ChaptersOf = (file: Buffer, limits: ExtractionLimits) => Buffer[];

export const boundedChapters: ChaptersOf = (file, limits) => {
  let room = limits.maxInflatedBytes;
  return zipEntries(file, limits).map((chapter) => {
    const content = chapter.unpack(room);
    room -= content.length;
    return content;
  });
};

/** How the extractor of this module unpacks a book: a test of the contract suite exchanges it. */
export const current = { chaptersOf: boundedChapters };

export default defineExtractor({
  async extract({ path }, { limits }) {
    const texts = current.chaptersOf(await readFile(path), limits).map((content) => content.toString().trim());
    return { outcome: 'text', pages: texts.map((text) => ({ text, source: 'text-layer' })) };
  },
});
