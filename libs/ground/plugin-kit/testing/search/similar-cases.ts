import { expect } from '@jest/globals';
import type { SearchTree, SimilarDocument } from '../../src/search/search-backend.js';
import { MOST_SIMILAR } from '../../src/search/similar/similarity.js';
import { evaluateSimilar } from './evaluate-similar.js';
import { randomDocument } from './random-trees.js';
import { ORGANIZATION, OTHER_ORGANIZATION, type DocumentFacts } from './seeded-document.js';
import { SeededRandom } from './seeded-random.js';
import { and, not, or, text, type SuiteTools } from './suite-tools.js';

const SUBJECTS = ['electricity', 'insurance', 'rental', 'telephone', 'dentist', 'library'] as const;

/** A letter: frequent words, those of its subject, and what is said in this one alone. */
function letter(subject: string, own: string): string {
  const rest = Array.from({ length: 12 }, (_, index) => `${subject}${'abcdefghijkl'.charAt(index)}`).join(' ');
  return `Dear customer, we write to you about the ${subject}. ${rest}. With kind regards ${own}`;
}

const document = (...documentIds: string[]): SearchTree => ({ kind: 'document', documentIds });

/** Only for a plugin that declares `findsSimilar`. */
export function describeSimilar({ check, given, found, context }: SuiteTools): void {
  const similar = async (documentId: string, organizationId = ORGANIZATION): Promise<SimilarDocument[]> => {
    const { backend } = context();
    if (backend.findSimilar === undefined) throw new Error('the plugin declares findsSimilar and has no findSimilar');
    return backend.findSimilar({ organizationId, documentId });
  };
  /** Three letters of each subject. */
  const letters = (): DocumentFacts[] =>
    SUBJECTS.flatMap((subject) =>
      ['Ada', 'Grace', 'Mary'].map((name) => ({
        id: `${subject}-${name.toLowerCase()}`,
        name: `scan ${name}`,
        content: letter(subject, name),
      })),
    );

  check(
    'finds documents that share the rare words of one, the most similar first, and not those with frequent words',
    async () => {
      const documents = await given(
        ...letters(),
        {
          id: 'half',
          content: `Dear customer, dentista dentistb dentistc dentistd dentiste dentistf ${'x y z '.repeat(4)}`,
        },
        { id: 'other', content: 'Dear customer, we write to you with kind regards about other things' },
      );
      const result = await similar('dentist-ada');
      expect(result.map(({ id }) => id)).toEqual(['dentist-mary', 'dentist-grace', 'half']);
      expect(result).toEqual(evaluateSimilar(documents, { organizationId: ORGANIZATION, documentId: 'dentist-ada' }));
      const scores = result.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const score of scores) expect(score > 0 && score <= 1).toBe(true);
    },
  );

  check(
    'marks a document with nearly the same text as a near-duplicate, and not the bill of another month',
    async () => {
      const bill = (month: string, amount: string) =>
        `${letter('electricity', 'Ada')} Bill of ${month}, meter ${amount}, invoice ${amount}77, total ${amount}.90`;
      await given(
        ...letters(),
        { id: 'bill', content: bill('March', '4711') },
        { id: 'copy', content: bill('March', '4711') },
        { id: 'scan', content: bill('Marcb', '4711').replace('regards', 'regarbs') },
        { id: 'next', content: bill('April', '5822') },
      );
      const result = new Map((await similar('bill')).map((each) => [each.id, each]));
      expect(result.get('copy')).toEqual({ id: 'copy', score: 1, isNearDuplicate: true });
      expect(result.get('scan')?.isNearDuplicate).toBe(true);
      expect(result.get('next')?.isNearDuplicate).toBe(false);
      expect(result.get('electricity-ada')?.isNearDuplicate).toBe(false);
    },
  );

  check(
    'does not find similar documents of the trash or of another organization, nor the document itself',
    async () => {
      const content = letter('dentist', 'Ada');
      await given(
        ...letters(),
        { id: 'trashed', content, trashed: true },
        { id: 'foreign', content, organizationId: OTHER_ORGANIZATION },
        { id: 'foreign-too', content, organizationId: OTHER_ORGANIZATION },
      );
      const ids = async (...asked: Parameters<typeof similar>) => (await similar(...asked)).map(({ id }) => id);
      expect(await ids('dentist-ada')).toEqual(['dentist-mary', 'dentist-grace']);
      expect(await ids('foreign', OTHER_ORGANIZATION)).toEqual(['foreign-too']);
      for (const none of ['trashed', 'foreign', 'unknown', '', "'; --", '\0', '\ud800'])
        expect(await ids(none)).toEqual([]);
    },
  );

  check(
    'finds similar documents by their names where there are no texts, and nothing by words that only one has',
    async () => {
      await given(
        { id: 'a', name: 'Stadtwerke Nordhafen meter reading' },
        { id: 'b', name: 'Stadtwerke Nordhafen meter change' },
        { id: 'c', name: 'holiday' },
        { id: 'd', name: 'unique', content: 'nothing else has these words' },
      );
      const [first, ...others] = await similar('a');
      expect(first).toMatchObject({ id: 'b', isNearDuplicate: false });
      expect(others).toEqual([]);
      expect(await similar('d')).toEqual([]);
      expect(await similar('c')).toEqual([]);
    },
  );

  check(
    'finds a bounded number of similar documents, the newest of equals, and skips words that very many have',
    async () => {
      const copies = Array.from({ length: MOST_SIMILAR + 20 }, (_, index) => ({
        id: `copy${String(index).padStart(3, '0')}`,
        content: letter('library', 'Ada'),
      }));
      const others = Array.from({ length: 4 * copies.length }, (_, index) => ({
        id: `other${String(index)}`,
        content: 'Dear',
      }));
      const documents = await given(...others, ...copies);
      const result = await similar('copy005');
      expect(result).toHaveLength(MOST_SIMILAR);
      expect(result[0]?.id).toBe(copies.at(-1)?.id);
      expect(result).toEqual(evaluateSimilar(documents, { organizationId: ORGANIZATION, documentId: 'copy005' }));
      await given(...copies);
      expect(await similar('copy005')).toEqual([]);
    },
  );

  check('finds similar documents as they are after a change, and as an evaluation of every document says', async () => {
    const documents = await given(...letters());
    const changed = documents.flatMap((each) =>
      each.id === 'dentist-mary' ? { ...each, content: letter('rental', 'Mary') } : [],
    );
    await context().seed(changed);
    expect((await similar('dentist-ada')).map(({ id }) => id)).toEqual(['dentist-grace']);
    expect((await similar('rental-ada'))[0]?.id).toBe('dentist-mary');
    const random = new SeededRandom(106);
    const all = [
      ...documents.filter(({ id }) => id !== 'dentist-mary'),
      ...changed,
      ...Array.from({ length: 60 }, (_, index) => randomDocument(random, `random${String(index)}`)),
    ];
    await context().seed(all.slice(documents.length));
    for (const { id, organizationId } of all.slice(-40))
      expect(await similar(id, organizationId)).toEqual(evaluateSimilar(all, { organizationId, documentId: id }));
  });

  check('matches documents by their ids, together with other conditions', async () => {
    await given(
      { id: 'a', content: 'invoice' },
      { id: 'b', content: 'letter' },
      { id: 'c', content: 'invoice' },
      { id: 'foreign', organizationId: OTHER_ORGANIZATION },
      { id: 'trashed', trashed: true },
    );
    expect(await found(document('b', 'a', 'foreign', 'trashed', 'unknown'))).toEqual(['a', 'b']);
    expect(await found(and(document('a', 'b'), text('invoice')))).toEqual(['a']);
    expect(await found(or(document('b'), text('invoice')))).toEqual(['a', 'b', 'c']);
    expect(await found(not(document('b', '\0', "'; --")))).toEqual(['a', 'c']);
    expect(await found(document())).toEqual([]);
  });
}
