import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionLimits, ExtractionResult } from '@archivolt/plugin-kit';
import { zip } from '../../../test/support/zip.js';
import { compound, u16, u32 } from '../test/compound-files.js';
import { msg, packedRtf } from '../test/message-files.js';
import { container, ppt, record } from '../test/presentation-files.js';
import { doc, word6 } from '../test/word-files.js';
import { workbook, workbookStream } from '../test/workbook-files.js';
import extractor from './extractor.js';

const DOC = 'application/msword';
const XLS = 'application/vnd.ms-excel';
const XLSB = 'application/vnd.ms-excel.sheet.binary.macroenabled.12';
const PPT = 'application/vnd.ms-powerpoint';
const MSG = 'application/vnd.ms-outlook';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'old-office-spec-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(bytes: Buffer, type: string, changes: Partial<ExtractionLimits> = {}): Promise<ExtractionResult> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  const limits = {
    maxOcrPages: 1,
    maxChars: 100_000,
    maxPixels: 1,
    maxInflatedBytes: 64 * 1024 * 1024,
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

async function pagesOf(bytes: Buffer, type: string): Promise<string[]> {
  return (await read(bytes, type)).pages.map(({ text }) => text);
}

describe('old Word files', () => {
  it('an old Word file has its text as shown: results of fields, cells, hyphens, and nothing deleted', async () => {
    const main =
      'Donau\x1fdampf\rsee \x13HYPERLINK "http://a.example"\x14the page\x15\ra\x07b\x07\x07c\x07d\x07\x07gone kept\x1eword';
    const file = doc({ texts: { main, headers: 'Letterhead\r', footnotes: 'foot', boxes: 'box' }, deleted: 'gone ' });
    expect(await pagesOf(file, DOC)).toEqual([
      'Letterhead\nDonaudampf\nsee the page\na\tb\nc\td\nkept-word\nfoot\nbox',
    ]);
  });

  it('files of Word 6 are read in the encoding of their fonts when language and letters differ', async () => {
    const cyrillic = Buffer.from('cff0e8e2e5f220ecb3f0', 'hex');
    expect(await pagesOf(word6(cyrillic, 204), DOC)).toEqual(['Привет мір']);
    expect(await pagesOf(word6(Buffer.from('Grüße', 'latin1'), 204), DOC)).toEqual(['Grüße']);
  });

  it('an old Word file stays within the limit of text when a thousand pieces are the same text', async () => {
    const pieces = Array.from({ length: 1001 }, (_, index) => index * 50_000);
    const main = 'x'.repeat(50_000);
    const file = doc({ texts: { main }, pieces });
    const document = file.indexOf(u16(0xa5ec, 0xd9));
    file.writeUInt32LE(50_000_000, document + 0x4c);
    expect(await read(file, DOC)).toMatchObject({ outcome: 'text', pages: [{ text: 'x'.repeat(100_000) }] });
  });

  it('a protected file is encrypted', async () => {
    expect(await read(doc({ texts: { main: 'secret' }, flags: 0x0100 }), DOC)).toMatchObject({
      outcome: 'encrypted',
      pages: [],
    });
    expect(await read(compound({ EncryptedPackage: Buffer.from('x') }), DOC)).toMatchObject({ outcome: 'encrypted' });
  });
});

describe('hostile compound files', () => {
  /** Where the allocation table and the directory are. */
  function sectorsOf(file: Buffer): { table: number; directory: number } {
    const at = (sector: number): number => (sector + 1) * 512;
    return { table: at(file.readUInt32LE(76)), directory: at(file.readUInt32LE(48)) };
  }

  it('a compound file in which each sector of a stream follows itself is read in finite time', async () => {
    const file = doc({ texts: { main: 'word '.repeat(5000) } });
    const { table } = sectorsOf(file);
    for (let sector = 0; sector < 100; sector += 1) file.writeUInt32LE(sector, table + sector * 4);
    expect(['corrupt', 'empty', 'text']).toContain((await read(file, DOC)).outcome);
  });

  it('a compound file whose directory entries are their own neighbours is read in finite time', async () => {
    const file = msg({ subject: 'circle', attachments: ['a', 'b'] });
    const { directory } = sectorsOf(file);
    for (let entry = 0; entry < 4; entry += 1)
      for (const link of [68, 72, 76]) file.writeUInt32LE(entry, directory + entry * 128 + link);
    expect(['corrupt', 'empty', 'text']).toContain((await read(file, MSG)).outcome);
  });

  it('a compound file that claims sizes of gigabytes is corrupt', async () => {
    const file = doc({ texts: { main: 'words' } });
    const { directory } = sectorsOf(file);
    for (let entry = 0; entry < 4; entry += 1) file.writeUInt32LE(0x7fffffff, directory + entry * 128 + 120);
    file.writeUInt32LE(0x7fffffff, 44);
    file.writeUInt32LE(0x7fffffff, 72);
    expect(['corrupt', 'text']).toContain((await read(file, DOC)).outcome);
  });

  it('a compound file whose text is cut off says that the end is missing', async () => {
    const file = doc({ texts: { main: 'word '.repeat(20_000) } });
    const cut = await read(file.subarray(0, file.length / 2), DOC);
    expect(['corrupt', 'text']).toContain(cut.outcome);
  });
});

