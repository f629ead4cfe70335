import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionLimits, ExtractionResult } from '@archivolt/plugin-kit';
import { docxParts, odp, odt, openDocument, paragraph, pptxParts } from '../test/office-files.js';
import { zip } from '../../../test/support/zip.js';
import extractor from './extractor.js';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const ODT = 'application/vnd.oasis.opendocument.text';
const ODP = 'application/vnd.oasis.opendocument.presentation';

describe('hostile or odd office files', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'office-spec-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function read(bytes: Buffer, type: string, changes: Partial<ExtractionLimits> = {}): Promise<ExtractionResult> {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    const limits = {
      maxOcrPages: 1,
      maxChars: 100_000,
      maxPixels: 1,
      maxInflatedBytes: 8 * 1024 * 1024,
      maxEntries: 100,
    };
    return extractor.extract(
      { path, size: bytes.length, type, fileName: 'file' },
      {
        config: undefined,
        signal: new AbortController().signal,
        deadline: Date.now() + 30_000,
        languages: [],
        limits: { ...limits, ...changes },
        tempDir: folder,
        ocr: () => Promise.reject(new Error('not asked for')),
        progress: () => undefined,
      },
    );
  }

  it('refuses an archive by its real size even when it claims to be small', async () => {
    const bomb = { name: 'word/media/a.xml', content: Buffer.alloc(20 * 1024 * 1024), claimedSize: 10 };
    const file = zip([...docxParts(paragraph('words')), bomb]);
    expect(file.length).toBeLessThan(100_000);
    expect(await read(file, DOCX)).toMatchObject({ outcome: 'too-large', pages: [] });
  });

  it('all parts of an archive count together', async () => {
    const parts = [1, 2, 3].map((number) => ({ name: `word/${number}.xml`, content: Buffer.alloc(3 * 1024 * 1024) }));
    expect(await read(zip([...docxParts(paragraph('words')), ...parts]), DOCX)).toMatchObject({ outcome: 'too-large' });
  });

  it('refuses an archive with too many entries', async () => {
    const parts = Array.from({ length: 101 }, (_, number) => ({ name: `a${number}`, content: '' }));
    expect(await read(zip(parts), DOCX)).toMatchObject({ outcome: 'too-large' });
  });

  it('refuses entries that overlap', async () => {
    const file = zip([
      { name: 'a.xml', content: 'x'.repeat(10) },
      { name: 'b.xml', content: Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 7919) % 251)) },
    ]);
    const second = file.lastIndexOf(Buffer.from('504b0102', 'hex'));
    const first = file.indexOf(Buffer.from('504b0102', 'hex'));
    file.copy(file, first + 20, second + 20, second + 24);
    file.copy(file, first + 42, second + 42, second + 46);
    expect(await read(file, DOCX)).toMatchObject({ outcome: 'corrupt' });
  });

  it('protected files are distinguished from damaged ones', async () => {
    expect(await read(zip(docxParts('').map((part) => ({ ...part, flags: 1 }))), DOCX)).toMatchObject({
      outcome: 'encrypted',
    });
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]);
    expect(await read(compound, DOCX)).toMatchObject({ outcome: 'corrupt' });
    const locked = await readFile(new URL('../test/fixtures/standard-encryption.xlsx', import.meta.url));
    expect(await read(locked, DOCX)).toMatchObject({ outcome: 'encrypted' });
    const manifest = { name: 'META-INF/manifest.xml', content: '<manifest:encryption-data/>' };
    expect(await read(zip([{ name: 'content.xml', content: '?' }, manifest]), ODT)).toMatchObject({
      outcome: 'encrypted',
    });
    expect(await read(Buffer.from('PK\x03\x04 and nothing else'), DOCX)).toMatchObject({ outcome: 'corrupt' });
  });

  it('entities are not expanded and nothing is fetched', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>`;
    const xml = `${laughs}<office:body><office:text><text:p>word &b; &f;</text:p></office:text></office:body>`;
    const result = await read(zip([{ name: 'content.xml', content: xml }]), ODT);
    expect(JSON.stringify(result.pages)).not.toMatch(/haha|root:/);
    const document = docxParts(paragraph('word &f;'));
    const hostile = document.map((part) =>
      part.name === 'word/document.xml' ? { ...part, content: laughs + String(part.content) } : part,
    );
    expect(JSON.stringify(await read(zip(hostile), DOCX))).not.toMatch(/haha|root:/);
  });

  it('extraction is fast with a million nested or unfinished tags', async () => {
    const nested = `${'<text:span>'.repeat(600_000)}deep`;
    expect(await read(openDocument('text', nested), ODT)).toMatchObject({ outcome: 'text', pages: [{ text: 'deep' }] });
    const unfinished = `shown${'<a b="'.repeat(600_000)}`;
    expect(await read(openDocument('text', unfinished), ODT)).toMatchObject({ outcome: 'text' });
    const paragraphs = await read(zip(docxParts('<w:p>'.repeat(600_000))), DOCX);
    expect(paragraphs).toMatchObject({ outcome: 'text', pages: [{ text: 'Letterhead' }] });
  });

  it('deleted text is omitted, and each slide has its page', async () => {
    expect((await read(odt(), ODT)).pages[0]?.text).not.toContain('deleted');
    expect((await read(odp(), ODP)).pages.map(({ text }) => text)).toEqual(['Start\nwelcome', 'End\ngoodbye']);
  });

  it('entries are found although the directory claims another place', async () => {
    const file = zip([{ name: 'content.xml', content: '<office:text><text:p>still here</text:p></office:text>' }], {
      offsetError: 1,
    });
    expect(await read(file, ODT)).toMatchObject({ outcome: 'text', pages: [{ text: 'still here' }] });
    const shifted = Buffer.concat([Buffer.from('something before '), file]);
    expect(await read(shifted, ODT)).toMatchObject({ outcome: expect.stringMatching(/text|corrupt/) });
  });

  it('each part of a word processor file is read once, without what is hidden in it', async () => {
    const box =
      '<mc:AlternateContent><mc:Choice><w:t>box</w:t></mc:Choice><mc:Fallback><w:t>copy</w:t></mc:Fallback></mc:AlternateContent>';
    const body = `<w:p><w:r>${box}</w:r></w:p><w:p><w:r><w:delText>gone</w:delText><w:instrText>PAGE</w:instrText><w:t>a</w:t><w:tab/><w:t>b</w:t></w:r></w:p><wp:docPr descr="a &quot;map&quot;"/>`;
    const result = await read(zip(docxParts(body)), DOCX);
    expect(result.pages).toEqual([{ text: 'Letterhead\nbox\na\tb\na "map"', source: 'text-layer' }]);
  });

  it('a file with a damaged picture is read, and one with damaged text is not', async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at * 7919) % 251));
    const file = zip([...docxParts(paragraph('still here')), { name: 'word/media/a.png', content: noise }]);
    const picture = file.indexOf('word/media/a.png') + 'word/media/a.png'.length;
    file.fill(0xff, picture, picture + 20);
    expect(await read(file, DOCX)).toMatchObject({
      outcome: 'text',
      pages: [{ text: 'Letterhead\nstill here' }],
      warnings: [expect.stringContaining('damaged')],
    });
    const document = file.indexOf('word/document.xml') + 'word/document.xml'.length;
    file.fill(0xff, document, document + 20);
    expect(await read(file, DOCX)).toMatchObject({ outcome: 'corrupt', pages: [] });
  });

  it('a binary workbook is not mistaken for an empty one', async () => {
    const relations =
      '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.bin"/></Relationships>';
    const file = zip([
      { name: '_rels/.rels', content: relations },
      { name: 'xl/workbook.bin', content: 'binary' },
    ]);
    expect(await read(file, DOCX.replace('wordprocessingml.document', 'spreadsheetml.sheet'))).toMatchObject({
      outcome: 'unsupported',
    });
  });

  it('an archive without a document part is left to the general parser, which reports that it is damaged', async () => {
    expect(await read(zip([{ name: 'word/other.xml', content: '<a/>' }]), DOCX)).toMatchObject({ outcome: 'corrupt' });
  });

  it('a text over the limit is cut and says so', async () => {
    const result = await read(openDocument('text', `<text:p>${'long '.repeat(1000)}</text:p>`), ODT, { maxChars: 100 });
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[0]?.text).toHaveLength(100);
  });

  const withChunks = (chunks: Record<string, Buffer | string>, body = paragraph('before')): Buffer => {
    const names = Object.keys(chunks);
    const relations = names.map((name) => `<Relationship Id="${name}" Type="x/aFChunk" Target="${name}"/>`).join('');
    const parts = docxParts(body).map((part) =>
      part.name === 'word/_rels/document.xml.rels'
        ? { ...part, content: `<Relationships>${relations}</Relationships>` }
        : part,
    );
    return zip([...parts, ...names.map((name) => ({ name: `word/${name}`, content: chunks[name] ?? '' }))]);
  };

  it('reads files of other formats that a word processor file shows as a part of itself', async () => {
    const mail = 'MIME-Version: 1.0\nContent-Type: text/html\n\n<p>from a mail</p>';
    const file = withChunks({
      'a.html': '<html><style>p{}</style><p>caf&eacute;</p></html>',
      'b.mht': mail,
      'c.docx': withChunks({ 'd.rtf': '{\\rtf1\\ansi rich words}' }, paragraph('inner')),
      'e.txt': 'plain words',
    });
    const result = await read(file, DOCX);
    expect(result).toMatchObject({ outcome: 'text', warnings: [] });
    expect(result.pages).toHaveLength(1);
    expect(result.pages[0]?.text.split('\n')).toEqual([
      ...['before', 'café', 'from a mail', 'inner', 'rich words', 'plain words'],
    ]);
  });

  it('nested documents that are too deep or unpack to too much are omitted', async () => {
    const nested = [1, 2, 3, 4, 5].reduce(
      (inner, level) => withChunks({ 'a.docx': inner }, paragraph(`level ${level}`)),
      withChunks({}, paragraph('bottom')),
    );
    const result = await read(nested, DOCX);
    expect(result).toMatchObject({ outcome: 'text', warnings: [expect.stringContaining('damaged')] });
    expect(result.pages[0]?.text).toMatch(/^level 5\nlevel 4[^]*level 2$/);
    const bomb = zip([...docxParts(paragraph('boom')), { name: 'a.xml', content: Buffer.alloc(3 * 1024 * 1024) }]);
    const three = await read(withChunks({ 'a.docx': bomb, 'b.docx': bomb, 'c.docx': bomb }), DOCX);
    expect(three).toMatchObject({ outcome: 'text', warnings: [expect.stringContaining('damaged')] });
    expect(three.pages[0]?.text.match(/boom/g)).toHaveLength(2);
  });

  it('the authors of comments are named', async () => {
    const comment = '<w:comment w:id="1" w:author="Eva Jones"><w:p><w:r><w:t>check</w:t></w:r></w:p></w:comment>';
    const parts = docxParts(paragraph('text')).map((part) =>
      part.name === 'word/_rels/document.xml.rels'
        ? { ...part, content: '<Relationship Id="c" Type="x/comments" Target="comments.xml"/>' }
        : part,
    );
    const file = zip([...parts, { name: 'word/comments.xml', content: `<w:comments>${comment}</w:comments>` }]);
    expect((await read(file, DOCX)).pages[0]?.text).toBe('text\nEva Jones\ncheck');
  });

  it('the texts that masters show on slides are read, without their placeholders, and comments with authors', async () => {
    const shape = (text: string, more = ''): string =>
      `<p:sp><p:nvPr>${more}</p:nvPr><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp>`;
    const relation = (kind: string, target: string): string =>
      `<Relationship Id="${kind}" Type="x/${kind}" Target="../${target}"/>`;
    const file = zip([
      ...pptxParts(),
      {
        name: 'ppt/slides/_rels/slide1.xml.rels',
        content: relation('slideLayout', 'slideLayouts/l1.xml') + relation('comments', 'comments/c1.xml'),
      },
      { name: 'ppt/slideLayouts/l1.xml', content: shape('Draft') + shape('Confidential') },
      { name: 'ppt/slideLayouts/l2.xml', content: shape('Not used') },
      { name: 'ppt/slideLayouts/_rels/l1.xml.rels', content: relation('slideMaster', 'slideMasters/m1.xml') },
      { name: 'ppt/slideMasters/m1.xml', content: shape('Click to edit', '<p:ph/>') + shape('Confidential') },
      { name: 'ppt/commentAuthors.xml', content: '<p:cmAuthor id="3" name="Eva Jones"/>' },
      { name: 'ppt/comments/c1.xml', content: '<p:cm authorId="3"><p:text>to check</p:text></p:cm>' },
    ]);
    expect((await read(file, PPTX)).pages.map(({ text }) => text)).toEqual([
      'Quarterly plan\nEva Jones\nto check',
      'Confidential\nDraft\nNorthern&\nTurnover',
    ]);
  });
});
