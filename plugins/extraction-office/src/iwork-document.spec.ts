import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { chunk, iwork, iworkXml, literal, otherObject, tableObject, textObject } from '../test/iwork-files.js';
import { zip } from '../../../test/support/zip.js';
import { checkedEntries } from './archive.js';
import { iworkPages } from './iwork-document.js';

const LIMITS = { maxEntries: 100, maxInflatedBytes: 1_000_000, maxChars: 100_000, maxOcrPages: 1, maxPixels: 1 };
const read = (file: Buffer, limits = LIMITS): ReturnType<typeof iworkPages> =>
  iworkPages(checkedEntries(file, LIMITS).entries, limits);
const textsOf = (file: Buffer, limits = LIMITS): string[] => read(file, limits).pages.map(({ text }) => text);

describe("documents of iWork '09 and older", () => {
  it('an old Pages document has the paragraphs of its text, without the text of templates', () => {
    const content =
      '<sl:section-prototypes><sf:p>Lorem ipsum</sf:p></sl:section-prototypes>' +
      '<sf:header><sf:p>Top</sf:p></sf:header><sf:metadata>no</sf:metadata>' +
      '<sf:p>Wo<sf:span>rd</sf:span><sf:tab/>two<sf:lnbr/>three &amp; <sf:page-number sfa:string="4"/></sf:p>';
    expect(textsOf(iworkXml(content))).toEqual(['Top\nWord\ttwo\nthree & 4']);
  });

  it('an old Numbers document has a page for each sheet, with names, texts, numbers and dates', () => {
    const table =
      '<sf:tabular-model sf:name="Costs"><sf:t><sf:ct sfa:s="Rent"/></sf:t><sf:n sf:v="-872.39999999999998"/>' +
      '<sf:d sf:cell-date="276048000"/></sf:tabular-model>';
    const sheets = ['One', 'Two'].map((name) => `<ls:workspace ls:workspace-name="${name}">${table}</ls:workspace>`);
    const page = (name: string): string => `${name}\nCosts\nRent\n-872.4\n2009-10-01`;
    expect(textsOf(iworkXml(sheets.join('')))).toEqual([page('One'), page('Two')]);
  });

  it('an old Keynote document has a page for each slide, and may be packed once more', () => {
    const slides =
      '<key:theme-list><sf:p>Title</sf:p></key:theme-list><key:slide><sf:p>a</sf:p></key:slide><key:slide><sf:p>b</sf:p></key:slide>';
    expect(textsOf(iworkXml(slides, 'index.apxl'))).toEqual(['a', 'b']);
    expect(textsOf(zip([{ name: 'index.apxl.gz', content: gzipSync(slides) }]))).toEqual(['a', 'b']);
    const bomb = zip([{ name: 'index.xml.gz', content: gzipSync(Buffer.alloc(2_000_000, '<a>')) }]);
    expect(() => read(bomb)).toThrow('more than is allowed');
  });
});

describe('documents of iWork since 2013', () => {
  it('an iWork document has the texts of its objects, and slides as pages', () => {
    const file = iwork({
      Document: Buffer.concat([textObject('A letter\ufffc\u2028second line'), otherObject(), textObject('footer')]),
      DocumentStylesheet: textObject('Heading style'),
      MasterSlide: textObject('Click to edit'),
      'Slide-2': textObject('second'),
      'Slide-10': textObject('tenth'),
    });
    expect(textsOf(file)).toEqual(['A letter\nsecond line\nfooter', 'second', 'tenth']);
  });

  it('an iWork document has the texts of tables, and says that numbers are missing', () => {
    const file = iwork({ 'Tables/DataList': tableObject('Rent', 'Food'), 'Tables/Tile': otherObject() });
    expect(read(file)).toMatchObject({ pages: [{ text: 'Rent\nFood' }], notes: [expect.stringContaining('Numbers')] });
  });

  it('an iWork document is read from an archive in the archive', () => {
    expect(textsOf(zip([{ name: 'a.key/Index.zip', content: iwork({ Document: textObject('inside') }) }]))).toEqual([
      'inside',
    ]);
  });

  it('an iWork document is unpacked with copies of earlier bytes', () => {
    const content = textObject('na'.repeat(20));
    const start = content.length - 38;
    const copy = Buffer.from([((38 - 1) << 2) | 2, 2, 0]);
    const packed = chunk(content, Buffer.concat([literal(content.subarray(0, start)), copy]));
    expect(textsOf(zip([{ name: 'Index/Document.iwa', content: packed }]))).toEqual(['na'.repeat(20)]);
  });

  it('an iWork document with a password is encrypted', () => {
    expect(() => read(iwork({ Document: otherObject() }, [{ name: '.iwph', content: 'hash' }]))).toThrow('password');
  });

  const damaged = (elements: Buffer, size = 100): Buffer =>
    zip([{ name: 'Index/Document.iwa', content: chunk(Buffer.alloc(size), elements) }]);
  it.each([
    ['copies from before its start', damaged(Buffer.from([(9 << 2) | 2, 5, 0]))],
    ['copies nothing', damaged(Buffer.from([(9 << 2) | 2, 0, 0]))],
    ['ends in an element', damaged(Buffer.from([62 << 2, 1]))],
    ['claims more than its bytes can give', damaged(Buffer.from([0, 65]), 100_000)],
    ['is no chunk', zip([{ name: 'Index/Document.iwa', content: 'words and words' }])],
    ['is missing', zip([{ name: 'preview.jpg', content: 'picture' }])],
  ])('an iWork document is corrupt when its part %s', (_, file) => {
    expect(() => read(file)).toThrow(/damaged|missing/);
  });

  it('an iWork document that unpacks to more than is allowed is refused', () => {
    const part = textObject('a'.repeat(400_000));
    expect(() => read(iwork({ a: part, b: part, c: part }), LIMITS)).toThrow('more than is allowed');
  });

  it('an iWork document returns what can be read of objects that are cut off or lie about their length', () => {
    const text = textObject('words');
    expect(textsOf(iwork({ Document: Buffer.concat([text, text.subarray(0, text.length - 3)]) }))).toEqual([
      'words\nwo',
    ]);
    expect(textsOf(iwork({ Document: Buffer.concat([text, Buffer.alloc(1000, 0xff)]) }))).toEqual(['words']);
  });
});