describe('old workbooks', () => {
  it('an old workbook has a page for each sheet with its name, dates as shown, and comments with their authors', async () => {
    for (const [type, file] of [
      [XLS, workbook('biff8')],
      [XLSB, workbook('xlsb')],
    ] as const) {
      const [expenses, others] = await pagesOf(file, type);
      expect(expenses).toBe(
        'Expenses\nTravel\tAmount\tDay\nHôtel in Zürich\t129.5\t31.05.2003\nKeeper: receipt is missing',
      );
      expect(others).toBe('Others\n日本語\tTRUE\t0.25');
    }
  });

  it('a sheet of Excel 2, which has no container, is read', async () => {
    expect((await pagesOf(workbook('biff2'), XLS)).join('\n')).toContain('129.5');
  });

  it('a sheet that claims a million rows takes no longer', async () => {
    const stream = workbookStream(workbook('biff8'));
    const dimensions = stream.indexOf(u16(0x0200, 14));
    expect(dimensions).toBeGreaterThan(0);
    u32(0, 65_536).copy(stream, dimensions + 4);
    u16(0, 256).copy(stream, dimensions + 12);
    expect((await read(compound({ Workbook: stream }), XLS)).pages).toHaveLength(2);

    const binary = workbook('xlsb');
    const wide = binary.indexOf(Buffer.from([0x94, 0x01, 16]));
    expect(wide).toBeGreaterThan(0);
    u32(0, 1_048_575, 0, 16_383).copy(binary, wide + 3);
    expect((await read(binary, XLSB)).pages).toHaveLength(2);
  });

  it('a sheet with many links that claim to cover all cells takes no longer', async () => {
    const stream = workbookStream(workbook('biff8'));
    const link = Buffer.concat([u16(0x1b8, 64, 0, 0xffff, 0, 0xff), Buffer.alloc(56)]);
    const end = stream.lastIndexOf(u16(0x0a, 0));
    const links = Array.from({ length: 10_000 }, () => link);
    const file = compound({ Workbook: Buffer.concat([stream.subarray(0, end), ...links, stream.subarray(end)]) });
    expect((await read(file, XLS)).pages).toHaveLength(2);
  });

  it('a workbook with more cells than fit in memory is read in parts, with each comment once', async () => {
    const row = Buffer.concat([u16(0xbd, 6 + 255 * 6, 9, 0), Buffer.alloc(255 * 6, 6), u16(254)]);
    const stream = workbookStream(workbook('biff8'));
    const end = stream.lastIndexOf(u16(0x0a, 0));
    const rows = Array.from({ length: 1200 }, (_, index) => {
      row.writeUInt16LE(index + 9, 4);
      return Buffer.from(row);
    });
    const many = Buffer.concat([stream.subarray(0, end), ...rows, stream.subarray(end)]);
    const { outcome, pages } = await read(compound({ Workbook: many }), XLS, { maxChars: 20_000_000 });
    expect(outcome).toBe('text');
    const [expenses = '', others = ''] = pages.map(({ text }) => text);
    expect(expenses.match(/receipt is missing|129\.5/g)).toHaveLength(2);
    expect(others.startsWith('Others\n日本語\tTRUE\t0.25\n')).toBe(true);
    expect(others.split(/[\t\n]/)).toHaveLength(4 + 1200 * 255);
  });

  it('a protected workbook is encrypted', async () => {
    const stream = workbookStream(workbook('biff8'));
    const begin = 4 + stream.readUInt16LE(2);
    const password = Buffer.concat([u16(0x2f, 54), Buffer.alloc(54)]);
    const file = compound({ Workbook: Buffer.concat([stream.subarray(0, begin), password, stream.subarray(begin)]) });
    expect(await read(file, XLS)).toMatchObject({ outcome: 'encrypted' });
    expect(await read(compound({ EncryptedPackage: Buffer.from('x') }), XLSB)).toMatchObject({ outcome: 'encrypted' });
  });

  it('a binary workbook is refused by its real unpacked size, and by its entries', async () => {
    const bomb = { name: 'xl/worksheets/sheet1.bin', content: Buffer.alloc(20 * 1024 * 1024), claimedSize: 10 };
    const file = zip([{ name: '[Content_Types].xml', content: '' }, bomb]);
    expect(await read(file, XLSB, { maxInflatedBytes: 8 * 1024 * 1024 })).toMatchObject({ outcome: 'too-large' });
    const entries = Array.from({ length: 101 }, (_, number) => ({ name: `${number}.bin`, content: '' }));
    expect(await read(zip(entries), XLSB)).toMatchObject({ outcome: 'too-large' });
    expect(await read(deflateRawSync('PK'), XLSB)).toMatchObject({ outcome: 'corrupt' });
  });
});

