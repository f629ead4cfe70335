import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { docx, docxParts, paragraph } from '../../plugins/extraction-office/test/office-files.js';
import { msg } from '../../plugins/extraction-old-office/test/message-files.js';
import { aPdf, aPdfWithFiles, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { zip } from '../support/zip.js';

interface Named {
  name: string;
  path: string[];
}
interface Attachment extends Named {
  type: string | null;
  size: number | null;
  outcome: string;
  reason: string | null;
  firstPage: number | null;
  pagesCount: number;
}

const LETTER = await readFile(new URL('../../plugins/ocr-tesseract/test/fixtures/letter.png', import.meta.url));

let app: TestApp;
let api: ApiClient;
let organizationId: string;
let documents: string;

beforeAll(async () => {
  app = await startApp();
  ({ api, organizationId } = await app.anArchive());
  documents = `/api/organizations/${organizationId}/documents`;
});
afterAll(() => app.close());

async function aDocument(name: string, content: Buffer | string): Promise<string> {
  const { status, body } = await api.upload(organizationId, { name, content });
  expect(status).toBe(200);
  await app.drain();
  return body.document.id;
}

async function get<Body>(path: string): Promise<Body> {
  const { status, body } = await api.get<Body>(`${documents}${path}`);
  expect(status).toBe(200);
  return body;
}

const attachmentsOf = async (id: string) =>
  (await get<{ attachments: Attachment[] }>(`/${id}/attachments`)).attachments;
const extractionOf = async (id: string) =>
  (await get<{ document: { extraction: { outcome: string; reason: string | null } } }>(`/${id}`)).document.extraction;
const pdf = (...lines: string[]): Buffer => aPdf({ drawing: textLines(lines) });
const buffer = (text: string): Buffer => Buffer.from(text);
const mail = (...files: { name: string; content: Buffer | string }[]): string =>
  [
    'From: a@example.com\nSubject: Offers\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee below.\n',
    ...files.map(
      ({ name, content }) =>
        `--b\nContent-Type: application/octet-stream; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}\n`,
    ),
    '--b--\n',
  ].join('');

/** The documents that a query finds, and in which file in them it has found it. */
const hitsOf = async (query: string) => {
  const { documents: found } = await get<{
    documents: { id: string; highlights: { field: string; attachment: Named | null }[] }[];
  }>(`?searchQuery=${query}&highlight=true`);
  return found.map(({ id, highlights }) => ({
    id,
    attachments: highlights.filter(({ field }) => field === 'content').map(({ attachment }) => attachment),
  }));
};

describe('the attachments of documents', () => {
  it('attachments of a mail are read, listed and found: a PDF, an office file and an archive', async () => {
    const archive = zip([
      { name: 'plans/roof.pdf', content: pdf('slates and gutters') },
      { name: 'song.mp3', content: Buffer.from('ID3\x03\0\0\0\0\0\0') },
      { name: 'secret.txt', content: 'x', flags: 1 },
      { name: 'inner.zip', content: zip([{ name: 'deepest.txt', content: 'a walnut chest' }]) },
    ]);
    const id = await aDocument(
      'offers.eml',
      mail(
        { name: 'offer.pdf', content: pdf('marzipan potatoes') },
        { name: 'letter.docx', content: docx() },
        { name: 'all.zip', content: archive },
      ),
    );
    const attachments = await attachmentsOf(id);
    expect(attachments.map(({ path, name, outcome, firstPage }) => [...path, name, outcome, firstPage])).toEqual([
      ['offer.pdf', 'text', 2],
      ['letter.docx', 'text', 3],
      ['all.zip', 'text', 4],
      ['all.zip', 'plans/roof.pdf', 'text', 5],
      ['all.zip', 'song.mp3', 'unsupported', null],
      ['all.zip', 'secret.txt', 'encrypted', null],
      ['all.zip', 'inner.zip', 'text', 6],
      ['all.zip', 'inner.zip', 'deepest.txt', 'text', 7],
    ]);
    expect(attachments[0]).toMatchObject({ type: 'application/pdf', reason: null, pagesCount: 1 });
    expect(attachments[4]?.reason).toContain('sound recording');
    expect(await hitsOf('marzipan')).toEqual([{ id, attachments: [{ name: 'offer.pdf', path: [] }] }]);
    expect(await hitsOf('gutters')).toEqual([{ id, attachments: [{ name: 'plans/roof.pdf', path: ['all.zip'] }] }]);
    expect(await hitsOf('walnut')).toEqual([
      { id, attachments: [{ name: 'deepest.txt', path: ['all.zip', 'inner.zip'] }] },
    ]);
    expect(await hitsOf('below')).toEqual([{ id, attachments: [null] }]);
    const { hits } = await get<{ hits: { page: number; attachment: Named | null; boxes: number[][] }[] }>(
      `/${id}/hits?searchQuery=slates`,
    );
    expect(hits).toMatchObject([{ page: 5, attachment: { name: 'plans/roof.pdf', path: ['all.zip'] } }]);
    expect(hits[0]?.boxes).toHaveLength(1);
    const { pages } = await get<{ pages: { page: number; attachment: Named | null }[] }>(`/${id}/pages`);
    expect(pages.map(({ attachment }) => attachment?.name ?? null)).toEqual([
      ...[null, 'offer.pdf', 'letter.docx', 'all.zip', 'plans/roof.pdf', 'inner.zip', 'deepest.txt'],
    ]);
  });

  it('attachments of an Outlook message, and of a message in it, are read', async () => {
    const inner = { subject: 'Re: Jam', body: 'as agreed', attachments: [{ name: 'b.txt', content: buffer('sloe') }] };
    const attachments = [
      { name: 'offer.pdf', type: 'application/pdf', content: pdf('loganberry jam') },
      { name: 'Re Jam', content: inner },
    ];
    const id = await aDocument('offer.msg', msg({ subject: 'Jam', body: 'See below', attachments }));
    expect((await attachmentsOf(id)).map(({ name, type, outcome }) => [name, type, outcome])).toEqual([
      ['offer.pdf', 'application/pdf', 'text'],
      ['Re Jam.msg', 'text/plain', 'text'],
      ['Re Jam/b.txt', 'text/plain', 'text'],
    ]);
    expect(await hitsOf('loganberry')).toEqual([{ id, attachments: [{ name: 'offer.pdf', path: [] }] }]);
    expect(await hitsOf('sloe')).toEqual([{ id, attachments: [{ name: 'Re Jam/b.txt', path: [] }] }]);
  });

  it('scans in a mail are recognized and found', async () => {
    const id = await aDocument('scan.eml', mail({ name: 'letter.png', content: LETTER }));
    expect(await attachmentsOf(id)).toMatchObject([
      { name: 'letter.png', type: 'image/png', outcome: 'text', firstPage: 2, pagesCount: 1 },
    ]);
    expect(await hitsOf('orchard')).toEqual([{ id, attachments: [{ name: 'letter.png', path: [] }] }]);
    const { pages } = await get<{ pages: { source: string; engine: string | null }[] }>(`/${id}/pages`);
    expect(pages).toMatchObject([
      { source: 'text', engine: expect.stringMatching(/^extraction-plain-text /) },
      { source: 'ocr', engine: expect.stringMatching(/^ocr-tesseract /) },
    ]);
    const { hits } = await get<{ hits: { page: number; boxes: number[][] }[] }>(`/${id}/hits?searchQuery=orchard`);
    expect(hits).toMatchObject([{ page: 2, boxes: [expect.any(Array)] }]);
  });

  it('files that are embedded in a PDF are attachments', async () => {
    const invoice = Buffer.from('<?xml version="1.0"?><invoice><buyer>Quince Ltd</buyer></invoice>');
    const content = aPdfWithFiles({ 'factur-x.xml': invoice }, { drawing: textLines(['An invoice for apples']) });
    const id = await aDocument('invoice.pdf', content);
    expect(await attachmentsOf(id)).toMatchObject([
      { name: 'factur-x.xml', path: [], type: 'application/xml', outcome: 'text', firstPage: 2 },
    ]);
    expect(await hitsOf('quince')).toEqual([{ id, attachments: [{ name: 'factur-x.xml', path: [] }] }]);
  });

  it('text that a person has written is not attributed to attachments', async () => {
    const content = aPdfWithFiles({ 'a.txt': Buffer.from('damson') }, { drawing: textLines(['about plums']) });
    const id = await aDocument('plums.pdf', content);
    const summary = { content: 'about plums\fmore of them\fsee page two' };
    expect((await api.patch(`${documents}/${id}`, summary)).status).toBe(200);
    expect(await hitsOf('more')).toEqual([{ id, attachments: [null] }]);
    const { hits } = await get<{ hits: { page: number; attachment: Named | null }[] }>(`/${id}/hits?searchQuery=more`);
    expect(hits).toMatchObject([{ page: 2, attachment: null }]);
    const { pages } = await get<{ pages: { attachment: Named | null }[] }>(`/${id}/pages`);
    expect(pages.map(({ attachment }) => attachment?.name ?? null)).toEqual([null, 'a.txt']);
    expect(await attachmentsOf(id)).toMatchObject([{ name: 'a.txt', outcome: 'text', firstPage: null }]);
  });

  it('the attachments of a mailbox are its mails with their own files', async () => {
    const line = 'From a@example.com Thu Nov 26 10:00:00 2026\n';
    const file = mail({ name: 'b.docx', content: zip(docxParts(paragraph('rhubarb crumble'))) });
    const id = await aDocument('Archive.mbox', `${line}${file}\n${line}Subject: Second\n\nplain words\n`);
    expect((await attachmentsOf(id)).map(({ path, name }) => [...path, name])).toEqual([
      ['Offers.eml'],
      ['Offers.eml', 'b.docx'],
      ['Second.eml'],
    ]);
    expect(await hitsOf('rhubarb')).toEqual([{ id, attachments: [{ name: 'b.docx', path: ['Offers.eml'] }] }]);
  });

  it('attachments are read to a depth of three and a number of one hundred; the others are named or counted', async () => {
    const nested = (depth: number): Buffer =>
      zip([
        { name: `level${depth}.txt`, content: `word${depth}` },
        ...(depth < 6 ? [{ name: `inner${depth}.zip`, content: nested(depth + 1) }] : []),
      ]);
    const deep = await attachmentsOf(await aDocument('deep.zip', nested(1)));
    expect(deep.map(({ name, outcome }) => [name, outcome])).toEqual([
      ...['level1.txt', 'inner1.zip', 'level2.txt', 'inner2.zip', 'level3.txt', 'inner3.zip'].map((name) => [
        name,
        'text',
      ]),
      ...['level4.txt', 'inner4.zip'].map((name) => [name, 'too-deep']),
    ]);
    const id = await aDocument(
      'many.zip',
      zip(Array.from({ length: 5_000 }, (_, index) => ({ name: `${index}.txt`, content: `number ${index}` }))),
    );
    const many = await attachmentsOf(id);
    expect(many).toHaveLength(1_000);
    expect(many.filter(({ outcome }) => outcome === 'text')).toHaveLength(100);
    expect(many.at(-1)).toMatchObject({ name: '999.txt', outcome: 'too-many', size: null });
    expect((await extractionOf(id)).reason).toContain('4000 more files in it are not listed.');
  });

  it('a document with hostile attachments can still be found: bombs, names, damage', async () => {
    const bomb = { name: 'bomb.txt', content: Buffer.alloc(300 * 1024 * 1024) };
    const id = await aDocument(
      'hostile.zip',
      zip([
        { name: '../../../etc/passwd', content: 'root of a parsnip' },
        { name: `in\u202Efdp.exe`, content: 'text' },
        { name: 'damaged.pdf', content: '%PDF-1.7 and nothing more' },
        bomb,
        { name: 'last.txt', content: 'celeriac' },
      ]),
    );
    expect((await attachmentsOf(id)).map(({ name, outcome }) => [name, outcome])).toEqual([
      ['etc/passwd', 'text'],
      ['infdp.exe', 'text'],
      ['damaged.pdf', 'corrupt'],
      ['bomb.txt', 'too-large'],
      ['last.txt', 'text'],
    ]);
    expect(await hitsOf('celeriac')).toEqual([{ id, attachments: [{ name: 'last.txt', path: [] }] }]);
  });

  it('a mail whose archive is a bomb can still be found, and names that file', async () => {
    const layers = (content: Buffer, depth: number): Buffer =>
      depth === 0 ? content : layers(zip([{ name: `${depth}.zip`, content }]), depth - 1);
    const bomb = zip([{ name: 'zeros.txt', content: Buffer.alloc(300 * 1024 * 1024) }]);
    const liar = zip([{ name: 'small.txt', content: Buffer.alloc(200 * 1024 * 1024), claimedSize: 10 }]);
    const id = await aDocument(
      'bombs.eml',
      mail(
        { name: 'bomb.zip', content: bomb },
        { name: 'liar.zip', content: liar },
        { name: 'layers.zip', content: layers(bomb, 5) },
        { name: 'last.txt', content: 'salsify' },
      ),
    );
    expect((await attachmentsOf(id)).map(({ path, name, outcome }) => [...path, name, outcome])).toEqual([
      ['bomb.zip', 'text'],
      ['bomb.zip', 'zeros.txt', 'too-large'],
      ['liar.zip', 'text'],
      ['liar.zip', 'small.txt', 'corrupt'],
      ['layers.zip', 'text'],
      ['layers.zip', '1.zip', 'text'],
      ['layers.zip', '1.zip', '2.zip', 'text'],
      ['layers.zip', '1.zip', '2.zip', '3.zip', 'too-deep'],
      ['last.txt', 'text'],
    ]);
    expect(await hitsOf('salsify')).toEqual([{ id, attachments: [{ name: 'last.txt', path: [] }] }]);
    const { outcome, reason } = await extractionOf(id);
    expect(outcome).toBe('text');
    expect(reason).toContain('Files that are in more than 3 others were not read.');
    const { steps } = await get<{ steps: { step: string; status: string }[] }>(`/${id}/processing`);
    expect(steps).toContainEqual(expect.objectContaining({ step: 'text', status: 'partial' }));
  });

  it('attachments are not found for a document of another organization', async () => {
    const id = await aDocument('a.eml', mail({ name: 'a.txt', content: 'words' }));
    const other = await app.anArchive();
    const path = `/api/organizations/${other.organizationId}/documents/${id}/attachments`;
    const unknown = `${documents}/doc_${'0'.repeat(24)}/attachments`;
    const notFound = { status: 404, body: { error: { code: 'document.not_found' } } };
    expect([await other.api.get(path), await api.get(unknown)]).toMatchObject([notFound, notFound]);
  });
});
