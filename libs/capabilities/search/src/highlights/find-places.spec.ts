import { describe, expect, it } from '@jest/globals';
import { foldWords } from '@archivolt/plugin-kit';
import findPlaces from './find-places.js';
import { needlesOf } from './needles.js';

function found(text: string, queries: readonly string[], most = 1_000) {
  const children = queries.map((query) => ({
    kind: 'text' as const,
    words: foldWords(query),
    fields: ['content' as const],
  }));
  return findPlaces({ text, needles: needlesOf({ kind: 'and', children }), most });
}

describe('findPlaces', () => {
  it('returns all places in the order of the text, each once', () => {
    const text = 'Tax office. The tax, and again: TAX office';
    const { places, isComplete } = found(text, ['tax', 'tax office']);
    expect(places.map(({ start, length }) => text.slice(start, start + length))).toEqual([
      ...['Tax office', 'tax', 'TAX office'],
    ]);
    expect(isComplete).toBe(true);
  });

  it('says when there are more places than it returns', () => {
    expect(found('tax '.repeat(1_000), ['tax'])).toMatchObject({ isComplete: true });
    const more = found('tax '.repeat(1_001), ['tax']);
    expect(more.isComplete).toBe(false);
    expect(more.places).toHaveLength(1_000);
    expect(more.places.at(-1)).toEqual({ start: 3_996, length: 3 });
  });

  it('finds places in every piece of a long text', () => {
    const page = `${'lorem ipsum '.repeat(20_000)}needle`;
    const text = [page, page, page, page].join('\f');
    const { places } = found(text, ['needle']);
    expect(places.map(({ start }) => text.slice(start, start + 6))).toEqual(Array(4).fill('needle'));
    const withoutPages = `${'x'.repeat(700_000)} needle`;
    expect(found(withoutPages, ['needle']).places).toEqual([{ start: 700_001, length: 6 }]);
  });
});
