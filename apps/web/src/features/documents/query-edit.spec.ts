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
  ])('of %s are %j, and the text is %j', (query, chips, text) => {
    const split = splitQuery(query);
    expect({ chips: split.chips, text: split.text.trim() }).toEqual({ chips, text });
  });

  it('leave the filter alone that is being typed', () => {
    expect(splitQuery('tag:a tag:inv', 13)).toEqual({ chips: ['tag:a'], text: 'tag:inv' });
  });

  it('print back to a query with the same meaning, for any query', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const split = splitQuery(query);
        expect(meaning(joinQuery(split))).toEqual(meaning(query));
      }),
      { numRuns: 1_000 },
    );
  });

  it('print back to the same query when the filters come first', () => {
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
  ])('is added to %j, which becomes %j', (query, result) => {
    expect(addCondition(query, { field: 'tag', value: 'x' })).toBe(result);
  });

  it.each([
    ['tag:x', ''],
    ['tag:x invoice', 'invoice'],
    ['(a OR b) tag:x', 'a OR b'],
    ['a OR tag:x', 'a OR tag:x'],
    ['a', 'a'],
  ])('is removed from %j, which becomes %j', (query, result) => {
    expect(removeCondition(query, { field: 'tag', value: 'x' })).toBe(result);
  });

  it('is there after it was added to any query, and its exclusion replaces it', () => {
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

  it('is read from its chip again', () => {
    const condition = { field: 'Due date', value: 'a "b" \\', operator: '>=', isExcluded: true } as const;
    expect(conditionOf(conditionText(condition))).toEqual(condition);
    expect(conditionOf('word')).toBeUndefined();
  });
});