describe('old presentations', () => {
  it('an old presentation has a page for each slide in the order of the show, with its shapes, comments and notes', async () => {
    const slides = [
      { title: 'First', shapes: ['shape\rof two lines', '*'], comment: { author: 'Ann', text: 'too long' } },
      { title: 'Second – 日本', notes: 'say hello' },
    ];
    expect(await pagesOf(ppt(slides), PPT)).toEqual([
      'First\nshape\nof two lines\nAnn\ntoo long',
      'Second – 日本\nsay hello',
    ]);
  });

  it('a protected presentation is encrypted', async () => {
    expect(await read(ppt([{ title: 'secret' }], { isEncrypted: true }), PPT)).toMatchObject({ outcome: 'encrypted' });
  });

  it('a presentation whose edit follows itself is read in finite time', async () => {
    expect(await pagesOf(ppt([{ title: 'loop' }], { isLooped: true }), PPT)).toEqual(['loop']);
  });

  it('a presentation with a hundred thousand nested records is read fast', async () => {
    const depth = 100_000;
    const nested = Buffer.alloc(depth * 8);
    for (let level = 0; level < depth; level += 1) {
      u16(0xf, 0xf003).copy(nested, level * 8);
      nested.writeUInt32LE((depth - level - 1) * 8, level * 8 + 4);
    }
    const insideSlide = Buffer.concat([nested, record(4000, Buffer.from('deep', 'utf16le'))]);
    expect(await pagesOf(ppt([{ title: 'flat' }], { insideSlide }), PPT)).toEqual(['flat\ndeep']);
  });

  it('slides that are nested in each other are read once', async () => {
    const inner = container(1006, [record(4000, Buffer.from('inner', 'utf16le'))]);
    const [page = ''] = await pagesOf(ppt([{ title: 'outer' }], { insideSlide: inner }), PPT);
    expect(page).toBe('outer\ninner');
  });
});

