import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../lib/query-language';
import { optionQuery, shownOptions } from './options';

const option = (name: string, documentsCount: number, createdAt: string) => ({ name, documentsCount, createdAt });
const OPTIONS = [option('b 10', 1, '2026-01-03'), option('B 9', 5, '2026-01-01'), option('a', 5, '2026-01-02')];
const names = (options: readonly { name: string }[]): string[] => options.map(({ name }) => name);

describe('the list of correspondents or types', () => {
  it('the list of correspondents is sorted by name with numbers in their order, by documents or by age', () => {
    expect(names(shownOptions(OPTIONS, '', 'name'))).toEqual(['a', 'B 9', 'b 10']);
    expect(names(shownOptions(OPTIONS, '', 'documents'))).toEqual(['a', 'B 9', 'b 10']);
    expect(names(shownOptions(OPTIONS, '', 'newest'))).toEqual(['b 10', 'a', 'B 9']);
  });

  it('the list of correspondents keeps those that have every word in their name', () => {
    expect(names(shownOptions(OPTIONS, ' 9 b', 'name'))).toEqual(['B 9']);
    expect(names(shownOptions(OPTIONS, 'none', 'name'))).toEqual([]);
  });

  it.each(['Stadtwerke', 'two words', 'a"b', 'x)y', '-no', 'größe', 'a:b', 'AND', '>5'])(
    'the search for the correspondent %j is one filter with its name',
    (name) => {
      const { tree } = parseQuery(optionQuery('correspondent', name));
      expect(tree).toMatchObject({ kind: 'filter', field: 'correspondent', operator: '=', value: name });
    },
  );
});
