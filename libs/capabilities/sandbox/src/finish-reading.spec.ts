import { describe, expect, it } from '@jest/globals';
import type { ExtractedPage } from '@archivolt/plugin-kit';
import { finishReading } from './finish-reading.js';

const LETTER: ExtractedPage = { text: 'The bill is due on Monday.', source: 'ocr', confidence: 92 };
const PHOTO: ExtractedPage = {
  text: 'LN - M = N\nSS AS N je |\n~ A _ N',
  source: 'ocr',
  confidence: 41,
  words: [{ text: 'LN', box: [0, 0, 1, 1] }],
};

describe('what is kept of a reading', () => {
  it('a photo between the pages of a document has no text, and the other pages keep their places', () => {
    const { text, pages, kept, noise } = finishReading([LETTER, PHOTO, LETTER], 1_000);
    expect({ text, pages, noise }).toEqual({ text: `${LETTER.text}\f\f${LETTER.text}`, pages: 3, noise: undefined });
    expect([...(kept[1]?.words ?? [])]).toEqual([]);
  });

  it('a photo alone has no text, and the reason is that there are no words', () => {
    expect(finishReading([PHOTO], 1_000)).toMatchObject({ text: '', noise: expect.stringContaining('no words') });
  });

  it('pages without any text are no noise', () => {
    expect(finishReading([{ text: ' ', source: 'ocr', confidence: 0 }], 1_000)).not.toHaveProperty('noise');
  });

  it('encoded data is named as such', () => {
    const data = Buffer.from(Array.from({ length: 900 }, (_, at) => (at * at * 31) % 251)).toString('base64');
    expect(finishReading([{ text: data, source: 'text-layer' }], 2_000).noise).toContain('encoded data');
  });
});
