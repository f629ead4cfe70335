import { describe, expect, it } from '@jest/globals';
import type { RankedTerm } from '../search-backend.js';
import { foldedText, foldWords } from '../words.js';
import {
  CHARACTERS_LOOKED_INTO,
  orderByTexts,
  TEXT_POINTS,
  type RankedDocument,
  type TextPoints,
} from './text-points.js';

interface Facts {
  name?: string;
  notes?: string;
  content?: string;
  date?: string;
  points?: number;
}

const term = (words: string, more: Partial<RankedTerm> = {}): RankedTerm => ({
  forms: [{ words: foldWords(words), weight: 16 }],
  fields: ['name', 'content', 'notes'],
  labels: [],
  ...more,
});

const fold = (text = '') => foldedText(foldWords(text));

/** The names of the documents in order; they are given with the newest first. */
function order(terms: RankedTerm[], documents: Record<string, Facts>, parts: TextPoints = TEXT_POINTS): string[] {
  const all = Object.entries(documents).map(([id, facts]): RankedDocument & { id: string } => ({
    id,
    points: facts.points ?? 100,
    name: fold(facts.name),
    notes: fold(facts.notes),
    content: fold(facts.content),
    date: new Date(facts.date ?? '2026-01-01'),
  }));
  const weights = terms.map(() => 64);
  return orderByTexts(all, terms, weights, parts).map(({ id }) => id);
}

const rest = (words: number): string => Array.from({ length: words }, (_, index) => `w${String(index)}`).join(' ');
const NOTHING: TextPoints = {
  frequency: 0,
  shareOfName: 0,
  notes: 0,
  beginning: 0,
  phraseInName: 0,
  phrase: 0,
  nearness: 0,
  recency: 0,
};

describe('orderByTexts', () => {
  it('documents with equal texts stay in the order in which they were given', () => {
    expect(order([term('rent')], { b: { content: 'rent' }, a: { content: 'rent' } })).toEqual(['b', 'a']);
    expect(order([], { b: {}, a: {} })).toEqual(['b', 'a']);
    expect(order([term('rent')], {})).toEqual([]);
  });

  it('points from sets count as much as those from texts', () => {
    const documents = { text: { content: 'rent' }, sets: { points: 10_000 } };
    expect(order([term('rent')], documents)).toEqual(['sets', 'text']);
  });

  it.each<[string, TextPoints, RankedTerm[], Record<string, Facts>, string[]]>([
    [
      'a word that a text has more often',
      { ...NOTHING, frequency: 1 },
      [term('rent')],
      { once: { content: `rent ${rest(20)}` }, often: { content: `rent ${rest(18)} rent rent` } },
      ['often', 'once'],
    ],
    [
      'a whole word before the beginning of one',
      { ...NOTHING, frequency: 1 },
      [term('rent')],
      { prefix: { content: `rental ${rest(20)}` }, whole: { content: `rent ${rest(20)}` } },
      ['whole', 'prefix'],
    ],
    [
      'a word in a shorter text',
      { ...NOTHING, frequency: 1 },
      [term('rent')],
      { long: { content: `rent ${rest(400)}` }, short: { content: `rent ${rest(40)}` } },
      ['short', 'long'],
    ],
    [
      'a name that is mostly the word',
      { ...NOTHING, shareOfName: 1 },
      [term('rent')],
      { longer: { name: 'rent of the house in march' }, short: { name: 'rent march' } },
      ['short', 'longer'],
    ],
    [
      'a word in the notes',
      { ...NOTHING, notes: 1 },
      [term('rent')],
      { none: { content: 'rent' }, prefix: { notes: 'rental' }, notes: { notes: 'the rent' } },
      ['notes', 'prefix', 'none'],
    ],
    [
      'a word in the first lines',
      { ...NOTHING, beginning: 1 },
      [term('rent')],
      { last: { content: `${rest(400)} rent` }, page: { content: `${rest(100)} rent` }, lines: { content: 'a rent' } },
      ['lines', 'page', 'last'],
    ],
    [
      'words that stand next to each other in the name',
      { ...NOTHING, phraseInName: 1 },
      [term('house'), term('rent')],
      { apart: { name: 'rent of a house' }, phrase: { name: 'the house rent' } },
      ['phrase', 'apart'],
    ],
    [
      'words that stand next to each other in the content or the notes',
      { ...NOTHING, phrase: 1 },
      [term('house'), term('rent')],
      { apart: { content: 'rent house' }, notes: { notes: 'house rent' }, content: { content: 'house rental' } },
      ['notes', 'content', 'apart'],
    ],
    [
      'words that are near each other',
      { ...NOTHING, nearness: 1 },
      [term('house'), term('rent')],
      {
        far: { content: `house ${rest(60)} rent` },
        near: { content: `house ${rest(60)} house of rent` },
      },
      ['near', 'far'],
    ],
    [
      'a newer date',
      { ...NOTHING, recency: 1 },
      [term('rent')],
      { old: { date: '2010-01-01' }, older: { date: '2024-01-01' }, new: { date: '2026-01-01' } },
      ['new', 'older', 'old'],
    ],
  ])('orders first %s', (_, parts, terms, documents, expected) => {
    expect(order(terms, documents, parts)).toEqual(expected);
  });

  it('the form that fits best counts where several are at one place', () => {
    const stem = term('invoices', {
      forms: [
        { words: ['invoices'], weight: 16 },
        { words: ['invoice'], weight: 8 },
      ],
    });
    expect(order([stem], { stem: { content: 'invoice' }, typed: { content: 'invoices' } })).toEqual(['typed', 'stem']);
  });

  it('an ending counts wherever a word ends so', () => {
    const ending = term('', { forms: [{ ending: 'rechnung', weight: 16 }] });
    const documents = { none: { content: 'rechnungen' }, ending: { content: 'eine stromrechnung' } };
    expect(order([ending], documents)).toEqual(['ending', 'none']);
  });

  it('a field that the term is not about does not count', () => {
    const documents = { name: { name: 'rent' }, content: { content: 'rent' } };
    expect(order([term('rent', { fields: ['content'] })], documents)).toEqual(['content', 'name']);
  });

  it('only the beginning of a long text is looked into', () => {
    const long = `${'x'.repeat(60)} `.repeat(CHARACTERS_LOOKED_INTO / 60);
    expect(order([term('rent')], { behind: { content: `${long} rent` }, none: {} })).toEqual(['behind', 'none']);
    expect(order([term('rent')], { none: {}, behind: { content: `${long} rent` } })).toEqual(['none', 'behind']);
  });

  it('a text that repeats a word very often takes no longer than its length', () => {
    const content = 'rent '.repeat(3_000);
    expect(order([term('rent'), term('re')], { none: {}, many: { content } })).toEqual(['many', 'none']);
  });
});
