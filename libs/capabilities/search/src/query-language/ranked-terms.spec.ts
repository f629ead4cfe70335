import { describe, expect, it } from '@jest/globals';
import { interpretQuery } from './interpret-query.js';
import type { NamedLabel, QueryResolver } from './query-resolver.js';
import { labelled } from './ranked-terms.js';
import { loadStem } from './stemming.js';

const NO_NAMES: QueryResolver = {
  tagIdsByNameOrId: () => Promise.resolve(new Map([['rent', ['tag_1']]])),
  propertiesByKey: () => Promise.resolve(new Map()),
  userIds: () => Promise.resolve(new Map()),
};
const ALL_FIELDS = ['name', 'content', 'notes'];

async function termsOf(query: string) {
  const stem = await loadStem(['english']);
  return (await interpretQuery(query, { now: new Date(0), stem }, NO_NAMES)).terms;
}

const formsOf = async (query: string) => (await termsOf(query)).map(({ forms }) => forms);

describe('the words that an order by relevance goes by', () => {
  it('each word and each phrase is a term, in the order of the query, with the fields that it is looked for in', async () => {
    expect(await termsOf('rent name:house "two words"')).toEqual([
      { forms: [{ words: ['rent'], weight: 16 }], fields: ALL_FIELDS, labels: [] },
      {
        forms: [
          { words: ['house'], weight: 16 },
          { words: ['hous'], weight: 10 },
        ],
        fields: ['name'],
        labels: [],
      },
      { forms: [{ words: ['two', 'words'], weight: 16 }], fields: ALL_FIELDS, labels: [] },
    ]);
  });

  it('words that are excluded, and filters other than those on texts, are no terms', async () => {
    expect(await formsOf('rent -draft NOT (old OR older) tag:rent created:2026 has:tags')).toEqual([
      [{ words: ['rent'], weight: 16 }],
    ]);
    expect(await formsOf('')).toEqual([]);
    expect(await formsOf('tag:rent !!! -draft')).toEqual([]);
  });

  it('words of alternatives are terms, each once', async () => {
    expect(await formsOf('(rent OR bill) (rent OR gas)')).toEqual(
      [['rent'], ['bill'], ['gas']].map((words) => [{ words, weight: 16 }]),
    );
  });

  it('a stem counts less than the word, and a number with its digits joined hardly less', async () => {
    expect(await formsOf('running 1,234')).toEqual([
      [
        { words: ['running'], weight: 16 },
        { words: ['run'], weight: 10 },
      ],
      [
        { words: ['1', '234'], weight: 16 },
        { words: ['1234'], weight: 14 },
      ],
    ]);
  });
});

describe('labels of terms', () => {
  const labels: NamedLabel[] = [
    { name: 'Rent', condition: { tagId: 'tag_1' } },
    { name: 'House rents', condition: { tagId: 'tag_2' } },
    { name: 'Parent', condition: { tagId: 'tag_3' } },
    { name: 'rent (paid)', condition: { propertyId: 'cpd_1', optionId: 'opt_1' } },
    { name: 'Rent', condition: { propertyId: 'cpd_1', optionId: 'opt_2' } },
    { name: 'RENT', condition: { propertyId: 'cpd_2', optionId: 'opt_3' } },
  ];

  it('tags and options with the word in their name label a term, one condition for each property', async () => {
    expect(labelled(await termsOf('rent'), labels)[0]?.labels).toEqual([
      { kind: 'tag', tagIds: ['tag_1', 'tag_2'] },
      { kind: 'property', propertyId: 'cpd_1', condition: { type: 'option', optionIds: ['opt_1', 'opt_2'] } },
      { kind: 'property', propertyId: 'cpd_2', condition: { type: 'option', optionIds: ['opt_3'] } },
    ]);
    expect(labelled(await termsOf('water'), labels)[0]?.labels).toEqual([]);
  });

  it('a word in a certain field only has no labels', async () => {
    expect(labelled(await termsOf('content:rent'), labels)[0]?.labels).toEqual([]);
  });

  it('very many tags with the word are not all looked up', async () => {
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      name: `rent ${String(index)}`,
      condition: { tagId: `tag_${String(index)}` },
    }));
    const [label] = labelled(await termsOf('rent'), many)[0]?.labels ?? [];
    expect(label?.kind === 'tag' && label.tagIds).toHaveLength(50);
  });
});
