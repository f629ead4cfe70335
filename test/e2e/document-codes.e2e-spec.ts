import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { labelPage, type Label } from '../support/labels.js';
import { labelledScan } from './labelled-scan.js';

interface Codes {
  readAt: string | null;
  outcome: string | null;
  pages: number | null;
  unreadPages: number;
  codes: {
    page: number;
    format: string;
    text: string;
    archiveNumber: { number: number | null; result: string; holder: { documentId: string } | null } | null;
    tag: { name: string; result: string } | null;
  }[];
}

interface Found {
  documents: { id: string }[];
  explanation: { notes: { code: string }[] };
}

describe('codes on the pages of documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let made = 0;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const code = (text: string, more: Partial<Label> = {}): Label => ({ kind: 'code128', text, ...more });
  /** Each scan is a document of its own. */
  const scan = (...pages: Label[][]): Promise<Buffer> =>
    labelledScan(`Scan ${(made += 1)} of a letter with some words in it`, ...pages);
  const upload = async (name: string, content: Uint8Array | string) => {
    const { status, body } = await api.upload<{ document: { id: string } }>(organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  };
  const read = async (name: string, content: Uint8Array | string) => {
    const id = await upload(name, content);
    await app.drain();
    return id;
  };
  const codesOf = async (id: string) => (await api.get<Codes>(`${base}/documents/${id}/codes`)).body;
  const numberOf = async (id: string) =>
    (await api.get<{ document: { archiveNumber: number | null } }>(`${base}/documents/${id}`)).body.document
      .archiveNumber;
  const setNumber = (id: string, archiveNumber: unknown) =>
    api.put<{ error: { code: string } }>(`${base}/documents/${id}/archive-number`, { archiveNumber });
  const search = async (query: string) =>
    (await api.get<Found>(`${base}/documents?explain=true&searchQuery=${encodeURIComponent(query)}`)).body;

  it('a label on a scan gives the document its archive number, by which it is found', async () => {
    const id = await read('scan.pdf', await scan([], [code('ASN00042'), { kind: 'qrcode', text: 'hello', top: 900 }]));
    expect(await codesOf(id)).toMatchObject({
      ...{ readAt: expect.any(String), outcome: 'read', pages: 2, unreadPages: 0 },
      codes: [
        {
          ...{ page: 2, format: 'Code128', text: 'ASN00042', tag: null },
          archiveNumber: { number: 42, result: 'set', holder: { documentId: id } },
        },
        { page: 2, format: 'QRCode', text: 'hello', tag: null, archiveNumber: null },
      ],
    });
    expect(await numberOf(id)).toBe(42);
    for (const query of ['asn:42', 'asn:00042', 'asn:42 name:scan', 'asn:"42"'])
      expect((await search(query)).documents.map((document) => document.id)).toEqual([id]);
    expect((await search('-asn:42')).documents.map((document) => document.id)).not.toContain(id);
  });

  it('a label is read on a picture', async () => {
    const id = await read('photo.png', await (await labelPage([code('ASN 43', { turned: 5 })])).png().toBuffer());
    expect(await numberOf(id)).toBe(43);
  });

  it('a number that another document has is not taken, and the codes say which document has it', async () => {
    const first = await read('first.pdf', await scan([code('ASN100')]));
    const second = await read('second.pdf', await scan([code('ASN100')]));
    expect([await numberOf(first), await numberOf(second)]).toEqual([100, null]);
    expect((await codesOf(second)).codes).toMatchObject([
      { archiveNumber: { number: 100, result: 'taken', holder: { documentId: first } } },
    ]);
    await api.delete(`${base}/documents/${first}`);
    expect((await setNumber(second, 100)).body.error.code).toBe('document.archive_number_taken');
    expect((await search('asn:100')).documents).toEqual([]);
    await api.delete(`${base}/documents/trash/${first}`);
    await app.drain();
    expect((await setNumber(second, 100)).status).toBe(204);
    expect((await search('asn:100')).documents.map(({ id }) => id)).toEqual([second]);
  });

  it('two documents that are read at a time do not get the same number', async () => {
    const files = [await scan([code('ASN200')]), await scan([code('ASN200')])];
    const ids = await Promise.all(files.map((file, index) => upload(`${index}.pdf`, file)));
    await app.drain();
    const numbers = await Promise.all(ids.map(numberOf));
    expect(numbers.toSorted()).toEqual([200, null]);
  });

  it('labels without a number that can be one give none, and the first good label counts', async () => {
    const labels = ['ASN', 'ASN 0', 'ASN --5', 'ASN99999999999', 'ASN00301', 'ASN00302'];
    const id = await read('labels.pdf', await scan(labels.map((text, index) => code(text, { top: 60 + 250 * index }))));
    expect((await codesOf(id)).codes.map(({ archiveNumber }) => archiveNumber?.result)).toEqual([
      ...['invalid', 'invalid', 'invalid', 'invalid', 'set', 'further'],
    ]);
    expect(await numberOf(id)).toBe(301);
  });

  it('a number that someone has set stays, and one that someone has removed does not come back', async () => {
    const id = await read('again.pdf', await scan([code('ASN400')]));
    expect((await setNumber(id, null)).status).toBe(204);
    const reprocess = async () => {
      await api.post(`${base}/documents/${id}/reprocess`);
      await app.drain();
    };
    await reprocess();
    expect(await numberOf(id)).toBeNull();
    expect((await codesOf(id)).codes[0]?.archiveNumber?.result).toBe('removed');
    await reprocess();
    expect(await numberOf(id)).toBeNull();
    await setNumber(id, 401);
    await reprocess();
    expect(await numberOf(id)).toBe(401);
    expect((await codesOf(id)).codes[0]?.archiveNumber?.result).toBe('other');
  });

  it('the next free number follows the highest one, and numbers that are none are refused', async () => {
    const other = await app.anArchive('numbers');
    const path = `/api/organizations/${other.organizationId}`;
    const next = async () =>
      (await other.api.get<{ archiveNumber: number | null }>(`${path}/archive-numbers/next`)).body;
    const add = async (content: string) =>
      (await other.api.upload<{ document: { id: string } }>(other.organizationId, { name: 'a.txt', content })).body
        .document.id;
    const number = async (id: string, archiveNumber: unknown) =>
      (await other.api.put(`${path}/documents/${id}/archive-number`, { archiveNumber })).status;
    expect(await next()).toEqual({ archiveNumber: 1 });
    const [one, two] = [await add('one'), await add('two')];
    expect(await number(one, 42)).toBe(204);
    expect(await next()).toEqual({ archiveNumber: 43 });
    expect(await number(two, 42)).toBe(409);
    expect(await number(two, 999_999_999)).toBe(204);
    expect(await next()).toEqual({ archiveNumber: 41 });
    for (const wrong of [0, -1, 1.5, 1_000_000_000, '42', true, undefined]) expect(await number(one, wrong)).toBe(400);
    expect(await number('doc_000000000000000000000000', 5)).toBe(404);
    // Numbers of one organization are free in another.
    expect((await setNumber(await read('free.txt', 'free'), 999_999_999)).status).toBe(204);
  });

  it('a filter for a number says why it finds nothing', async () => {
    const codes = async (query: string) => (await search(query)).explanation.notes.map((note) => note.code);
    expect(await codes('asn:77777')).toEqual(['unknown-archive-number']);
    expect(await codes('asn:0')).toEqual(['invalid-archive-number']);
    expect(await codes('asn:abc')).toEqual(['invalid-archive-number']);
    expect(await codes('asn:>5')).toEqual(['unsupported-filter-operator']);
  });

  it('codes give tags where the organization has set so, and create them only if it says so', async () => {
    const settings = `${base}/document-codes/settings`;
    expect((await api.get(settings)).body).toEqual({
      ...{ isEnabled: true, archiveNumberPrefix: 'ASN', tagPrefix: '', canCreateTags: false },
      ...{ canSplit: false, separators: ['PATCHT'], keepsSeparators: false },
      ...{ splitsAtArchiveNumbers: false, keepsSplitDocuments: false },
    });
    await api.post(`${base}/tags`, { name: 'Invoice', color: '#ff0000' });
    const tagsOf = async (id: string) =>
      (await api.get<{ document: { tags: { name: string }[] } }>(`${base}/documents/${id}`)).body.document.tags.map(
        ({ name }) => name,
      );
    const labels = [code('TAG:invoice'), { ...code('TAG:new tag'), top: 700 }];
    expect(await tagsOf(await read('off.pdf', await scan(labels)))).toEqual([]);
    await api.patch(settings, { tagPrefix: 'TAG:' });
    const known = await read('known.pdf', await scan(labels));
    expect(await tagsOf(known)).toEqual(['Invoice']);
    expect((await codesOf(known)).codes.map(({ tag }) => tag?.result)).toEqual(['added', 'unknown']);
    await api.patch(settings, { canCreateTags: true });
    expect(await tagsOf(await read('new.pdf', await scan(labels)))).toEqual(['Invoice', 'new tag']);
    for (const wrong of [
      { tagPrefix: 'TAG1' },
      { tagPrefix: 'T\n' },
      { separators: [''] },
      { separators: ['a\nb'] },
      { separators: 'PATCHT' },
      { archiveNumberPrefix: 'x'.repeat(33) },
    ])
      expect((await api.patch(settings, wrong)).status).toBe(400);
    await api.patch(settings, { tagPrefix: null, canCreateTags: null });
  });

  it('no codes are looked for on texts, and on nothing once the organization has turned it off', async () => {
    const text = await read('text.txt', 'ASN00042 in words is no label');
    expect(await codesOf(text)).toMatchObject({ readAt: null, codes: [] });
    await api.patch(`${base}/document-codes/settings`, { isEnabled: false });
    const id = await read('off.pdf', await scan([code('ASN500')]));
    expect([await codesOf(id), await numberOf(id)]).toMatchObject([{ readAt: null }, null]);
    await api.patch(`${base}/document-codes/settings`, { isEnabled: null });
  });

  it('hostile pictures and PDFs have an outcome', async () => {
    const huge = await read('huge.png', hugePng(20_000, 20_000));
    expect(await codesOf(huge)).toMatchObject({ outcome: 'read', pages: 1, unreadPages: 1, codes: [] });
    const pages = await scan([code('ASN600')], ...Array.from({ length: 3 }, () => []));
    const broken = await read('broken.pdf', pages.subarray(0, pages.length / 2));
    expect((await codesOf(broken)).codes.length).toBeLessThanOrEqual(1);
    const many = await read('many.pdf', aPdf(...Array.from({ length: 1000 }, () => ({ drawing: textLines(['x']) }))));
    expect(await codesOf(many)).toMatchObject({ outcome: 'read', pages: 20, codes: [] });
  });

  it('the codes of a document are not those of another organization', async () => {
    const id = await read('mine.pdf', await scan([code('ASN700')]));
    const other = await app.anArchive('other');
    const path = `/api/organizations/${other.organizationId}/documents/${id}`;
    expect((await other.api.get(`${path}/codes`)).status).toBe(404);
    expect((await other.api.put(`${path}/archive-number`, { archiveNumber: 1 })).status).toBe(404);
    const found = await other.api.get<Found>(
      `/api/organizations/${other.organizationId}/documents?searchQuery=asn:700`,
    );
    expect(found.body.documents).toEqual([]);
  });
});

/** A gray picture that says it is so large. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
