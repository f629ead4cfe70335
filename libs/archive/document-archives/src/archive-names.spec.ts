import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ArchiveNames, safeName } from './archive-names.js';

describe('names of files in an archive', () => {
  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['/absolute.pdf', '_absolute.pdf'],
    ['C:\\folder\\file.txt', 'C__folder_file.txt'],
    ['..', 'document'],
    ['.', 'document'],
    ['', 'document'],
    ['   ', 'document'],
    ['report.pdf. . .', 'report.pdf'],
    ['con.txt', '_con.txt'],
    ['COM1', '_COM1'],
    ['lpt³.pdf', '_lpt³.pdf'],
    ['nul .tar.gz', '_nul .tar.gz'],
    ['console.txt', 'console.txt'],
    ['line\nbreak\u0000.pdf', 'line break .pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['half \uD800 pair.pdf', 'half \uFFFD pair.pdf'],
    ['e\u0301te\u0301.pdf', 'été.pdf'],
    ['.hidden', '.hidden'],
  ])('the name %j is made safe', (name, expected) => {
    expect(safeName(name)).toBe(expected);
  });

  it('cuts a long name before its extension, in whole characters', () => {
    const name = safeName(`${'😀'.repeat(250)}.pdf`);
    expect(Buffer.byteLength(name)).toBe(240);
    expect(name).toMatch(/^(?:😀)+\.pdf$/u);
    expect(Buffer.byteLength(safeName(`a.${'x'.repeat(253)}`))).toBe(240);
  });

  it('numbers equal names, whatever the case of their letters', () => {
    const names = new ArchiveNames(['manifest.json']);
    const given = [
      'Scan.pdf',
      'scan.PDF',
      'scan (2).pdf',
      'scan.pdf',
      'Manifest.json',
      'notes',
      'Notes',
      '.env',
      '.ENV',
    ];
    expect(given.map((name) => names.take(name))).toEqual([
      'Scan.pdf',
      'scan (2).PDF',
      'scan (2) (2).pdf',
      'scan (3).pdf',
      'Manifest (2).json',
      'notes',
      'Notes (2)',
      '.env',
      '.ENV (2)',
    ]);
  });

  it('distinguishes names that differ in letters with only one case', () => {
    const names = new ArchiveNames();
    const given = ['straße.pdf', 'STRA\u1E9EE.pdf', '\u0130zmir.pdf', 'i\u0307zmir.pdf'];
    expect(given.map((name) => names.take(name))).toEqual([
      'straße.pdf',
      'STRA\u1E9EE (2).pdf',
      '\u0130zmir.pdf',
      'i\u0307zmir (2).pdf',
    ]);
  });

  it('numbers seventy thousand equal names without trying each number again', () => {
    const names = new ArchiveNames();
    let last = '';
    for (let count = 0; count < 70_000; count += 1) last = names.take('scan.pdf');
    expect(last).toBe('scan (70000).pdf');
  });

  it('gives different names to any documents, none of them unsafe', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { maxLength: 20 }), (given) => {
        const names = new ArchiveNames();
        const taken = [...given, ...given].map((name) => names.take(name));
        expect(new Set(taken.map((name) => name.toUpperCase())).size).toBe(taken.length);
        for (const name of taken) {
          expect(name).not.toMatch(/[/\\\p{Cc}]|^\.\.?$|[. ]$/u);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});
