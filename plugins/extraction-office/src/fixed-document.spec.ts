import { describe, expect, it } from '@jest/globals';
import { glyphs, vsdx, xps } from '../test/fixed-files.js';
import { zip } from '../../../test/support/zip.js';
import { checkedEntries } from './archive.js';
import { fixedDocumentPages } from './fixed-document.js';
import { PackageParts } from './package-parts.js';
import { visioPages } from './visio-drawing.js';

const LIMITS = { maxEntries: 100, maxInflatedBytes: 100_000_000 };
const partsOf = (file: Buffer): PackageParts => new PackageParts(checkedEntries(file, LIMITS).entries);
const textsOf = (file: Buffer, maxChars = 100_000): string[] =>
  fixedDocumentPages(partsOf(file), maxChars).map(({ text }) => text);

describe('the pages of an XPS file', () => {
  it('XPS pages have their order, and runs of letters are joined to words and lines by their places', () => {
    const first = glyphs('Invo', 0, 10) + glyphs('ice', 20, 10.5) + glyphs('4711', 40, 10) + glyphs('next', 0, 22);
    expect(textsOf(xps(first, glyphs('last', 0, 10)))).toEqual(['Invoice 4711\nnext', 'last']);
  });

  it('XPS pages are read from right to left where letters run so', () => {
    const leftward = 'BidiLevel="1"';
    expect(textsOf(xps(glyphs('שלו', 100, 10, leftward) + glyphs('ם', 85, 10, leftward)))).toEqual(['שלום']);
  });

  it('XPS pages have texts as they are written, including entities and braces', () => {
    expect(textsOf(xps(glyphs('{}{a &lt; b}', 0, 10)))).toEqual(['{a < b}']);
  });

  it('XPS pages are read without a sequence, and from several pieces', () => {
    const pieces = zip([
      { name: 'Documents/1/Pages/1.fpage/[0].piece', content: '<FixedPage><Glyphs UnicodeStr' },
      { name: 'Documents/1/Pages/1.fpage/[1].last.piece', content: 'ing="words"/></FixedPage>' },
    ]);
    expect(textsOf(pieces)).toEqual(['words']);
  });

  it('XPS pages are read once each, up to the limit of characters', () => {
    const twice = zip([
      { name: 'a.fdseq', content: '<DocumentReference Source="a.fdoc"/>'.repeat(1000) },
      { name: 'a.fdoc', content: '<PageContent Source="1.fpage"/>'.repeat(1000) },
      { name: '1.fpage', content: glyphs('words', 0, 10) },
    ]);
    expect(textsOf(twice)).toEqual(['words']);
    const long = xps(glyphs('words', 0, 10).repeat(1000), glyphs('more', 0, 10));
    expect(textsOf(long, 100).join('').length).toBeLessThan(300);
  });
});

describe('the pages of a Visio file', () => {
  it('Visio pages have their names and the texts of their shapes', () => {
    const shape = "<Shape><Text><cp IX='0'/>Pay <fld>4711</fld>\n</Text></Shape><Shape><Text/><Cell V='no'/></Shape>";
    const comments = '<Comments><CommentEntry>to check</CommentEntry></Comments>';
    const file = vsdx({ 'Page 1': shape, Process: shape }, [{ name: 'visio/comments.xml', content: comments }]);
    expect(visioPages(partsOf(file), 1000).map(({ text }) => text)).toEqual([
      'Page 1\nPay 4711',
      'Process\nPay 4711',
      'to check',
    ]);
  });
});
