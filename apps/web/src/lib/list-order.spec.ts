import { describe, expect, it } from '@jest/globals';
import { hasWords, orderOf } from './list-order';

describe('the order of a list', () => {
  it('a search for words has the best match first, and a list without words the newest', () => {
    expect(orderOf('water bill', {})).toEqual({ sort: 'relevance', order: 'desc' });
    expect(orderOf('tag:house', {})).toEqual({ sort: 'createdAt', order: 'desc' });
    expect(orderOf('', {})).toEqual({ sort: 'createdAt', order: 'desc' });
  });

  it('what a person chose stays when words are typed or removed', () => {
    for (const q of ['water', ''])
      expect(orderOf(q, { sort: 'createdAt', order: 'asc' })).toEqual({ sort: 'createdAt', order: 'asc' });
    expect(orderOf('water', { sort: 'name' })).toEqual({ sort: 'name', order: 'asc' });
    expect(orderOf('water', { sort: 'relevance' })).toEqual({ sort: 'relevance', order: 'desc' });
  });

  it('the best match is the newest document where a query has no words, whatever the direction that another order had', () => {
    expect(orderOf('tag:house', { sort: 'relevance', order: 'asc' })).toEqual({ sort: 'createdAt', order: 'desc' });
  });

  it.each([
    ['water', true],
    ['"water bill"', true],
    ['tag:house water', true],
    ['name:water', true],
    ['Notes:water', true],
    ['tag:house OR water', true],
    ['請求書', true],
    ['*bill', true],
    ['similar:doc_0000000000000000000000ab type:pdf', true],
    ['-similar:doc_0000000000000000000000ab', false],
    ['-water', false],
    ['NOT (water bill)', false],
    ['tag:house type:pdf', false],
    ['name:', false],
    ['&&& ***', false],
    ['created:<7d', false],
    ['', false],
  ])('whether %j asks for words: %j', (q, expected) => {
    expect(hasWords(q)).toBe(expected);
  });
});
