import { expect } from '@jest/globals';
import type { SearchField, SearchTree } from '../../src/search/search-backend.js';
import { ALL, and, not, text, type SuiteTools } from './suite-tools.js';

const ending = (letters: string, ...fields: SearchField[]): SearchTree => ({
  kind: 'ending',
  ending: letters,
  fields: fields.length === 0 ? ['name', 'content', 'notes'] : fields,
});

/** Only for a plugin that declares `findsEndings`. */
export function describeEndings({ check, given, found }: SuiteTools): void {
  check('matches words by their ending in each field, and a word that is the ending', async () => {
    await given(
      { id: 'a', name: 'Stromrechnung 2025' },
      { id: 'b', name: 'scan', content: 'Die Abrechnungen und die RECHNUNG.' },
      { id: 'c', name: 'scan', notes: 'siehe Gehaltsabrechnung' },
      { id: 'd', name: 'scan', content: 'Rechnungsnummer' },
      { id: 'e', name: 'scan', content: 'Telefonrechnung2 rechnung2' },
    );
    expect(await found(ending('rechnung'))).toEqual(['a', 'b', 'c']);
    expect(await found(ending('rechnung', 'name'))).toEqual(['a']);
    expect(await found(ending('rechnung', 'content'))).toEqual(['b']);
    expect(await found(ending('rechnung', 'notes'))).toEqual(['c']);
    expect(await found(ending('abrechnung'))).toEqual(['c']);
    expect(await found(ending('nungen'))).toEqual(['b']);
    expect(await found(not(ending('rechnung')))).toEqual(['d', 'e']);
    expect(await found(and(ending('rechnung'), text('strom')))).toEqual(['a']);
  });

  check('matches numbers by their last digits, of four digits or more', async () => {
    await given(
      { id: 'a', name: 'scan', content: 'Reference RX-48213/07, account 1.234.567' },
      { id: 'b', name: 'INV-2024-000817' },
      { id: 'c', name: 'scan', notes: 'card 4000 1234 5678 9010' },
      { id: 'd', name: 'scan', content: 'order 82135 of 8213B' },
    );
    expect(await found(ending('8213'))).toEqual(['a']);
    expect(await found(ending('4567'))).toEqual(['a']);
    expect(await found(ending('4821307'))).toEqual(['a']);
    expect(await found(ending('0817'))).toEqual(['b']);
    expect(await found(ending('9010'))).toEqual(['c']);
    expect(await found(ending('56789010'))).toEqual(['c']);
    expect(await found(ending('2135'))).toEqual(['d']);
    expect(await found(ending('8213', 'name'))).toEqual([]);
  });

  check(
    'matches nothing by an ending that is short, or has more than letters of a script with spaces, or than digits',
    async () => {
      await given(
        { id: 'a', name: 'bank', content: 'dbank 日本語の請求書 abc2024 ab1cdef' },
        { id: 'b', name: 'größte', content: 'Прямоугольник' },
      );
      expect(await found(ending('bank'))).toEqual(['a']);
      expect(await found(ending('cdef'))).toEqual(['a']);
      expect(await found(ending('osste'))).toEqual(['b']);
      expect(await found(ending('угольник'))).toEqual(['b']);
      expect(await found(ending('2024'))).toEqual(['a']);
      for (const none of [
        'ank',
        '',
        '請求書',
        'の請求書',
        '024',
        'c2024',
        'b1cdef',
        'BANK',
        'ban k',
        "'; --",
        '\0bank',
        '\ud800ank',
      ])
        expect(await found(ending(none))).toEqual([]);
      expect(await found(and(ALL, { kind: 'ending', ending: 'bank', fields: [] }))).toEqual([]);
    },
  );
}
