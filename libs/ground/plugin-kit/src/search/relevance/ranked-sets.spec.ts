import { describe, expect, it } from '@jest/globals';
import type { RankedTerm } from '../search-backend.js';
import { rankedGroups, rankedTermsOf, termWeights, treeOfTerm } from './ranked-sets.js';

const term = (words: string[], more: Partial<RankedTerm> = {}): RankedTerm => ({
  forms: [{ words, weight: 16 }],
  fields: ['name', 'content', 'notes'],
  labels: [],
  ...more,
});

describe('termWeights', () => {
  it('a single term has the highest weight, without any counting', () => {
    expect(termWeights([term(['rent'])], [], 0)).toEqual([64]);
  });

  it('the rarer a term, the more it counts; one that all documents have still counts', () => {
    const [common = 0, medium = 0, rare = 0] = termWeights(
      [term(['a']), term(['b']), term(['c'])],
      [1_000, 100, 1],
      1_000,
    );
    expect(rare).toBe(64);
    expect(medium).toBeLessThan(rare);
    expect(common).toBeLessThan(medium);
    expect(common).toBeGreaterThanOrEqual(1);
  });

  it('terms that no document has count the same', () => {
    expect(termWeights([term(['a']), term(['b'])], [0, 0], 0)).toEqual([64, 64]);
  });
});

describe('rankedTermsOf', () => {
  it('forms are folded, and terms without words or fields are left out', () => {
    expect(rankedTermsOf([term(['Rent!']), term([]), term(['!']), term(['x'], { fields: [] })])).toEqual([
      term(['rent']),
    ]);
  });

  it('no query has more points than fit into 16 bits', () => {
    const forms = Array.from({ length: 50 }, (_, index) => ({ words: [`form${index}`], weight: 99 }));
    const labels: RankedTerm['labels'] = [{ kind: 'tag', tagIds: ['tag_1'] }];
    const terms = rankedTermsOf(Array.from({ length: 200 }, (_, index) => term([`w${index}`], { forms, labels })));
    const most = rankedGroups(
      terms,
      terms.map(() => 64),
    ).reduce((sum, sets) => sum + Math.max(...sets.map(({ points }) => points)), 0);
    expect(most).toBeLessThan(2 ** 16);
    expect(terms.every((each) => each.forms.length <= 10)).toBe(true);
  });
});

describe('rankedGroups', () => {
  it('the sets of each group begin with the one that has the most points, which are whole numbers', () => {
    const forms = [
      { words: ['rent'], weight: 16 },
      { words: ['house', 'rent'], weight: 7 },
      { ending: 'miete', weight: 3 },
    ];
    const labels: RankedTerm['labels'] = [{ kind: 'tag', tagIds: ['tag_1'] }];
    const groups = rankedGroups(rankedTermsOf([term([], { forms, labels })]), [37]);
    expect(groups).toHaveLength(4);
    for (const sets of groups) {
      const points = sets.map((set) => set.points);
      expect(points).toEqual(points.toSorted((a, b) => b - a));
      expect(points.every((each) => Number.isInteger(each) && each > 0)).toBe(true);
    }
  });

  it('a word is looked for in its own fields only', () => {
    const [sets = [], ...others] = rankedGroups([term(['rent'], { fields: ['name'] })], [1]);
    expect(sets).toEqual([
      { points: 30, marks: [{ kind: 'term', field: 'name', term: 'rent' }] },
      { points: 22, condition: { kind: 'text', words: ['rent'], fields: ['name'] } },
    ]);
    expect(others).toEqual([[{ points: 3, condition: { kind: 'text', words: ['rent'], fields: ['name'] } }]]);
  });

  it('terms with few letters are not looked for as beginnings of prominent words', () => {
    const prefixes = (word: string) =>
      rankedGroups([term([word])], [1])
        .flat()
        .filter((set) => 'marks' in set && set.marks.some((mark) => 'isPrefix' in mark && mark.isPrefix)).length;
    expect(prefixes('ren')).toBe(0);
    expect(prefixes('rent')).toBe(1);
  });

  it('what a document must have of a term is one of its forms', () => {
    const forms = [
      { words: ['rent'], weight: 16 },
      { ending: 'miete', weight: 3 },
    ];
    expect(treeOfTerm(term([], { forms, fields: ['name'] }))).toEqual({
      kind: 'or',
      children: [
        { kind: 'text', words: ['rent'], fields: ['name'] },
        { kind: 'ending', ending: 'miete', fields: ['name'] },
      ],
    });
  });
});
