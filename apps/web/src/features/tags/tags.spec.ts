import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../lib/query-language';
import { asTree, pathOf, PRESET_COLORS, randomColor, shownTags, tagQuery } from './tags';

const tag = (name: string, documentsCount: number, createdAt: string, description: string | null = null) => ({
  name,
  documentsCount,
  createdAt,
  description,
});
const TAGS = [tag('b 10', 1, '2026-01-03'), tag('B 9', 5, '2026-01-01', 'Bills'), tag('a', 5, '2026-01-02')];
const names = (tags: readonly { name: string }[]): string[] => tags.map(({ name }) => name);

describe('the list of tags', () => {
  it('the list of tags is sorted by name with numbers in their order, by documents or by age', () => {
    expect(names(shownTags(TAGS, '', 'name'))).toEqual(['a', 'B 9', 'b 10']);
    expect(names(shownTags(TAGS, '', 'documents'))).toEqual(['a', 'B 9', 'b 10']);
    expect(names(shownTags(TAGS, '', 'newest'))).toEqual(['b 10', 'a', 'B 9']);
  });

  it('the list of tags keeps those that have every word in name or description', () => {
    expect(names(shownTags(TAGS, ' bill b', 'name'))).toEqual(['B 9']);
    expect(names(shownTags(TAGS, 'none', 'name'))).toEqual([]);
  });
});

describe('tags below others', () => {
  const nested = [{ id: 'vat', parentId: 'taxes' }, { id: 'a' }, { id: 'taxes', parentId: 'money' }, { id: 'money' }];

  it('tags stand behind the one above them, and those whose tag above is not shown at the edge', () => {
    const levels = (tags: typeof nested) => asTree(tags).map(({ tag, level }) => `${level} ${tag.id}`);
    expect(levels(nested)).toEqual(['0 a', '0 money', '1 taxes', '2 vat']);
    expect(levels(nested.slice(0, 3))).toEqual(['0 a', '0 taxes', '1 vat']);
  });

  it('the path of a tag leads to the highest one', () => {
    expect(pathOf(nested, 'vat')).toEqual(['vat', 'taxes', 'money']);
    expect(pathOf(nested, 'a')).toEqual(['a']);
  });
});

describe('the colour of a new tag', () => {
  it('the colour of a new tag has the format that the server accepts', () => {
    for (const value of [0, 0.25, 0.5, 0.999]) expect(randomColor(() => value)).toMatch(/^#[0-9A-F]{6}$/);
    for (const color of PRESET_COLORS) expect(color).toMatch(/^#[0-9A-F]{6}$/);
  });
});

describe('the search for a tag', () => {
  it.each(['house', 'two words', 'a"b', 'x)y', '-no', 'größe', 'a:b', 'AND', '>5', '💡', '<b>', '\\'])(
    'the search for a tag is one filter on the tag %j alone',
    (name) => {
      const { tree } = parseQuery(tagQuery(name));
      expect(tree).toMatchObject({ kind: 'filter', field: 'tag', operator: '=', value: name });
    },
  );
});
