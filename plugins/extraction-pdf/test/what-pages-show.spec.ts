import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { PermanentPluginError, type ExtractionContext, type OcrImage } from '@archivolt/plugin-kit';
import { LIMITS as USUAL_LIMITS, recognizingExtractor } from '../../../test/support/recognizing-extractor.js';
import extractor from '../src/extractor.js';
import { anXfaForm, aPdf, pictureOver, textLines, type PageDraft, type ShownAnnotation } from './a-pdf.js';

const LIMITS = { ...USUAL_LIMITS, maxChars: 2_000_000, maxPixels: 150_000_000 };
const PLACEHOLDER = [
  'Please wait...',
  'If this message is not eventually replaced with the proper contents of the document, your PDF viewer',
  'may not be able to display this type of document. You can upgrade to the latest version of Adobe Reader.',
];

const { extract: extractPdf, draw } = recognizingExtractor(extractor, {
  type: 'application/pdf',
  fileName: 'file.pdf',
  limits: LIMITS,
  drawn: { width: 200, height: 400 },
});

/** Extracts with an engine that sees the same words on all pages. */
async function extract(file: Buffer, { sees = '', confidence = 95, ...options }: Seen = {}) {
  const seen: OcrImage[] = [];
  const ocr = (image: OcrImage) => {
    seen.push(image);
    return Promise.resolve({ text: sees, confidence, languages: ['eng'] });
  };
  const { result } = await extractPdf(file, { deadline: Date.now() + 600_000, ocr, ...options });
  return { result, seen };
}

type Seen = Partial<ExtractionContext> & { sees?: string; confidence?: number };

const textOf = async (...pages: PageDraft[]): Promise<string[]> =>
  (await extract(aPdf(...pages))).result.pages.flatMap(({ text }) => text.split(/\s+/));

