import { defineExtractor, type Extractor } from '@archivolt/plugin-kit';

/** What the extractor of this module does: a test of the contract suite exchanges it. */
export const current: { drawPage: NonNullable<Extractor['drawPage']> | undefined } = { drawPage: undefined };

export default defineExtractor({
  extract: () => Promise.resolve({ outcome: 'text', pages: [{ text: 'words', source: 'text-layer' }] }),
  drawPage: (...given) => {
    if (current.drawPage === undefined) throw new Error('there is no drawPage');
    return current.drawPage(...given);
  },
});
