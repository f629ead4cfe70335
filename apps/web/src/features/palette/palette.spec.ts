import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../lib/query-language';
import { completed, groupedKeys, matching, remembered, withFilter } from './palette';

const command = (label: string, group = 'Actions', keywords?: string) => ({ label, group, keywords });
const labels = (all: readonly { label: string }[]): string[] => all.map(({ label }) => label);

describe('the actions of the palette', () => {
  const all = [command('New tag'), command('Tags', 'Go to'), command('Dark theme', 'Appearance', 'night')];
  it('actions are found by the starts of their words, heading and keywords, best label first', () => {
    expect(labels(matching(all, 'tag'))).toEqual(['Tags', 'New tag']);
    expect(labels(matching(all, 'NIGHT dar'))).toEqual(['Dark theme']);
    expect(labels(matching(all, 'go'))).toEqual(['Tags']);
    expect(labels(matching(all, 'ag'))).toEqual([]);
  });
  it('the palette shows all actions while nothing is typed, and none for punctuation alone', () => {
    expect(matching(all, ' ')).toHaveLength(3);
    expect(matching(all, '("')).toEqual([]);
  });
});

describe('a filter that is added to a query', () => {
  it.each([
    ['', 'tag:a'],
    ['word', 'word tag:a'],
    ['a tag:a b', 'a tag:a b'],
    ['one OR two', '(one OR two) tag:a'],
    ['(one OR two)', '((one OR two)) tag:a'],
    ['open "quote', 'open "quote tag:a'],
  ])('a filter that is added to %j makes the query %j', (query, expected) => {
    expect(withFilter(query, 'tag:a')).toBe(expected);
  });
  it('a filter limits both sides of an alternative', () => {
    expect(parseQuery(withFilter('one OR two', 'tag:a')).tree?.kind).toBe('and');
  });
  it('a filter replaces what was typed for it', () => {
    expect(completed('x ta y', { insert: 'tag:house', from: 2, to: 4 })).toBe('x tag:house y');
  });
});

describe('recent documents', () => {
  it('recent documents are the last ones, each once', () => {
    expect(remembered(['b', 'a'], 'a')).toEqual(['a', 'b']);
    expect(remembered(['1', '2', '3'], '4', 3)).toEqual(['4', '1', '2']);
  });
});

describe('the list of keys', () => {
  it('the list of keys has each action of a heading once, with all of its keys', () => {
    const keys = [
      { keys: '[Shift]+?', group: 'A', label: 'Help' },
      { keys: 'x', group: 'B', label: 'Select' },
      { keys: '?', group: 'A', label: 'Help' },
      { keys: 'F1', group: 'A', label: 'Help' },
    ];
    expect(groupedKeys(keys)).toEqual([
      { group: 'A', actions: [{ label: 'Help', keys: ['?', 'F1'] }] },
      { group: 'B', actions: [{ label: 'Select', keys: ['x'] }] },
    ]);
  });
});