describe('what is shown on top of a page', () => {
  const page = (...annotations: (string | ShownAnnotation)[]): PageDraft => ({
    drawing: textLines(['The contract of May']),
    annotations,
  });

  it.each([
    ['a signature', '/Subtype /Widget /FT /Sig /T (Signature1) /V << /Type /Sig /Filter /Adobe.PPKLite >>'],
    ['a field without a value', '/Subtype /Widget /FT /Tx /T (Seller)'],
    ['a stamp without contents', '/Subtype /Stamp'],
    ['a text whose contents are missing', '/Subtype /FreeText'],
  ])('the text on top of a page is read when it is %s, and its words have boxes', async (_, body) => {
    const { result } = await extract(aPdf(page({ body, shows: 'Digitally signed' })));
    expect(result.pages[0]?.text).toBe('The contract of May\nDigitally signed');
    const words = [...(result.pages[0]?.words ?? [])].map(({ text }) => text);
    expect(words).toEqual(['The', 'contract', 'of', 'May', 'Digitally', 'signed']);
  });

  it('the text on top of a page is read once when the value of a field or a note has the same words', async () => {
    const words = await textOf(
      page(
        { body: '/Subtype /Widget /FT /Sig /T (Signature1)', shows: 'Signature' },
        { body: '/Subtype /Widget /FT /Tx /T (Surname) /V (Okonkwo)', shows: 'Okonkwo' },
        { body: '/Subtype /FreeText /Contents (Margin)', shows: 'Margin' },
        { body: '/Subtype /Stamp /Contents (APPROVED)', shows: 'APPROVED yesterday' },
        { body: '/Subtype /Stamp /Contents (Remark)', shows: 'DRAFT' },
        '/Subtype /Text /Contents (Sticky)',
      ),
    );
    expect(words.toSorted()).toEqual(
      'The contract of May Signature Surname: Okonkwo Margin APPROVED yesterday Remark DRAFT Sticky'
        .split(' ')
        .toSorted(),
    );
  });

  it('the text on top of a page is not read when it is a check mark or hidden', async () => {
    const words = await textOf(
      page(
        { body: '/Subtype /Widget /FT /Btn /T (Agreed) /V /Off /AS /Off', shows: '4' },
        { body: '/Subtype /Stamp /F 2', shows: 'Invisible' },
        { body: '/Subtype /Stamp', shows: 'PAID' },
      ),
    );
    expect(words).toEqual(['The', 'contract', 'of', 'May', 'PAID']);
  });

  it('leaves the pages of a file as they are drawn', async () => {
    const file = aPdf(page({ body: '/Subtype /Stamp', shows: 'PAID' }));
    const before = await draw(file, 1);
    await extract(file);
    expect(before).toMatchObject({ outcome: 'drawn' });
    expect(await draw(file, 1)).toEqual(before);
  });

  it('the note of a measurement or a marking that is shown next to it is read once', async () => {
    const words = await textOf(
      page(
        { body: '/Subtype /Line /Contents (12.5 metres)', shows: '12.5 metres' },
        { body: '/Subtype /Polygon /Contents (Area B)', shows: 'Area' },
        { body: '/Subtype /Stamp', shows: 'PAID' },
      ),
    );
    expect(words.toSorted()).toEqual('The contract of May 12.5 metres Area B Area PAID'.split(' ').toSorted());
  });

  it('the note of a measurement is kept when appearances are not read', async () => {
    const words = await textOf(page({ body: '/Subtype /Line /Contents (12.5 metres)', shows: '12.5 metres' }));
    expect(words).toEqual(['The', 'contract', 'of', 'May', '12.5', 'metres']);
  });

  describe('of a page that has its size or its fonts from elsewhere', () => {
    const stamp = { body: '/Subtype /Stamp', shows: 'PAID' };
    const boxesOf = ({ result }: Awaited<ReturnType<typeof extract>>) =>
      [...(result.pages[0]?.words ?? [])].map(({ text, box }) => [text, ...box.map((side) => Math.round(side * 1000))]);

    it.each<[string, Partial<PageDraft>]>([
      ['an inherited size', { inherited: ['MediaBox'], size: [700, 900] }],
      ['an inherited size and a part that is shown', { inherited: ['MediaBox'], crop: [10, 20, 500, 830] }],
      ['a size of its own and one of its art', { more: '/ArtBox [100 100 300 300]' }],
      ['an inherited size, and is turned', { inherited: ['MediaBox'], size: [700, 900], rotate: 90 }],
    ])('a stamp is read on a page with %s, whose words and size stay the same', async (_, draft) => {
      const plain = await extract(aPdf({ ...page(), ...draft }));
      const stamped = await extract(aPdf({ ...page(stamp), ...draft }));
      const [before, after] = [plain, stamped].map(({ result: { pages } }) => [pages[0]?.width, pages[0]?.height]);
      expect(after).toEqual(before);
      expect(boxesOf(stamped)).toEqual(expect.arrayContaining(boxesOf(plain)));
      const words = stamped.result.pages[0]?.text.split(/\s+/);
      expect(words?.toSorted()).toEqual(['The', 'contract', 'of', 'May', 'PAID'].toSorted());
    });

    it('inherited pictures are kept, which are recognised', async () => {
      const picture = {
        jpeg: await readFile(new URL('./fixtures/letter.jpg', import.meta.url)),
        width: 800,
        height: 387,
      };
      const draft: PageDraft = { drawing: pictureOver(40, 400, 515, 250), picture, annotations: [stamp] };
      const scan = aPdf({ ...draft, inherited: ['MediaBox', 'Resources'], size: [600, 700] });
      const { result } = await extract(scan, { sees: 'Seen on the picture' });
      expect(result.pages).toMatchObject([{ text: 'Seen on the picture', source: 'ocr', width: 600, height: 700 }]);
    });

    it('the letters of inherited fonts stay in their places', async () => {
      const draft = { drawing: textLines(['Seven plausible words', 'stand here alone'], { font: 'F2' }) };
      const inherited: PageDraft['inherited'] = ['MediaBox', 'Resources'];
      const sees = { sees: 'Seven plausible words stand here alone' };
      const plain = await extract(aPdf({ ...draft, inherited }), sees);
      const stamped = await extract(aPdf({ ...draft, inherited, annotations: [stamp] }), sees);
      expect(boxesOf(stamped)).toEqual(boxesOf(plain));
      expect(stamped.seen).toHaveLength(1);
    });
  });

  it('fields beyond 2,000 on a page are left out, with a warning, and 100,000 fields do no harm', async () => {
    const fields = Array.from({ length: 100_000 }, (_, index) =>
      index === 0
        ? { body: '/Subtype /Widget /FT /Tx /T (n0)', shows: 'Seen' }
        : `/Subtype /Widget /FT /Tx /T (n${index}) /V (value${index})`,
    );
    const { result } = await extract(aPdf(page(...fields)));
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.warnings?.join()).toMatch(/more stamps and fields than are read/);
    expect(result.pages[0]?.text).toContain('value4999');
  });
});

