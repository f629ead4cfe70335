import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { JobStates } from '#ground/jobs';
import { MakePreview } from '#archive/documents';
import { FileStore, StorageDrivers } from '#capabilities/storage';
import { aPdf, pictureOver, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { tiffOf } from './many-page-tiff.js';

const LETTER = new URL('../../plugins/extraction-image/test/fixtures/letter.png', import.meta.url);
const SCANNED = new URL('../../plugins/extraction-pdf/test/fixtures/letter.jpg', import.meta.url);

interface DocumentBody {
  id: string;
  originalSha256Hash: string;
  preview?: { status: string; version: string | null; pagesCount: number | null };
}

describe('previews of documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  beforeAll(async () => {
    app = await startApp({ PREVIEWS_MAX_WAITING_PER_ORGANIZATION: '3', PREVIEWS_TIMEOUT_MS: '60000' });
    ({ api, organizationId } = await app.anArchive());
    documents = `/api/organizations/${organizationId}/documents`;
  });
  afterAll(() => app.close());

  const upload = async (name: string, content: Uint8Array | string, type = 'application/octet-stream') => {
    const { status, body } = await api.upload<{ document: DocumentBody }>(organizationId, { name, content, type });
    expect(status).toBe(200);
    return body.document;
  };
  const preview = (id: string, query = '', headers: Record<string, string> = {}) =>
    fetch(`${api.baseUrl}${documents}/${id}/preview${query}`, {
      headers: { authorization: `Bearer ${api.token}`, ...headers },
    });
  const picture = async (id: string, query = '') => {
    const response = await preview(id, query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    return sharp(Buffer.from(await response.arrayBuffer()));
  };
  const sizeOf = async (id: string, query = '') => {
    const { format, width, height } = await (await picture(id, query)).metadata();
    return { format, width, height };
  };
  const detail = async (id: string) => (await api.get<{ document: DocumentBody }>(`${documents}/${id}`)).body.document;
  const reasonOf = async (id: string, query = '') => {
    const response = await preview(id, query);
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return { status: response.status, code: error.code, message: error.message };
  };
  const rows = async (id: string) =>
    (
      await poolOf(app).query<{ page: number; width: number; status: string; outcome: string | null; key: string }>(
        `select page, width, status, outcome, storage_key as key from document_preview where document_id = $1
         order by page, width`,
        [id],
      )
    ).rows;

  it('a preview is pending after the upload, then the thumbnail is made without a request', async () => {
    const uploaded = await upload('text.pdf', aPdf({ drawing: textLines(['A letter about thumbnails']) }));
    expect(uploaded.preview).toEqual({
      status: 'pending',
      version: uploaded.originalSha256Hash.slice(0, 16),
      pagesCount: null,
    });
    await app.drain();
    const { preview: made } = await detail(uploaded.id);
    expect(made).toEqual({ status: 'available', version: uploaded.originalSha256Hash.slice(0, 16), pagesCount: 1 });
    const { body } = await api.get<{ documents: DocumentBody[] }>(documents);
    expect(body.documents.find(({ id }) => id === uploaded.id)?.preview).toEqual(made);
    expect(await sizeOf(uploaded.id)).toEqual({ format: 'webp', width: 240, height: 340 });
    // Black text on white paper, in colour.
    const { channels } = await (await picture(uploaded.id)).stats();
    expect(channels).toHaveLength(3);
    expect(channels[0]?.max).toBeGreaterThan(240);
    expect(channels[0]?.min).toBeLessThan(150);
  });

  it('a preview with the version of the document is cached permanently, any other is requested again', async () => {
    const { id, originalSha256Hash } = await upload('cached.pdf', aPdf({ drawing: textLines(['Cached']) }));
    await app.drain();
    const cached = await preview(id, `?v=${originalSha256Hash.slice(0, 16)}`);
    expect(Object.fromEntries(cached.headers)).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="page-1.webp"',
      'content-security-policy': "default-src 'none'",
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    const other = await preview(id, '?v=0123456789abcdef');
    expect(other.headers.get('cache-control')).toBe('private, no-cache');
    const etag = other.headers.get('etag') ?? '';
    expect((await preview(id, '', { 'if-none-match': etag })).status).toBe(304);
    expect((await preview(id, '', { 'if-none-match': '"another"' })).status).toBe(200);
  });

  it('previews of other pages and widths are drawn on the first request, once each', async () => {
    const pages = ['One', 'Two', 'Three'].map((word) => ({ drawing: textLines([`Page ${word}`]) }));
    const { id } = await upload('three-pages.pdf', aPdf(...pages));
    await app.drain();
    const answers = await Promise.all(Array.from({ length: 8 }, () => preview(id, '?page=2&width=800')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 202));
    expect(answers[0]?.headers.get('retry-after')).toBe('1');
    expect(await answers[0]?.json()).toEqual({ status: 'pending' });
    expect(await app.app.get(JobStates, { strict: false }).waiting(MakePreview)).toBe(1);
    await app.drain();
    expect(await sizeOf(id, '?page=2&width=800')).toEqual({ format: 'webp', width: 800, height: 1132 });
    const [one, two] = await Promise.all([picture(id), picture(id, '?page=2&width=800')]);
    expect((await one.stats()).channels).not.toEqual((await two.stats()).channels);
    expect(await reasonOf(id, '?page=4&width=800')).toEqual({
      status: 404,
      code: 'documents.preview_unavailable',
      message: 'There is no preview. The document has 3 pages.',
    });
  });

  it('a preview is refused for widths and pages that do not exist', async () => {
    const { id } = await upload('widths.pdf', aPdf({ drawing: textLines(['Widths']) }));
    for (const query of ['?width=241', '?width=1600.5', '?page=0', '?page=-1', '?page=1e9', '?page=constructor'])
      expect([query, (await preview(id, query)).status]).toEqual([query, 400]);
    expect((await preview(id.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))).status).toBe(404);
    const other = await app.anArchive('Another archive');
    const foreign = await other.api.get(`/api/organizations/${other.organizationId}/documents/${id}/preview`);
    expect(foreign.status).toBe(404);
    await app.drain();
  });

  it('a preview waits for a page number that is unknown until the thumbnail was drawn', async () => {
    const { id } = await upload('early.pdf', aPdf({ drawing: textLines(['Early']) }));
    expect((await preview(id, '?page=7&width=800')).status).toBe(202);
    await app.drain();
    expect((await reasonOf(id, '?page=7&width=800')).message).toContain('The document has 1 pages.');
    expect(await rows(id)).toMatchObject([{ page: 1, width: 240, status: 'available' }]);
  });

  it('the number of waiting previews is limited by organization', async () => {
    const { id } = await upload(
      'many.pdf',
      aPdf(...Array.from({ length: 6 }, () => ({ drawing: textLines(['Many']) }))),
    );
    await app.drain();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => preview(id, `?page=${page}&width=1600`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('2');
    await app.drain();
  });

  it('previews leave room for members, however many pages a visitor of a share link requests', async () => {
    const { id } = await upload(
      'shared.pdf',
      aPdf(...Array.from({ length: 4 }, () => ({ drawing: textLines(['Shared']) }))),
    );
    await app.drain();
    const { body } = await api.post<{ shareLink: { token: string } }>(`${documents}/${id}/share-links`, {});
    const visit = (page: number) =>
      fetch(`${app.baseUrl}/api/share-links/${body.shareLink.token}/document/preview?page=${page}&width=1600`);
    const visits = await Promise.all([1, 2, 3].map(visit));
    expect(visits.map(({ status }) => status).toSorted()).toEqual([202, 202, 429]);
    expect((await preview(id, '?page=4&width=1600')).status).toBe(202);
    await app.drain();
  });

  it('previews show a scan in a PDF, every page of a TIFF, and pictures as the camera was held', async () => {
    const jpeg = await readFile(SCANNED);
    const { width, height } = await sharp(jpeg).metadata();
    const scan = await upload(
      'scan.pdf',
      aPdf({ drawing: pictureOver(0, 0, 595, 842), picture: { jpeg, width, height } }),
    );
    const letter = await readFile(LETTER);
    const tiff = await upload('fax.tiff', await tiffOf(await sharp(letter).resize({ width: 300 }).png().toBuffer(), 3));
    const red = { create: { width: 400, height: 200, channels: 3 as const, background: '#c01020' } };
    const turned = await upload('turned.jpg', await sharp(red).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    const glass = { create: { width: 400, height: 100, channels: 4 as const, background: '#00000000' } };
    const transparent = await upload('transparent.png', await sharp(glass).png().toBuffer());
    await app.drain();
    expect((await (await picture(scan.id)).stats()).channels[0]?.stdev).toBeGreaterThan(5);
    expect((await detail(tiff.id)).preview).toMatchObject({ status: 'available', pagesCount: 3 });
    expect((await preview(tiff.id, '?page=3&width=800')).status).toBe(202);
    await app.drain();
    expect(await sizeOf(tiff.id, '?page=3&width=800')).toMatchObject({ width: 300 });
    expect(await sizeOf(turned.id)).toEqual({ format: 'webp', width: 200, height: 400 });
    const { dominant } = await (await picture(turned.id)).stats();
    expect(dominant.r).toBeGreaterThan(dominant.b + 100);
    expect((await (await picture(transparent.id)).stats()).channels[0]?.min).toBeGreaterThan(250);
  });

  it('a preview of a text is unavailable at once, with the reason', async () => {
    const { id } = await upload('note.txt', 'Only words');
    await app.drain();
    expect((await detail(id)).preview).toEqual({ status: 'unavailable', version: null, pagesCount: null });
    expect(await reasonOf(id, '?width=800')).toEqual({
      status: 404,
      code: 'documents.preview_unavailable',
      message: 'There is no preview. No installed plugin draws files of the type text/plain.',
    });
  });

  it('a preview of a file that cannot be drawn is unavailable, with the reason', async () => {
    const files = {
      'damaged.pdf': Buffer.from('%PDF-1.7\nnothing that follows makes sense'),
      'huge.png': pngOfSize(100_000, 100_000),
      'bomb.pdf': aPdf({
        drawing: pictureOver(0, 0, 595, 842),
        picture: { declared: { width: 90_000, height: 90_000 } },
      }),
    };
    const outcomes: Record<string, string> = {};
    for (const [name, content] of Object.entries(files)) {
      const { id } = await upload(name, content);
      await app.drain();
      expect(await reasonOf(id)).toMatchObject({ status: 404, code: 'documents.preview_unavailable' });
      outcomes[name] = (await rows(id))[0]?.outcome ?? 'none';
      expect((await detail(id)).preview).toMatchObject({ status: 'unavailable', version: null });
    }
    expect(outcomes).toEqual({ 'damaged.pdf': 'corrupt', 'huge.png': 'too-large', 'bomb.pdf': 'too-large' });
  });

  it('previews are shown in the trash, and removed with their document', async () => {
    const { id } = await upload('purged.pdf', aPdf({ drawing: textLines(['Purged']) }));
    await app.drain();
    await preview(id, '?width=800');
    await app.drain();
    const keys = (await rows(id)).map(({ key }) => key);
    expect(keys).toEqual([expect.stringContaining(`/previews/${id}/`), expect.stringContaining('/1-800-')]);
    await api.delete(`${documents}/${id}`);
    expect((await preview(id)).status).toBe(200);
    const { body } = await api.get<{ documents: DocumentBody[] }>(`${documents}/deleted`);
    expect(body.documents.find((each) => each.id === id)?.preview).toMatchObject({ status: 'available' });
    expect((await api.delete(`${documents}/trash/${id}`)).status).toBeLessThan(300);
    await app.drain();
    expect(await rows(id)).toEqual([]);
    const { writer } = app.app.get(StorageDrivers, { strict: false });
    expect(await Promise.all(keys.map((key) => writer.stat(key)))).toEqual([undefined, undefined]);
    const left = await poolOf(app).query('select from stored_file where storage_key = any($1)', [keys]);
    expect(left.rowCount).toBe(0);
  });

  it('a preview whose file is lost is made again', async () => {
    const { id } = await upload('lost.pdf', aPdf({ drawing: textLines(['Lost']) }));
    await app.drain();
    const key = (await rows(id))[0]?.key ?? '';
    await poolOf(app).query(`update stored_file set state = 'deleting' where storage_key = $1`, [key]);
    await app.app.get(FileStore, { strict: false }).remove([key]);
    expect((await preview(id)).status).toBe(202);
    await app.drain();
    expect((await preview(id)).status).toBe(200);
  });

  it('previews are tried again when the document is read again', async () => {
    const { id } = await upload('again.pdf', aPdf({ drawing: textLines(['Again']) }));
    await app.drain();
    await poolOf(app).query(
      `update document_preview set status = 'unavailable', outcome = 'crashed', storage_key = null
       where document_id = $1`,
      [id],
    );
    expect((await preview(id)).status).toBe(404);
    await api.post(`${documents}/${id}/reprocess`);
    await app.drain();
    expect((await preview(id)).status).toBe(200);
  });
});

/** A PNG whose header names a size; its data is a few bytes. */
function pngOfSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
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
