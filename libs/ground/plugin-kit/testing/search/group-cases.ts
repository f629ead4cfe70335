import { expect } from '@jest/globals';
import type { SearchTree } from '../../src/search/search-backend.js';
import { evaluateGroups } from './evaluate-groups.js';
import { randomDocument, randomTree } from './random-trees.js';
import { SeededRandom } from './seeded-random.js';
import { aSearchDocument, ORGANIZATION, OTHER_ORGANIZATION } from './seeded-document.js';
import { ALL, not, text, type SuiteTools } from './suite-tools.js';

const P = 'cpd_000000000000000000000001';
const OTHER = 'cpd_000000000000000000000002';

/** A backend without `countGroups` has nothing to do here. */
export function describeGroups({ check, given, context }: SuiteTools): void {
  const countGroups = (tree: SearchTree) => context().backend.countGroups?.({ organizationId: ORGANIZATION, tree });

  check('counts matches by tag, type, year and property, and only those of the organization', async () => {
    const facts = {
      content: 'bill',
      tagIds: ['tag_1', 'tag_2'],
      mimeType: 'application/pdf',
      date: '2025-12-31T23:59:59.999Z',
      properties: [
        { propertyId: P, type: 'option' as const, optionIds: ['open', 'urgent'] },
        { propertyId: OTHER, type: 'boolean' as const, boolean: false },
      ],
    };
    await given(
      { id: 'a', ...facts },
      { id: 'b', ...facts, tagIds: ['tag_2'], date: '2026-01-01', mimeType: 'image/png' },
      { id: 'c', content: 'bill', properties: [{ propertyId: OTHER, type: 'boolean', boolean: true }] },
      { id: 'd', ...facts, content: 'letter' },
      { id: 'e', ...facts, trashed: true },
      { id: 'f', ...facts, organizationId: OTHER_ORGANIZATION },
    );
    if (context().backend.countGroups === undefined) return;
    expect(await countGroups(text('bill'))).toEqual({
      tags: [
        { tagId: 'tag_2', count: 2 },
        { tagId: 'tag_1', count: 1 },
      ],
      mimeTypes: [
        { mimeType: 'application/pdf', count: 1 },
        { mimeType: 'image/png', count: 1 },
        { mimeType: 'text/plain', count: 1 },
      ],
      years: [
        { year: 2025, count: 1 },
        { year: 2026, count: 1 },
        { year: null, count: 1 },
      ],
      properties: [
        { propertyId: P, optionId: 'open', count: 2 },
        { propertyId: P, optionId: 'urgent', count: 2 },
        { propertyId: OTHER, boolean: false, count: 2 },
        { propertyId: OTHER, boolean: true, count: 1 },
      ],
    });
    const nothing = { tags: [], mimeTypes: [], years: [], properties: [] };
    for (const tree of [text('nowhere'), { kind: 'nothing' } as SearchTree]) {
      expect(await countGroups(tree)).toEqual(nothing);
    }
  });

  check('returns the twenty groups with the most matches, of equally many those that come first', async () => {
    const documents = Array.from({ length: 60 }, (_, index) => {
      const number = String((index * 7) % 25).padStart(2, '0');
      return aSearchDocument({
        id: `g${String(index)}`,
        content: 'word',
        tagIds: [`tag_${number}`],
        mimeType: `type/${number}`,
        ...(Number(number) < 23 ? { date: `20${number}-06-01` } : {}),
        properties: [P, OTHER].map((propertyId) => ({ propertyId, type: 'option', optionIds: [`option_${number}`] })),
      });
    });
    await context().clean();
    await context().seed(documents);
    if (context().backend.countGroups === undefined) return;
    for (const tree of [text('word'), ALL]) {
      const groups = await countGroups(tree);
      expect(groups).toEqual(evaluateGroups(documents, { organizationId: ORGANIZATION, tree }));
      expect(groups?.tags).toHaveLength(20);
      expect(groups?.years).toHaveLength(21);
      expect(groups?.properties).toHaveLength(40);
    }
  });

  check('counts the groups of random queries as an evaluation of every document does', async () => {
    const random = new SeededRandom(20_260_102);
    const documents = Array.from({ length: 80 }, (_, index) => randomDocument(random, `c${String(index)}`));
    await context().clean();
    await context().seed(documents);
    if (context().backend.countGroups === undefined) return;
    for (let round = 0; round < 60; round += 1) {
      const tree = round % 3 === 0 ? not(randomTree(random, 3)) : randomTree(random, 3);
      const expected = evaluateGroups(documents, { organizationId: ORGANIZATION, tree });
      expect({ tree, groups: await countGroups(tree) }).toEqual({ tree, groups: expected });
    }
  });

  check('stops counting groups on abort', async () => {
    await given({ id: 'a', content: 'word' });
    const { backend } = context();
    if (backend.countGroups === undefined) return;
    const request = { organizationId: ORGANIZATION, tree: text('word') };
    await expect(backend.countGroups(request, AbortSignal.abort())).rejects.toThrow();
  });
}