describe('fonts that do not say which letters they show', () => {
  const lines = ['Seven plausible words stand here', 'and five more below them'];
  const other = 'Zlclu wshbzpisl dvykz zahuk olyl huk mpcl tvyl ilsvd aolt';
  const doubtful = (...more: string[]): PageDraft => ({ drawing: textLines([...lines, ...more], { font: 'F2' }) });

  it('doubtful fonts are trusted when recognition sees the same words', async () => {
    const { result, seen } = await extract(aPdf(doubtful()), { sees: lines.join('\n').replace('Seven', 'Scven') });
    expect(seen).toHaveLength(1);
    expect(result.pages).toMatchObject([{ text: lines.join('\n'), source: 'text-layer' }]);
  });

  it('doubtful fonts are not trusted when recognition is sure of other words', async () => {
    const { result } = await extract(aPdf(doubtful()), { sees: other });
    expect(result.pages).toMatchObject([{ text: other, source: 'ocr', confidence: 95 }]);
  });

  it('doubtful fonts are trusted when recognition is not sure, or sees almost nothing', async () => {
    for (const seen of [{ sees: other, confidence: 50 }, { sees: 'Zlclu' }]) {
      const { result } = await extract(aPdf(doubtful()), seen);
      expect(result.pages).toMatchObject([{ text: lines.join('\n'), source: 'text-layer' }]);
    }
  });

  it('doubtful fonts are compared by their letters when their digits are right', async () => {
    const table = ['1001 Palt 2001 Palt 3001 Palt', '4001 Palt 5001 Palt 6001 Palt'];
    const shown = table.join(' ').replaceAll('Palt', 'Item');
    const { result } = await extract(aPdf({ drawing: textLines(table, { font: 'F2' }) }), { sees: shown });
    expect(result.pages).toMatchObject([{ text: shown, source: 'ocr' }]);
  });

  it('doubtful fonts are ignored where they show only bullets', async () => {
    const drawing = `${textLines(lines)} BT /F2 12 Tf 50 600 Td (*) Tj ET`;
    expect((await extract(aPdf({ drawing }))).seen).toHaveLength(0);
  });

  it('doubtful fonts are trusted on a page with a picture that is a bomb, which is not drawn', async () => {
    const picture = { declared: { width: 60_000, height: 60_000 } };
    const page = { ...doubtful(), picture };
    const { result, seen } = await extract(aPdf({ ...page, drawing: `${page.drawing} ${pictureOver(40, 40, 9, 9)}` }));
    expect(seen).toHaveLength(0);
    expect(result.pages).toMatchObject([{ text: lines.join('\n'), source: 'text-layer' }]);
  });

  it('the text of a doubtful font is kept where most words of the page have another font', async () => {
    const certain = textLines(Array.from({ length: 8 }, () => 'A long paragraph says what everybody agrees about'));
    const drawing = `${certain} ${textLines(lines, { font: 'F2' }).replace('50 780', '50 400')}`;
    const { result } = await extract(aPdf({ drawing }), { sees: other });
    expect(result.pages).toMatchObject([{ source: 'text-layer' }]);
    expect(result.pages[0]?.text).toContain('everybody agrees');
  });

  it('doubtful fonts are compared on more pages when recognition is not sure of the first ones', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => doubtful('words'.repeat(index + 1)));
    let count = 0;
    const ocr = () =>
      Promise.resolve({ text: other, confidence: count++ < 4 ? 50 : 95, languages: ['eng'], words: [] });
    const { result } = await extract(aPdf(...pages), { ocr });
    expect(result.pages.map(({ source }) => source)).toEqual([...Array<string>(4).fill('text-layer'), 'ocr', 'ocr']);
  });

  it('doubtful fonts are compared on no more pages than allowed when recognition is never sure', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => doubtful('words'.repeat(index + 1)));
    const limits = { ...LIMITS, maxOcrPages: 4 };
    const { result, seen } = await extract(aPdf(...pages), { sees: other, confidence: 50, limits });
    expect(seen).toHaveLength(4);
    expect(result).toMatchObject({ outcome: 'text' });
    expect(result.truncated).toBeUndefined();
  });

  it('doubtful fonts are trusted when recognition has no data', async () => {
    const ocr = () => Promise.reject(new PermanentPluginError('No data for text recognition is installed'));
    const { result } = await extract(aPdf(doubtful()), { ocr });
    expect(result.pages).toMatchObject([{ text: lines.join('\n'), source: 'text-layer' }]);
    expect(result.warnings).toBeUndefined();
  });

  it('doubtful fonts are trusted when there is no recognition, which is asked for once without a warning', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => doubtful('words'.repeat(index + 1)));
    let asked = 0;
    const ocr = () => {
      asked += 1;
      return Promise.resolve({ text: '', confidence: 0, languages: [], warnings: ['No OCR plugin is installed.'] });
    };
    const { result } = await extract(aPdf(...pages), { ocr });
    expect(asked).toBe(1);
    expect(result.pages).toHaveLength(6);
    expect(result.warnings).toBeUndefined();
  });

  it('doubtful fonts are compared on only three pages when these are right', async () => {
    const pages = Array.from({ length: 6 }, (_, index) => doubtful('words'.repeat(index + 1)));
    const { result, seen } = await extract(aPdf(...pages), { sees: lines.join('\n') });
    expect(seen).toHaveLength(3);
    expect(result.truncated).toBeUndefined();
  });

  it('doubtful fonts are compared as long as recognition may be used, with a warning for the rest', async () => {
    const pages = Array.from({ length: 4 }, (_, index) => doubtful('words'.repeat(index + 1)));
    const limits = { ...LIMITS, maxOcrPages: 2 };
    const { result, seen } = await extract(aPdf(...pages), { sees: other, limits });
    expect(seen).toHaveLength(2);
    expect(result.truncated).toBe(true);
    expect(result.pages.map(({ source }) => source)).toEqual(['ocr', 'ocr', 'text-layer', 'text-layer']);
    expect(result.warnings?.join()).toMatch(/some pages may have wrong ones/);
  });
});

