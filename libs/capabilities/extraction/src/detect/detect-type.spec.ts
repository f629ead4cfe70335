import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileType } from '@archivolt/plugin-kit';
import { zip } from '../../../../../test/support/zip.js';
import { detectType } from './detect-type.js';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55', 'hex');

const archive = (...names: string[]): Buffer => zip(names.map((name) => ({ name, content: 'content' })));
const openDocument = (type: string): Buffer => zip([{ name: 'mimetype', content: type }]);

/** A compound file with one directory sector. */
function compound(...streams: string[]): Buffer {
  const file = Buffer.alloc(512 * 3, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48); // the directory is sector 1, the allocation table sector 0
  file.writeUInt32LE(0, 76);
  file.writeUInt32LE(0xfffffffe, 512 + 4);
  streams.forEach((name, index) => {
    const at = 1024 + index * 128;
    file.write(`${name}\0`, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
  });
  return file;
}

describe('detectType', () => {
  let path: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'detect-spec-'));
    path = join(folder, 'file');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const detect = async (content: Buffer | string, fileName = 'file', declared?: string): Promise<string> => {
    await writeFile(path, content);
    return detectType(path, fileName, declared);
  };

  it.each<[string, Buffer | string, string, string]>([
    ['a PNG named as a text', PNG, 'a.txt', 'image/png'],
    ['a PDF after some noise', `${'noise '.repeat(100)}%PDF-1.7`, 'a', 'application/pdf'],
    ['a PDF after bytes that are not a text, named as a text', Buffer.from('\0\0%PDF-1.7'), 'a.txt', 'application/pdf'],
    ['a text about PDF', 'Each file begins with %PDF- and a version.', 'a.txt', 'text/plain'],
    ['a mail about PDF', 'Subject: files\r\n\r\nThey begin with %PDF-1.7.', 'a.eml', 'message/rfc822'],
    [
      'a word processor file',
      archive('[Content_Types].xml', 'word/document.xml'),
      'a',
      `${OOXML}.wordprocessingml.document`,
    ],
    ['a spreadsheet', archive('xl/workbook.xml'), 'a.docx', `${OOXML}.spreadsheetml.sheet`],
    [
      'a binary workbook',
      archive('[Content_Types].xml', 'xl/workbook.bin', 'xl/styles.bin'),
      'a.xlsx',
      'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    ],
    ['a presentation', archive('ppt/presentation.xml'), 'a', `${OOXML}.presentationml.presentation`],
    ['an archive that only claims to be a word processor file', archive('photo.jpg'), 'a.docx', 'application/zip'],
    [
      'an OpenDocument text',
      openDocument('application/vnd.oasis.opendocument.text'),
      'a',
      'application/vnd.oasis.opendocument.text',
    ],
    ['an old Word file', compound('Root Entry', 'WordDocument'), 'a', 'application/msword'],
    ['an old Excel file', compound('Root Entry', 'Workbook'), 'a', 'application/vnd.ms-excel'],
    ['an Outlook message', compound('Root Entry', '__substg1.0_0037001F'), 'a', 'application/vnd.ms-outlook'],
    ['a protected spreadsheet', compound('Root Entry', 'EncryptedPackage'), 'a.xlsx', `${OOXML}.spreadsheetml.sheet`],
    ['a compound file cut off', compound('Root Entry').subarray(0, 600), 'a', 'application/x-cfb'],
    ['a rich text', '{\\rtf1 words}', 'a.doc', 'application/rtf'],
    ['a table by its extension', 'a;b\n1;2', 'a.CSV', 'text/csv'],
    [
      'an encrypted or damaged file by its extension',
      Buffer.alloc(100, 0x81),
      'a.odt',
      'application/vnd.oasis.opendocument.text',
    ],
    [
      'a macro-enabled document like any other by its extension',
      Buffer.alloc(100, 0x81),
      'a.docm',
      `${OOXML}.wordprocessingml.document`,
    ],
    ['a program by its extension', 'const a = 1;', 'a.js', 'text/javascript'],
    ['plain words with the extension of a video', 'const a: number = 1;', 'a.ts', 'text/plain'],
    ['plain words named as a PDF', 'Dear Sir or Madam', 'letter.pdf', 'text/plain'],
    ['damaged bytes named as a PDF', Buffer.alloc(100, 0x81), 'letter.pdf', 'application/pdf'],
    ['words without an extension', 'words', 'README', 'text/plain'],
    ['UTF-16 without an extension', Buffer.from('wide words', 'utf16le'), 'notes', 'text/plain'],
    ['words cut within a character', Buffer.from('ä'.repeat(3000)).subarray(0, 4101), 'notes', 'text/plain'],
    ['a Visio file', archive('visio/document.xml'), 'a', 'application/vnd.visio'],
    ['an XPS file', archive('FixedDocSeq.fdseq', 'Documents/1/Pages/1.fpage'), 'a', 'application/vnd.ms-xpsdocument'],
    ['an open XPS file', archive('FixedDocSeq.fdseq'), 'a.oxps', 'application/oxps'],
    ['a document of Numbers', archive('Index/Document.iwa'), 'a.numbers', 'application/vnd.apple.numbers'],
    ['a document of Pages', archive('Index/Document.iwa'), 'a.zip', 'application/vnd.apple.pages'],
    ['a document of Keynote', archive('Index/Document.iwa', 'Index/Slide-1.iwa'), 'a', 'application/vnd.apple.keynote'],
    ['an old document of Keynote', archive('index.apxl'), 'a', 'application/vnd.apple.keynote'],
    ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0', 'a', 'text/calendar'],
    ['an address card', 'BEGIN:VCARD\r\nVERSION:4.0', 'a.txt', 'text/vcard'],
    ['XML without an extension', '<?xml version="1.0"?><a/>', 'a', 'application/xml'],
    ['XML in UTF-16', Buffer.from('\ufeff<?xml version="1.0"?><a/>', 'utf16le'), 'a', 'application/xml'],
    ['XML with the extension of a kind of XML', '<?xml version="1.0"?><gpx/>', 'a.gpx', 'application/xml'],
    ['XHTML without an extension', '<?xml version="1.0"?><html>', 'a', 'application/xhtml+xml'],
    ['a drawing without an extension', '<?xml version="1.0"?><svg >', 'a', 'image/svg+xml'],
    ['XML that is named as a text', '<?xml version="1.0"?><a/>', 'a.txt', 'text/plain'],
    ['a DjVu document', Buffer.from('AT&TFORM\0\0\0\x09DJVU'), 'a', 'image/vnd.djvu'],
    ['a WordPerfect document', Buffer.from('ff57504310000000', 'hex'), 'a', 'application/vnd.wordperfect'],
    ['a document of Hangul', 'HWP Document File V3.00', 'a', 'application/x-hwp'],
    ['a newer document of Hangul', compound('Root Entry', '\u0005HwpSummaryInformation'), 'a', 'application/x-hwp'],
    ['a signed message', Buffer.from('30820a0006092a864886f70d010702a0', 'hex'), 'a', 'application/pkcs7-mime'],
    ['an encrypted message', Buffer.from('308006092a864886f70d010703a080', 'hex'), 'a', 'application/pkcs7-mime'],
    ['a RAR archive', Buffer.from('526172211a070100', 'hex'), 'a', 'application/x-rar-compressed'],
    ['a JPEG 2000 picture', Buffer.from('0000000c6a5020200d0a870a00000014667479706a703220', 'hex'), 'a', 'image/jp2'],
    ['a JPEG 2000 codestream', Buffer.from('ff4fff510029000000000001', 'hex'), 'a', 'image/j2c'],
    ['nothing', '', 'a', 'application/octet-stream'],
    ['unknown bytes', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), 'a', 'application/octet-stream'],
  ])('detectType recognizes %s', async (_, content, fileName, type) => {
    expect(await detect(content, fileName)).toBe(type);
  });

  it('uses the type declared by the uploader only when bytes and name do not determine one', async () => {
    const bytes = Buffer.alloc(100, 0x81);
    expect(await detect(bytes, 'a', 'Image/X-Rare; a=b')).toBe('image/x-rare');
    expect(await detect(bytes, 'a', '../../etc')).toBe('application/octet-stream');
    expect(await detect(PNG, 'a', 'application/pdf')).toBe('image/png');
  });

  describe('with the types of plugins', () => {
    const FICTION = 'application/x-fictionbook+xml';
    const fiction: FileType = { type: FICTION, extensions: ['fb2'], magic: [{ bytes: '<FictionBook', within: 1000 }] };
    const comic: FileType = { type: 'application/x-cbz', extensions: ['cbz'], magic: [{ bytes: 'PK\x03\x04' }] };
    const packed: FileType = {
      type: 'application/x-packed',
      extensions: ['pk'],
      magic: [{ bytes: 'packed.txt', offset: 30 }],
    };
    const raw: FileType = { type: 'image/x-raw', extensions: ['raw'], magic: [{ bytes: [0x89, 0x50, 0x4e, 0x47] }] };
    const model: FileType = { type: 'model/x-bin', extensions: ['mdl'], magic: [{ bytes: [0, 1, 2, 3] }] };
    const ledger: FileType = { type: 'text/x-ledger', extensions: ['ledger'] };
    const types = [fiction, comic, packed, raw, model, ledger];
    const xml = '<?xml version="1.0" encoding="windows-1251"?>\n<FictionBook>';
    const cyrillic = Buffer.from([0xc2, 0xee, 0xe9, 0xed, 0xe0]);

    it.each<[string, Buffer | string, string, string]>([
      ['a text by its magic bytes', `${xml}war`, 'war', FICTION],
      ['an encoding that is not UTF-8 by its magic bytes', Buffer.concat([Buffer.from(xml), cyrillic]), 'war', FICTION],
      ['UTF-16 by the extension', Buffer.from(xml, 'utf16le'), 'war.FB2', FICTION],
      ['an image with the extension of another type', PNG, 'a.fb2', 'image/png'],
      ['a PDF with magic bytes of another type in it', `%PDF-1.7 <FictionBook`, 'a', 'application/pdf'],
      ['magic bytes beyond the limit', `${' '.repeat(1001)}<FictionBook`, 'a', 'text/plain'],
      ['a zip archive by the extension', archive('1.png'), 'a.cbz', 'application/x-cbz'],
      ['a zip archive, of which other types are, too', archive('1.png'), 'a.zip', 'application/zip'],
      ['a zip archive by longer magic bytes', archive('packed.txt'), 'a', 'application/x-packed'],
      ['a word processor file', archive('word/document.xml'), 'a.cbz', `${OOXML}.wordprocessingml.document`],
      ['a more precise type by magic bytes and extension', PNG, 'a.raw', 'image/x-raw'],
      ['an image without the extension of a more precise type', PNG, 'a.png', 'image/png'],
      ['a text with the extension of a binary type', 'plain words', 'a.mdl', 'text/plain'],
      ['damaged bytes by the extension', Buffer.alloc(100, 0x81), 'a.mdl', 'model/x-bin'],
      ['a text by the extension', 'account 1', 'books.ledger', 'text/x-ledger'],
      ['other texts as before', 'a;b', 'a.csv', 'text/csv'],
    ])('detectType recognizes %s by the types of plugins', async (_, content, fileName, type) => {
      await writeFile(path, content);
      expect(await detectType(path, fileName, undefined, types)).toBe(type);
    });
  });

  it('detecting a compound file whose directory points to itself takes finite time', async () => {
    const file = compound('Root Entry');
    file.writeUInt32LE(1, 512 + 4);
    expect(await detect(file)).toBe('application/x-cfb');
  });
});
