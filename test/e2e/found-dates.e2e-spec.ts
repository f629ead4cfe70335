import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { addDocumentRows, poolOf } from '../support/rows.js';

const ASYNC = { prefer: 'respond-async' };
const MIDNIGHT = 'T00:00:00.000Z';

interface DatedDocument {
  documentDate: string | null;
  documentDateFinding: { foundIn: string; line: number | null; excerpt: string; confidence: number } | null;
}

interface Proposed {
  documentsCount: number;
  lookedAtCount: number;
  documents: {
    documentId: string;
    values: { type: string; before: string | null; value: string; line: number | null; confidence: number }[];
  }[];
}

describe('dates that are found in documents', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const letter = (line: string) => `Example GmbH\nKundennummer ${randomBytes(8).toString('hex')}x\n\n${line}\n\nGruß`;
  const upload = async (content: string, name = 'letter.txt', fields: Record<string, string> = {}) => {
    const { body } = await api.upload<{ document: { id: string } }>(
      organizationId,
      { name, content },
      { after: fields },
    );
    await app.drain();
    return body.document.id;
  };
  const documentOf = async (id: string) =>
    (await api.get<{ document: DatedDocument }>(`${base}/documents/${id}`)).body.document;
  const reprocess = async (id: string) => {
    await api.post(`${base}/documents/${id}/reprocess`);
    await app.drain();
  };
  const batch = <Body>(route: string, body: object, headers: Record<string, string> = {}) =>
    api.post<Body>(`${base}/documents/batch/${route}`, body, headers);

  it('a document without a date gets the one in its text, with where it was found', async () => {
    const id = await upload(letter('Rechnungsdatum: 03.07.2025'));
    expect(await documentOf(id)).toMatchObject({
      documentDate: `2025-07-03${MIDNIGHT}`,
      documentDateFinding: { foundIn: 'text', line: 4, excerpt: 'Rechnungsdatum: 03.07.2025', confidence: 0.97 },
    });
    const found = await api.get<{ documents: { id: string }[] }>(`${base}/documents?searchQuery=date:2025-07-03`);
    expect(found.body.documents.map((document) => document.id)).toEqual([id]);
  });

  it('a document without a date in its text gets the one in the name of its file', async () => {
    const id = await upload(letter('Hallo'), '2024-02-29 letter.txt');
    expect(await documentOf(id)).toMatchObject({
      documentDate: `2024-02-29${MIDNIGHT}`,
      documentDateFinding: { foundIn: 'name', line: null, excerpt: '2024-02-29 letter.txt' },
    });
  });

  it.each([
    ['letter.rtf', String.raw`{\rtf1\ansi Example GmbH\par Oldenburg, den 3. Juli 2025\par Vielen Dank}`],
    ['page.html', '<html><body><h1>Facture</h1><p>Date de facture : 03/07/2025</p><p>à payer</p></body></html>'],
  ])('the date of %s is found', async (name, content) => {
    const id = await upload(content, name);
    expect(await documentOf(id)).toMatchObject({
      documentDate: `2025-07-03${MIDNIGHT}`,
      documentDateFinding: { foundIn: 'text' },
    });
  });

  it('a mail gets its own date, also among those that are here, and not one that its text names', async () => {
    const mail = (day: string) =>
      `From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nDate: ${day}\r\nSubject: ${randomBytes(8).toString('hex')}x\r\n\r\nInvoice date: 1 July 2025\r\n`;
    const id = await upload(mail('Thu, 3 Jul 2025 23:30:00 -0700'), 'mail.eml');
    const ofMail = { foundIn: 'mail', line: 3, excerpt: 'Thu, 3 Jul 2025 23:30:00 -0700', confidence: 0.98 };
    expect(await documentOf(id)).toMatchObject({
      documentDate: `2025-07-04${MIDNIGHT}`,
      documentDateFinding: ofMail,
    });
    await poolOf(app).query('update document set document_date = null, date_finding = null where id = $1', [id]);
    const preview = await batch<Proposed>('fill/dates/preview', { filter: { documentIds: [id] } });
    expect(preview.body.documents).toMatchObject([{ values: [{ type: 'date', value: '2025-07-04', ...ofMail }] }]);
    const wrong = await upload(mail('Thu, 1 Jan 1970 00:00:00 +0000'), 'mail.eml');
    expect(await documentOf(wrong)).toMatchObject({
      documentDate: `2025-07-01${MIDNIGHT}`,
      documentDateFinding: { foundIn: 'text' },
    });
  });

  it('a document of which only a birth date or a due date is known gets none', async () => {
    const id = await upload(letter('Geburtsdatum: 03.07.1970\nZahlbar bis 17.07.2025'));
    expect(await documentOf(id)).toMatchObject({ documentDate: null, documentDateFinding: null });
  });

  it('a date of the upload, of a person or of a rule is never replaced', async () => {
    const [ofUpload, ofPerson] = [
      await upload(letter('Datum: 03.07.2025'), 'a.txt', { documentDate: '2001-01-01' }),
      await upload(letter('Datum: 04.07.2025')),
    ];
    await api.patch(`${base}/documents/${ofPerson}`, { documentDate: '2002-02-02' });
    await api.post(`${base}/tagging-rules`, {
      name: 'dated by a rule',
      conditions: [{ field: 'content', operator: 'contains', value: 'ruled' }],
      tagIds: [],
      changes: [{ kind: 'documentDate', value: '2003-03-03' }],
    });
    const ofRule = await upload(letter('ruled\nDatum: 05.07.2025'));
    for (const id of [ofUpload, ofPerson, ofRule]) await reprocess(id);
    expect(await documentOf(ofUpload)).toMatchObject({
      documentDate: `2001-01-01${MIDNIGHT}`,
      documentDateFinding: null,
    });
    expect(await documentOf(ofPerson)).toMatchObject({
      documentDate: `2002-02-02${MIDNIGHT}`,
      documentDateFinding: null,
    });
    expect(await documentOf(ofRule)).toMatchObject({
      documentDate: `2003-03-03${MIDNIGHT}`,
      documentDateFinding: null,
    });
  });

  it('a person who sets the date that was found makes it their own', async () => {
    const id = await upload(letter('Datum: 06.07.2025'));
    const { body } = await api.patch<{ document: DatedDocument }>(`${base}/documents/${id}`, {
      documentDate: '2025-07-06',
    });
    expect(body.document).toMatchObject({ documentDate: `2025-07-06${MIDNIGHT}`, documentDateFinding: null });
  });

  it('a date that a person has taken away is not found again', async () => {
    const id = await upload(letter('Datum: 07.07.2025'));
    await api.patch(`${base}/documents/${id}`, { documentDate: null });
    await reprocess(id);
    await batch('fill/dates', { filter: { documentIds: [id] } });
    expect(await documentOf(id)).toMatchObject({ documentDate: null, documentDateFinding: null });
  });

  it('an organization chooses the order of day and month, or that nothing is found', async () => {
    const settings = async (dateDetection: string | null) =>
      (await api.patch(`${base}/settings`, { documents: { dateDetection } })).status;
    const shown = async () =>
      (await api.get<{ organizationSettings: { documents: object } }>(`${base}/settings`)).body.organizationSettings
        .documents;
    const invoice = () => `Invoice ${randomBytes(8).toString('hex')}x\nInvoice date: 07/03/25`;
    expect(await documentOf(await upload(invoice()))).toMatchObject({ documentDate: null });
    expect(await settings('month-first')).toBe(204);
    expect(await documentOf(await upload(invoice()))).toMatchObject({ documentDate: `2025-07-03${MIDNIGHT}` });
    await settings('day-first');
    expect(await documentOf(await upload(invoice()))).toMatchObject({ documentDate: `2025-03-07${MIDNIGHT}` });
    await settings('off');
    expect(await documentOf(await upload(letter('Datum: 08.07.2025')))).toMatchObject({ documentDate: null });
    expect(await shown()).toMatchObject({ dateDetection: 'off' });
    expect(await settings('backwards')).toBe(400);
    await settings(null);
    expect(await shown()).toMatchObject({ dateDetection: 'auto' });
  });

  it('dates of existing documents are shown, found by a task, and taken back', async () => {
    const rows = await addDocumentRows(app, organizationId, 3);
    const [dated, undated, own] = rows.map(({ id }) => id) as [string, string, string];
    const pool = poolOf(app);
    const setContent = (id: string, content: string) =>
      pool.query('update document set content = $2 where id = $1', [id, content]);
    await setContent(dated, `${'no date\n'.repeat(6_000)}Köln, den 9. Juli 2025`);
    await setContent(undated, 'nothing to find');
    await setContent(own, 'Datum: 09.07.2025');
    await api.patch(`${base}/documents/${own}`, { documentDate: '2004-04-04' });
    const filter = { documentIds: [dated, undated, own] };

    const preview = await batch<Proposed>('fill/dates/preview', { filter });
    expect(preview.body).toMatchObject({ documentsCount: 3, lookedAtCount: 3 });
    expect(preview.body.documents).toEqual([
      expect.objectContaining({
        documentId: dated,
        values: [expect.objectContaining({ before: null, value: '2025-07-09', line: 6_001 })],
      }),
    ]);
    expect(await documentOf(dated)).toMatchObject({ documentDate: null });

    const started = await batch<{ taskId: string }>('fill/dates', { filter }, ASYNC);
    expect(started.status).toBe(202);
    await app.drain();
    expect(await documentOf(dated)).toMatchObject({
      documentDate: `2025-07-09${MIDNIGHT}`,
      documentDateFinding: { line: 6_001 },
    });
    expect(await documentOf(own)).toMatchObject({ documentDate: `2004-04-04${MIDNIGHT}`, documentDateFinding: null });

    await api.post(`${base}/tasks/${started.body.taskId}/undo`);
    await app.drain();
    expect(await documentOf(dated)).toMatchObject({ documentDate: null, documentDateFinding: null });
    expect((await batch('fill/dates', { filter })).status).toBe(204);
    expect(await documentOf(dated)).toMatchObject({ documentDate: `2025-07-09${MIDNIGHT}` });
  });

  it('taking a task back keeps the date that a person has set since', async () => {
    const id = (await addDocumentRows(app, organizationId, 1))[0]?.id ?? '';
    await poolOf(app).query('update document set content = $2 where id = $1', [id, 'Datum: 10.07.2025']);
    const filter = { documentIds: [id] };
    const { body } = await batch<{ taskId: string }>('fill/dates', { filter }, ASYNC);
    await app.drain();
    await api.patch(`${base}/documents/${id}`, { documentDate: '2025-07-10' });
    await api.post(`${base}/tasks/${body.taskId}/undo`);
    await app.drain();
    expect(await documentOf(id)).toMatchObject({
      documentDate: `2025-07-10${MIDNIGHT}`,
      documentDateFinding: null,
    });
  });
});
