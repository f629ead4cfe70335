import { describe, expect, it } from '@jest/globals';
import { listedTags, tagLine } from '../src/listed-tags.js';

const manyTags = (count: number, description: string | null = 'd'.repeat(200)) =>
  Array.from({ length: count }, (_, index) => ({ name: `Tag ${index}`, description }));
const charactersIn = (tags: ReturnType<typeof listedTags>) => tags.map(tagLine).join('\n').length;

describe('the tags that a model gets', () => {
  it('the model gets all tags with their descriptions when there is room', () => {
    expect(listedTags(manyTags(3), 1000)).toEqual(manyTags(3));
    expect(listedTags([{ name: 'a', description: '' }], 100)).toEqual([{ name: 'a', description: null }]);
    expect(listedTags([], 100)).toEqual([]);
  });

  it('the model gets shorter descriptions before a tag is left out', () => {
    const listed = listedTags(manyTags(100), 12_000);
    expect(listed).toHaveLength(100);
    expect(listed.map(({ description }) => description?.length)).toEqual(Array(100).fill(50));
    expect(charactersIn(listed)).toBeLessThanOrEqual(12_000);
  });

  it('the model gets the first tags without descriptions when even their names are too many', () => {
    const listed = listedTags(manyTags(3000), 2000);
    expect(charactersIn(listed)).toBeLessThanOrEqual(2000);
    expect(charactersIn(listed)).toBeGreaterThan(1950);
    expect(listed).toEqual(manyTags(listed.length, null));
  });
});
