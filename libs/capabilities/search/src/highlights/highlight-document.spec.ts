import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldWords, type SearchField } from '@archivolt/plugin-kit';
import { highlightContent, highlightName, highlightNotes } from './highlight-document.js';
import { needlesOf, type Needle } from './needles.js';

const FIELDS: SearchField[] = ['name', 'content', 'notes'];

function needles(...queries: string[]): Needle[] {
  const children = queries.map((query) => ({ kind: 'text' as const, words: foldWords(query), fields: FIELDS }));
  return needlesOf({ kind: 'and', children });
}

const written = (parts: { text: string; isMatch: boolean }[]) =>
  parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('');
const shown = (text: string, ...queries: string[]) =>
  highlightContent({ text, pageBreaks: 0 }, needles(...queries)).map(({ parts }) => written(parts));

describe('needlesOf', () => {
  it('returns the words that a query asks for, and none that it excludes', () => {
    const text = (words: string[], field: SearchField) => ({ kind: 'text' as const, words, fields: [field] });
    const tree = {
      kind: 'and' as const,
      children: [
        text(['a'], 'name'),
        { kind: 'or' as const, children: [text(['a'], 'content'), text(['b', 'c'], 'content')] },
        { kind: 'not' as const, child: text(['d'], 'content') },
      ],
    };
    expect(needlesOf(tree)).toEqual([
      { folded: ' a', fields: ['name', 'content'], words: 1 },
      { folded: ' b c', fields: ['content'], words: 2 },
    ]);
  });
});

describe('highlightName', () => {
  it('returns the whole name, or nothing when it contains no word of the query', () => {
    expect(highlightName('Tax tax.pdf', needles('tax'))[0]?.parts.map(({ text }) => text)).toEqual([
      'Tax',
      ' ',
      'tax',
      '.pdf',
    ]);
    expect(highlightName('Rent.pdf', needles('tax'))).toEqual([]);
  });
});

describe('highlightNotes', () => {
  it('returns one part of long notes', () => {
    const notes = `${'call back soon. '.repeat(50)}Ask Ms. Kim. ${'later '.repeat(50)}Kim`;
    const found = highlightNotes(notes, needles('kim'));
    expect(found).toHaveLength(1);
    expect(written(found[0]?.parts ?? [])).toContain('Ask Ms. [Kim].');
  });
});

describe('highlightContent', () => {
  it('marks an ending at the end of words only', () => {
    const ending = needlesOf({ kind: 'ending', ending: 'rechnung', fields: ['content'] });
    const text = 'Stromrechnung, Rechnungen und die RECHNUNG';
    expect(highlightContent({ text, pageBreaks: 0 }, ending).map(({ parts }) => written(parts))).toEqual([
      'Strom[rechnung], Rechnungen und die [RECHNUNG]',
    ]);
  });

  const filler = 'lorem ipsum dolor sit amet '.repeat(20);

  it('returns at most three parts, those with more different words first', () => {
    const text = `${filler}tax ${filler}tax tax ${filler}tax office ${filler}tax ${filler}`;
    const found = shown(text, 'tax', 'office');
    expect(found).toHaveLength(3);
    expect(found[0]).toContain('[tax] [office]');
    expect(found[1]).toContain('[tax] [tax]');
  });

  it('prefers a phrase to one of its words', () => {
    const text = `${filler}rent ${filler}monthly rent ${filler}`;
    expect(shown(text, 'monthly rent', 'rent')[0]).toContain('[monthly rent]');
  });

  it('cuts between words, and shows no part twice', () => {
    const [first = ''] = shown(`${filler}needle ${filler}`, 'needle');
    expect(first.length).toBeGreaterThan(120);
    expect(first.length).toBeLessThanOrEqual(162);
    expect(filler).toContain(first.slice(0, first.indexOf('[')).trim());
    expect(first).toMatch(/^(lorem|ipsum|dolor|sit|amet) .* (lorem|ipsum|dolor|sit|amet)$/);
  });

  it('counts pages by form feeds, and shows no text of another page', () => {
    const found = highlightContent({ text: 'one\fneedle two\fthree', pageBreaks: 2 }, needles('needle'));
    expect(found).toEqual([
      {
        field: 'content',
        page: 4,
        parts: [
          { text: 'needle', isMatch: true },
          { text: ' two', isMatch: false },
        ],
      },
    ]);
    expect(highlightContent({ text: 'a needle', pageBreaks: 0 }, needles('needle'))[0]?.page).toBeNull();
  });

  it('keeps accents, emoji and combining marks whole', () => {
    expect(shown('Das Cafe\u0301 \u{1f600} offen', 'cafe')).toEqual(['Das [Cafe\u0301] \u{1f600} offen']);
  });

  it('omits a letter with a million marks', () => {
    expect(shown(`a${'\u0301'.repeat(1_000_000)} b`, 'a')).toEqual([]);
  });

  it('returns parts of the text as it is, whatever text and query are', () => {
    const unit = fc.constantFrom(
      ...['a', 'b', 'É', 'e\u0301', '請', '求', ' ', '\n', '\f', '\u{1f600}', '한', '.', '\u00ad'],
    );
    const text = fc.string({ unit, maxLength: 600 });
    const query = fc.string({ unit, minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, fc.array(query, { minLength: 1, maxLength: 3 }), (content, queries) => {
        for (const { parts } of highlightContent({ text: content, pageBreaks: 0 }, needles(...queries))) {
          const whole = parts.map((part) => part.text).join('');
          expect(content).toContain(whole);
          expect(whole.isWellFormed()).toBe(true);
          expect(whole.length).toBeLessThanOrEqual(330);
          expect(parts.some(({ isMatch }) => isMatch)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
