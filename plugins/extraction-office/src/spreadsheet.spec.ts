import { describe, expect, it } from '@jest/globals';
import { workbook } from '../test/office-files.js';
import { checkedEntries } from './archive.js';
import { PackageParts } from './package-parts.js';
import { spreadsheetPages } from './spreadsheet.js';

const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00 &quot;days&quot;"/><numFmt numFmtId="166" formatCode="[Red]General"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="166"/></cellXfs></styleSheet>`;

const pages = (file: Buffer, maxChars = 100_000): string[] =>
  spreadsheetPages(
    new PackageParts(checkedEntries(file, { maxEntries: 100, maxInflatedBytes: 1e8 }).entries),
    'xl/workbook.xml',
    maxChars,
  ).map(({ text }) => text);
const xmlText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
/** Styles of which the second has a format of its own, or a built-in one. */
const stylesWith = (format: number | string): string =>
  typeof format === 'number'
    ? `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="${format}"/></cellXfs></styleSheet>`
    : `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${xmlText(format)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>`;
const row = (...cells: string[]): string => `<row>${cells.join('')}</row>`;
const number = (value: string, style = 0): string => `<c s="${style}"><v>${value}</v></c>`;

describe('the text of a workbook', () => {
  it('a workbook shows dates as dates, by built-in and own formats, and other numbers as they are formatted', () => {
    const cells = row(
      number('43363', 1),
      number('35287', 2),
      number('43363', 3),
      number('43363.75', 4),
      number('0.5', 5),
      number('7', 6),
    );
    expect(pages(workbook({ S: cells }, { 'xl/styles.xml': STYLES }))).toEqual([
      'S\n2018-09-20\t1996-08-10\t43,363.00 days\t2018-09-20 18:00\t12:00\t7',
    ]);
  });

  it.each([
    ['percent', '0.0%', '0.175', '17.5%'],
    ['a built-in percent', 9, '0.07', '7%'],
    ['leading zeros', '00000', '1067', '01067'],
    ['hours beyond a day', '[h]:mm', '1.2604166666666667', '30:15'],
    ['built-in hours beyond a day', 46, '1.5', '36:00:00'],
    ['minutes beyond an hour', '[mm]:ss', '0.0625', '90:00'],
    ['hours below zero', '[h]:mm', '-0.0625', '-1:30'],
    ['a prefix', '"KD-"000000', '4711', 'KD-004711'],
    ['a unit', '0.00\\ "kg"', '2.5', '2.50 kg'],
    ['a currency behind the amount', '#,##0.00\\ "€"', '1234.5', '1,234.50 €'],
    ['an amount of bookkeeping', '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '-1234.5', '-1,234.50 €'],
    ['a currency with its country', '#,##0.00\\ [$CHF]', '12', '12.00 CHF'],
    ['a fraction', '# ?/?', '1.25', '1 1/4'],
    ['a telephone number', '000\\ 0000', '1234567', '123 4567'],
    ['thousands', '#,##0,"k"', '12345', '12k'],
    ['digits that a format would not show', '0.0E+00', '1234567', '1234567'],
    ['a number that a format hides', ';;;', '5', '5'],
    ['a format that is none', '"[$', '5', '5'],
    ['a format longer than any program writes', '0'.repeat(300), '5', '5'],
  ])('a workbook shows a number as it is formatted: %s', (_, format, value, shown) => {
    expect(pages(workbook({ S: row(number(value, 1)) }, { 'xl/styles.xml': stylesWith(format) }))).toEqual([
      `S\n${shown}`,
    ]);
  });

  it.each([
    ['a prefix', '"Nr. "@', 'Nr. AB'],
    ['a text behind numbers', '0;-0;0;@" (old)"', 'AB (old)'],
    ['plain text', '@', 'AB'],
    ['a number format', '0.00', 'AB'],
  ])('a workbook shows a text as it is formatted: %s', (_, format, shown) => {
    const cells = row('<c t="inlineStr" s="1"><is><t>AB</t></is></c>', '<c t="str" s="1"><v>AB</v></c>');
    expect(pages(workbook({ S: cells }, { 'xl/styles.xml': stylesWith(format) }))).toEqual([`S\n${shown}\t${shown}`]);
  });

  it('a workbook counts days from 1904 where it says so', () => {
    expect(
      pages(workbook({ S: row(number('0', 1), number('366', 1)) }, { 'xl/styles.xml': STYLES }, 'date1904="1"'))[0],
    ).toContain('1905-01-01');
  });

  it('a workbook shows numbers as the program does, without the noise of the binary form', () => {
    expect(pages(workbook({ S: row(number('0.30000000000000004'), number('12345678901234567890')) }))[0]).toContain(
      '0.3\t12345678901234567890',
    );
  });

  it('a workbook has a page for each sheet in order, with shared and own words, without pronunciations', () => {
    const shared =
      '<sst><si><t>Tokyo</t><rPh><t>toukyou</t></rPh></si><si><r><t>rich</t></r><r><t> text</t></r></si><si/></sst>';
    const file = workbook(
      {
        'A &amp; B':
          row('<c t="s"><v>0</v></c>', '<c t="s"><v>1</v></c>') +
          row('<c t="b"><v>1</v></c>', '<c/>', '<c t="s"><v>2</v></c>'),
        Second: row('<c t="inlineStr"><is><t>own</t></is></c>', '<c t="str"><f>A1</f><v>result</v></c>'),
      },
      { 'xl/sharedStrings.xml': shared },
    );
    expect(pages(file)).toEqual(['A & B\nTokyo\trich text\nTRUE', 'Second\nown\tresult']);
  });

  it('the comments of a workbook are read with their authors', () => {
    const comments =
      '<comments><authors><author>Jane</author></authors><comment><text><t>please check</t></text></comment></comments>';
    const persons = '<personList><person displayName="John Reviewer"/></personList>';
    const file = workbook({ S: row(number('1')) }, { 'xl/comments1.xml': comments, 'xl/persons/person.xml': persons });
    expect(pages(file)[1]).toBe('Jane\nplease check\nJohn Reviewer');
  });

  it('reading stops when one long text is shown in very many cells', () => {
    const shared = `<sst><si><t>${'x'.repeat(10_000)}</t></si></sst>`;
    const file = workbook({ S: row('<c t="s"><v>0</v></c>'.repeat(50_000)) }, { 'xl/sharedStrings.xml': shared });
    expect(pages(file)[0]?.length).toBeLessThan(130_000);
  });
});
