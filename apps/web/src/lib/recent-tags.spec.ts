import { describe, expect, it } from '@jest/globals';
import { likeliestFirst } from './recent-tags';

const tag = (id: string, documentsCount = 0) => ({ id, name: id, documentsCount });

describe('likeliestFirst', () => {
  it('recent tags come first in their order, then the most used, then the others by name', () => {
    const tags = [tag('a'), tag('b', 3), tag('c', 9), tag('d'), tag('e', 1)];
    expect(likeliestFirst(tags, ['e', 'deleted', 'd']).map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b', 'a']);
  });
});
