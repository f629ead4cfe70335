import { describe, expect, it } from '@jest/globals';
import { wholeList } from './whole-list';

/** A list of the numbers below `length`, as the server pages it. */
function listOf(length: number) {
  const all = Array.from({ length }, (_, index) => index);
  const asked: object[] = [];
  const read = (query: { pageIndex?: number }) => {
    asked.push(query);
    const from = (query.pageIndex ?? 0) * 10;
    return Promise.resolve(all.slice(from, from + 10));
  };
  return { all, asked, read };
}

describe('wholeList', () => {
  it.each([0, 1, 9])('reads a list of %i entries with one request that asks for no page', async (length) => {
    const { all, asked, read } = listOf(length);
    expect(await wholeList(read, { pageSize: 10 })).toEqual(all);
    expect(asked).toEqual([{}]);
  });

  it('reads further pages until one is not full', async () => {
    const { all, asked, read } = listOf(25);
    expect(await wholeList(read, { pageSize: 10 })).toEqual(all);
    expect(asked).toEqual([{}, { pageIndex: 1 }, { pageIndex: 2 }]);
  });

  it('reads an empty page after the last full one', async () => {
    const { all, asked, read } = listOf(20);
    expect(await wholeList(read, { pageSize: 10 })).toEqual(all);
    expect(asked).toHaveLength(3);
  });
});
