import { expect } from '@jest/globals';
import type { SearchTree } from '../../src/search/search-backend.js';
import { ALL, and, not, or, text, type SuiteTools } from './suite-tools.js';

export function describeText({ check, given, found }: SuiteTools): void {
  check('matches words by prefix in the name or in the content', async () => {
    await given(
      { id: 'a', name: 'Invoice March' },
      { id: 'b', content: 'the invoices of spring' },
      { id: 'c', content: 'voice' },
    );
    expect(await found(text('invoice'))).toEqual(['a', 'b']);
    expect(await found(text('invoice', 'name'))).toEqual(['a']);
    expect(await found(text('invoice', 'content'))).toEqual(['b']);
    expect(await found(text('v'))).toEqual(['c']);
    expect(await found(text('invoicesx'))).toEqual([]);
  });

  check('matches words in the notes, and a phrase only within them', async () => {
    await given(
      { id: 'a', notes: 'Call the landlord' },
      { id: 'b', name: 'landlord', notes: 'call back' },
      { id: 'c', content: 'landlord' },
    );
    expect(await found(text('landlord'))).toEqual(['a', 'b', 'c']);
    expect(await found(text('landlord', 'notes'))).toEqual(['a']);
    expect(await found(text('landlord', 'name', 'content'))).toEqual(['b', 'c']);
    expect(await found(text('call the land', 'notes'))).toEqual(['a']);
    expect(await found(text('landlord call'))).toEqual([]);
    expect(await found(not(text('call', 'notes')))).toEqual(['c']);
    expect(await found(and(text('call the'), text('the landlord', 'notes')))).toEqual(['a']);
  });

  check('matches a number with and without the separators of its groups', async () => {
    await given(
      { id: 'a', content: 'total 1,234 due' },
      { id: 'b', content: 'total 1234 due' },
      { id: 'c', name: '1.234.567,89', content: 'two' },
      { id: 'd', notes: '12\u00a0345 and 12,34,567' },
      { id: 'e', content: 'page 1 234' },
    );
    expect(await found(text('1234'))).toEqual(['a', 'b', 'c', 'd']);
    expect(await found(text('1,234'))).toEqual(['a', 'c', 'e']);
    expect(await found(text('1234567.89'))).toEqual(['c']);
    expect(await found(text('12345'))).toEqual(['c', 'd']);
    expect(await found(text('1234567', 'notes'))).toEqual(['d']);
    expect(await found(text('total 1234'))).toEqual(['b']);
    expect(await found(text('due 1234'))).toEqual([]);
    expect(await found(not(text('1234')))).toEqual(['e']);
  });

  check('matches two words in different fields, but a phrase only within one field', async () => {
    await given({ id: 'a', name: 'rent', content: 'contract' }, { id: 'b', name: 'the rent contract' });
    expect(await found(and(text('rent'), text('contract')))).toEqual(['a', 'b']);
    expect(await found(text('rent contract'))).toEqual(['b']);
  });

  check('matches a phrase only in order and without gaps, and its last word by prefix', async () => {
    await given(
      { id: 'a', content: 'one two three' },
      { id: 'b', content: 'two one three' },
      { id: 'c', content: 'one of two three' },
      { id: 'd', content: 'stone two three' },
    );
    expect(await found(text('one two thr'))).toEqual(['a']);
    expect(await found(text('two three'))).toEqual(['a', 'c', 'd']);
    expect(await found(not(text('two three')))).toEqual(['b']);
    expect(await found(text('one tw three'))).toEqual([]);
    expect(await found(or(text('two one'), text('of two')))).toEqual(['b', 'c']);
    expect(await found(and(text('three'), not(text('one two'))))).toEqual(['b', 'c', 'd']);
  });

  check('ignores case and accents in documents and queries', async () => {
    await given(
      { id: 'a', content: "C'est ÉNORME" },
      { id: 'b', content: 'Straße in Việt Nam' },
      { id: 'c', content: 'œuvre ﬁnale' },
    );
    expect(await found(text('enorme'))).toEqual(['a']);
    expect(await found(text('c’est'))).toEqual(['a']);
    expect(await found(text('STRASSE'))).toEqual(['b']);
    expect(await found(text('viet'))).toEqual(['b']);
    expect(await found(text('oeuvre fin'))).toEqual(['c']);
  });

  check('matches any part of a text in a script without spaces', async () => {
    await given(
      { id: 'a', content: '日本語の請求書、2024年度' },
      { id: 'b', content: '請求' },
      { id: 'c', content: '求人と請負' },
    );
    expect(await found(text('請求書'))).toEqual(['a']);
    expect(await found(text('請求'))).toEqual(['a', 'b']);
    expect(await found(text('求'))).toEqual(['a', 'b', 'c']);
    expect(await found(text('書'))).toEqual(['a']);
    expect(await found(text('日本語の請求書'))).toEqual(['a']);
    expect(await found(text('2024年'))).toEqual(['a']);
    expect(await found(text('請人'))).toEqual([]);
    expect(await found(and(not(text('語の請')), text('請')))).toEqual(['b', 'c']);
  });

  check('matches words inside sentences of Thai, Korean, Chinese and Japanese', async () => {
    await given(
      { id: 'thai', content: 'กรุณาชำระค่าเช่าภายในวันที่ ๕ ของเดือน' },
      { id: 'korean', content: '임대계약서를 확인하고 서명해 주세요.' },
      { id: 'chinese', content: '请在收到发票后三十天内付款。' },
      { id: 'japanese', content: '賃貸借契約書のｺﾋﾟｰを同封します。' },
      { id: 'decomposed', name: '임대계약서를'.normalize('NFD') },
    );
    expect(await found(text('ค่าเช่า'))).toEqual(['thai']);
    expect(await found(text('ชำระ'))).toEqual(['thai']);
    expect(await found(text('เดือน'))).toEqual(['thai']);
    expect(await found(text('계약'))).toEqual(['korean', 'decomposed']);
    expect(await found(text('계약서를'))).toEqual(['korean', 'decomposed']);
    expect(await found(text('확인'))).toEqual(['korean']);
    expect(await found(text('서명'))).toEqual(['korean']);
    expect(await found(text('계약'.normalize('NFD'), 'name'))).toEqual(['decomposed']);
    expect(await found(text('发票'))).toEqual(['chinese']);
    expect(await found(text('三十天'))).toEqual(['chinese']);
    expect(await found(text('契約書'))).toEqual(['japanese']);
    expect(await found(text('コピー'))).toEqual(['japanese']);
    expect(await found(text('書面'))).toEqual([]);
  });

  check('matches ligatures, full-width forms and letters with two marks by plain letters', async () => {
    await given(
      { id: 'a', content: 'ofﬁce eﬃcient ĳsje Ǆungla' },
      { id: 'b', content: 'ＡＢＣ１２３ （株）' },
      { id: 'c', content: 'Nguyễn Thị Được, đường Trần Hưng Đạo' },
      { id: 'd', content: 'Nguyễn Thị Được'.normalize('NFD') },
    );
    expect(await found(text('office'))).toEqual(['a']);
    expect(await found(text('efficient ijsje dzungla'))).toEqual(['a']);
    expect(await found(text('abc123'))).toEqual(['b']);
    expect(await found(text('ａｂｃ'))).toEqual(['b']);
    expect(await found(text('nguyen thi duoc'))).toEqual(['c', 'd']);
    expect(await found(text('Nguyễn'))).toEqual(['c', 'd']);
    expect(await found(text('Nguyê'))).toEqual(['c', 'd']);
    expect(await found(text('duong tran hung dao'))).toEqual(['c']);
  });

  check('treats query syntax and SQL in words as plain text', async () => {
    const hostile = [
      "'; drop table document; --",
      "a' | 'b",
      'x & !y',
      "\\'",
      '%_*:*',
      '\0null',
      '\ud800half',
      '😀 smile',
    ];
    await given(...hostile.map((name, index) => ({ id: `h${String(index)}`, name, content: name })));
    const raw = (word: string): SearchTree => ({ kind: 'text', words: [word], fields: ['name', 'content', 'notes'] });
    for (const word of hostile) expect(Array.isArray(await found(raw(word)))).toBe(true);
    expect(await found(text('null'))).toEqual(['h5']);
    expect(await found(text('half'))).toEqual(['h6']);
    expect(await found(text('smile'))).toEqual(['h7']);
    expect(await found({ kind: 'text', words: [], fields: ['name'] })).toEqual([]);
    expect(await found({ kind: 'text', words: ['half'], fields: [] })).toEqual([]);
    expect(await found(ALL)).toHaveLength(hostile.length);
  });

  check('indexes long words and texts with very many different words', async () => {
    const numbers = Array.from({ length: 150_000 }, (_, index) => `w${(index * 7_919).toString(36)}`).join(' ');
    await given(
      { id: 'long', name: 'x'.repeat(5_000) },
      { id: 'many', name: 'needle', content: `begin ${numbers} end` },
    );
    expect(await found(text('x'.repeat(70)))).toEqual(['long']);
    expect(await found(text('x'.repeat(10)))).toEqual(['long']);
    expect(await found(and(text('needle'), text('begin')))).toEqual(['many']);
    expect(await found(text('begin w0 w63z'))).toEqual(['many']);
  });
}
