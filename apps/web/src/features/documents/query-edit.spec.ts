import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseQuery, printQuery, type QueryNode } from '../../lib/query-language';
import {
  addCondition,
  conditionOf,
  conditionText,
  hasCondition,
  joinQuery,
  removeCondition,
  splitQuery,
  toggleCondition,
} from './query-edit';

/** What a query asks for, whatever the order of its conditions. */
function meaning(query: string): string[] {
  const flat = (node: QueryNode): QueryNode[] => (node.kind === 'and' ? node.children.flatMap(flat) : [node]);
  const { tree } = parseQuery(query);
  return tree ? flat(tree).map(printQuery).sort() : [];
}

const anyQuery = fc
  .array(
    fc.constantFrom(
      ...['tag:invoice', '-tag:"two words"', 'NOT date:2026', 'created:>=2024-01', 'type:pdf', 'has:tags', 'tag:'],
      ...[
        'marzipan',
        '"two words"',
        '-draft',
        'AND',
        'OR',
        'NOT',
        '(',
        ')',
        'tag:(',
        '"open',
        ':',
        'a:b:c',
        '-',
        '--x',
      ],
      ...['tag: later', '"my field":"a \\" quote"', 'é', '\\', 'http://x.y', 'constructor:1', '__proto__:x'],
    ),
    { maxLength: 9 },
  )
  .map((parts) => parts.join(' '));

describe('chips of a query', () => {
  it.each([
    ['tag:invoice marzipan', ['tag:invoice'], 'marzipan'],
    ['marzipan tag:invoice nougat', ['tag:invoice'], 'marzipan nougat'],
    ['-tag:"two words" created:>=2024', ['-tag:"two words"', 'created:>=2024'], ''],
    ['NOT tag:a b', ['-tag:a'], 'b'],
    ['a AND tag:b AND c', ['tag:b'], 'a AND c'],
    ['tag:b AND c', ['tag:b'], 'c'],
    ['tag:a OR tag:b', [], 'tag:a OR tag:b'],
    ['(tag:a OR tag:b) tag:c', ['tag:c'], '(tag:a OR tag:b)'],
    ['tag:(a OR b) type:pdf', ['type:pdf'], 'tag:(a OR b)'],
  ])('the query %s has the chips %j and the text %j', (query, chips, text) => {
    const split = splitQuery(query);
    expect({ chips: split.chips, text: split.text.trim() }).toEqual({ chips, text });
  });

  it('the filter that is being typed does not become a chip', () => {
    expect(splitQuery('tag:a tag:inv', 13)).toEqual({ chips: ['tag:a'], text: 'tag:inv' });
  });

  it('chips and text of any query print a query with the same meaning', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const split = splitQuery(query);
        expect(meaning(joinQuery(split))).toEqual(meaning(query));
      }),
      { numRuns: 1_000 },
    );
  });

  it('chips and text print the same query when its filters come first', () => {
    const chips = fc.array(fc.constantFrom('tag:invoice', '-tag:"two words"', 'created:>=2024-01', 'type:pdf'));
    const text = fc.constantFrom('', 'marzipan', '(a OR b) c', '"two words" -draft');
    fc.assert(
      fc.property(chips, text, (filters, rest) => {
        const query = [...filters, rest].join(' ').trim();
        expect(joinQuery(splitQuery(query))).toBe(query);
      }),
    );
  });
});

describe('a filter in a query', () => {
  it.each([
    ['', 'tag:x'],
    ['invoice', 'invoice tag:x'],
    ['a OR b', '(a OR b) tag:x'],
    ['"open quote', '"open quote" tag:x'],
    ['(a OR b', '(a OR b) tag:x'],
    ['-tag:x a', 'a tag:x'],
    ['tag:x -tag:x', 'tag:x'],
    ['TAG:X a', 'TAG:X a'],
  ])('a filter is added to %j, which becomes %j', (query, result) => {
    expect(addCondition(query, { field: 'tag', value: 'x' })).toBe(result);
  });

  it.each([
    ['tag:x', ''],
    ['tag:x invoice', 'invoice'],
    ['(a OR b) tag:x', 'a OR b'],
    ['a OR tag:x', 'a OR tag:x'],
    ['a', 'a'],
  ])('a filter is removed from %j, which becomes %j', (query, result) => {
    expect(removeCondition(query, { field: 'tag', value: 'x' })).toBe(result);
  });

  it('any query contains a filter that was added to it, and the excluded filter replaces it', () => {
    const anyValue = fc.oneof(
      fc.string(),
      fc.constantFrom('two words', 'a"b', '\\', '>=1', 'or', '-x', '(', 'x:y', '//x'),
    );
    fc.assert(
      fc.property(anyQuery, anyValue, (query, value) => {
        const condition = { field: 'tag', value };
        const added = addCondition(query, condition);
        expect(hasCondition(added, condition)).toBe(true);
        const excluded = addCondition(added, { ...condition, isExcluded: true });
        expect([hasCondition(excluded, condition), hasCondition(excluded, { ...condition, isExcluded: true })]).toEqual(
          [false, true],
        );
        expect(hasCondition(toggleCondition(added, condition), condition)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('a chip is parsed into the filter that it was printed from', () => {
    const condition = { field: 'Due date', value: 'a "b" \\', operator: '>=', isExcluded: true } as const;
    expect(conditionOf(conditionText(condition))).toEqual(condition);
    expect(conditionOf('word')).toBeUndefined();
  });
});