describe('a dynamic XFA form', () => {
  const page: PageDraft = { drawing: textLines(PLACEHOLDER) };
  const template =
    '<template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="form1"><draw><value><text>Application</text></value></draw>' +
    '<field name="surname"><caption><value><text>Family name</text></value></caption><event><script>app.alert("no")</script></event></field></subform></template>';
  const datasets =
    '<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><surname>Okonkwo</surname><city>Łódź</city></form1></xfa:data></xfa:datasets>';

  it('a dynamic XFA form is read instead of the page that asks for another viewer', async () => {
    const { result, seen } = await extract(anXfaForm({ config: '<config>no</config>', template, datasets }, page));
    expect(result).toMatchObject({ outcome: 'text', pages: [{ source: 'text-layer' }] });
    expect(result.pages[0]?.text).toBe('Application\nFamily name\nOkonkwo\nŁódź');
    expect(seen).toHaveLength(0);
  });

  it('pages with a text of their own are not replaced', async () => {
    const file = anXfaForm({ template, datasets }, { drawing: textLines(['An ordinary page']) });
    expect((await extract(file)).result.pages[0]?.text).toBe('An ordinary page');
  });

  it('the text of the page is kept when the form has no words', async () => {
    const { result } = await extract(anXfaForm({ template: '<template/>' }, page));
    expect(result.pages[0]?.text).toMatch(/^Please wait/);
  });

  it('a dynamic XFA form of 20 megabytes or more is left out, with a warning', async () => {
    const huge = { deflated: deflateSync(Buffer.alloc(100_000_000, '<a>word ')) };
    const { result } = await extract(anXfaForm({ template, datasets: huge }, page));
    expect(result).toMatchObject({ outcome: 'text', truncated: true, pages: [{ text: 'Application\nFamily name' }] });
    expect(result.warnings?.join()).toMatch(/form of the PDF is larger than is allowed/);
  });
});