describe('Outlook messages', () => {
  const people = {
    from: { name: 'Jörg', address: 'j@example.org' },
    to: [
      { name: 'Ann', address: 'ann@example.org' },
      { name: 'bob@example.org', address: 'bob@example.org' },
    ],
  };

  it('an Outlook message is read like a mail: sender, recipients, date, subject, text, and names of attachments', async () => {
    const date = '2024-03-05T09:07:00Z';
    const file = msg({ ...people, subject: 'Größe', date, body: 'Hello\r\nworld', attachments: ['a.pdf', 'b.docx'] });
    expect(await pagesOf(file, MSG)).toEqual([
      'Jörg <j@example.org>\nAnn <ann@example.org>, bob@example.org\nTue, 05 Mar 2024 09:07:00 GMT\nGröße\n\n' +
        'Hello\nworld\n\na.pdf\nb.docx',
    ]);
  });

  it('an Outlook message without plain text has the text of HTML or of packed rich text', async () => {
    const html = '<head><style>p{}</style></head><p>Kaffee &amp; Küche</p><p>next</p>';
    expect(await pagesOf(msg({ html }), MSG)).toEqual(['Kaffee & Küche\nnext']);
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}}Caf\\'e9\\par\\f1\\'cf\\'f0 " +
      '{\\*\\htmltag64 <p>}\\f0\\u8364?5\\tab end}';
    expect(await pagesOf(msg({ rtf: packedRtf(rtf) }), MSG)).toEqual(['Café\nПр €5\tend']);
  });

  it('texts of one byte a character are read in the code page that the message names', async () => {
    const narrow = { subject: Buffer.from('93fa967b8cea', 'hex'), codePage: 932 };
    expect(await pagesOf(msg({ narrow }), MSG)).toEqual(['日本語']);
  });

  it('rich text is unpacked only as far as is allowed, whatever size it claims', async () => {
    const copies = Buffer.alloc(300_000, Buffer.from(`ff${'001f'.repeat(8)}`, 'hex').toString('latin1'), 'latin1');
    const header = u32(0x7fffffff, 0x7fffffff, 0x75465a4c, 0);
    const result = await read(msg({ subject: 'bomb', rtf: Buffer.concat([header, copies]) }), MSG);
    expect(result.outcome).toBe('text');
    expect(result.pages[0]?.text.length).toBeLessThanOrEqual(100_000);
  });

  it('an Outlook message lists no more attachments than is allowed', async () => {
    const attachments = Array.from({ length: 120 }, (_, index) => `file-${index}.txt`);
    const [text = ''] = await pagesOf(msg({ subject: 'many', attachments }), MSG);
    expect(text.match(/file-\d+/g)).toHaveLength(100);
  });

  it('an Outlook message hands over its attachments, and those of messages in it', async () => {
    const inner = { subject: 'The first one', body: 'words in it', attachments: [file('deep.txt', 'deep')] };
    const attachments = [file('offer.pdf', '%PDF', 'Application/PDF'), { name: 'first', content: inner }, 'gone.doc'];
    const given = await attachmentsOf(msg({ subject: 'outer', attachments }));
    expect(given.map(({ name, type, content }) => [name, type, content])).toEqual([
      ['offer.pdf', 'application/pdf', '%PDF'],
      ['first.msg', 'text/plain', 'The first one\n\nwords in it\n\ndeep.txt'],
      ['first/deep.txt', '', 'deep'],
      ['gone.doc', '', 'unsupported'],
    ]);
  });

  it('an Outlook message hands over no more and no larger attachments than is allowed', async () => {
    const attachments = Array.from({ length: 120 }, (_, index) => file(`${index}.txt`, 'ten letters'));
    const given = await attachmentsOf(msg({ subject: 'many', attachments }), 5);
    expect(given.map(({ content }) => content)).toEqual(Array.from({ length: 100 }, () => 'too-large'));
  });

  it('messages in messages are handed over to a limited depth, and deeper ones are named', async () => {
    let message: Parameters<typeof msg>[0] = { subject: 'deepest' };
    for (let depth = 0; depth < 10; depth += 1) message = { subject: `${depth}`, attachments: [inMessage(message)] };
    const given = await attachmentsOf(msg(message));
    expect(given.map(({ name, content }) => [name, content.split('\n')[0]])).toEqual([
      ['m.msg', '8'],
      ['m/m.msg', '7'],
      ['m/m/m.msg', '6'],
      ['m/m/m/m.msg', '5'],
      ['m/m/m/m/m', 'too-large'],
    ]);
  });
});

const file = (name: string, content: string, type?: string) => ({
  name,
  content: Buffer.from(content),
  ...(type !== undefined && { type }),
});
const inMessage = (content: Parameters<typeof msg>[0]) => ({ name: 'm', content });

async function attachmentsOf(
  bytes: Buffer,
  maxBytes = 1_000_000,
): Promise<{ name: string; type: string; content: string }[]> {
  const { attachments = [] } = await read(bytes, MSG);
  const given = [];
  for await (const attachment of attachments) {
    const content = await attachment.read(maxBytes);
    const { name, type } = attachment;
    given.push({ name, type, content: 'outcome' in content ? content.outcome : Buffer.from(content).toString() });
  }
  return given;
}

describe('limits', () => {
  it('a text over the limit is cut and says so', async () => {
    const result = await read(doc({ texts: { main: 'long '.repeat(1000) } }), DOC, { maxChars: 100 });
    expect(result).toMatchObject({ outcome: 'text', truncated: true });
    expect(result.pages[0]?.text.length).toBeLessThanOrEqual(100);
  });

  it('a file that is larger than is allowed is refused', async () => {
    expect(await read(doc({ texts: { main: 'x' } }), DOC, { maxInflatedBytes: 100 })).toMatchObject({
      outcome: 'too-large',
    });
  });
});
