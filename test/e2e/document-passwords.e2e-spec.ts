import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Diagnostics } from '#ground/features';
import { aPdf, aPdfWithFiles, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { encrypted } from '../../plugins/extraction-pdf/test/encrypted-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';

interface DocumentBody {
  content: string;
  extraction: { status: string; outcome: string | null; reason: string | null };
  preview: { status: string };
}

const PASSWORD = 'perfectly-secret-orchard';
const WRONG = 'entirely-wrong-orchard';

describe('documents that need a password', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;
  let count = 0;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });
  afterAll(() => app.close());

  const upload = async (name: string, content: Buffer): Promise<string> => {
    const { status, body } = await api.upload(organizationId, { name, content });
    expect(status).toBe(200);
    await app.drain();
    return body.document.id;
  };
  /** A new document, whose text cannot be read without `PASSWORD`. */
  const aLockedDocument = async (password = PASSWORD): Promise<string> => {
    count += 1;
    const file = await encrypted(aPdf({ drawing: textLines([`The walled garden ${count}`]) }), password, 'the owner');
    return upload(`locked-${count}.pdf`, file);
  };
  const detail = async (id: string) =>
    (await api.get<{ document: DocumentBody }>(`${base}/documents/${id}`)).body.document;
  const unlock = (id: string, password: string, keep = false) =>
    api.post<{ taskId: string; error?: { code: string } }>(`${base}/documents/${id}/password`, { password, keep });
  const unlocked = async (id: string, password: string, keep = false): Promise<DocumentBody> => {
    const { status, body } = await unlock(id, password, keep);
    expect([status, Object.keys(body)]).toEqual([202, ['taskId']]);
    await app.drain();
    return detail(id);
  };
  const reprocessed = async (id: string): Promise<DocumentBody> => {
    expect((await api.post(`${base}/documents/${id}/reprocess`)).status).toBe(202);
    await app.drain();
    return detail(id);
  };
  const forget = (id: string) => api.delete<{ error?: { code: string } }>(`${base}/documents/${id}/password`);
  const add = (name: string, password: string) =>
    api.post<{ documentPassword: { id: string; name: string; createdAt: string }; error?: { code: string } }>(
      `${base}/document-passwords`,
      { name, password },
    );
  const stored = async (id: string) =>
    (
      await poolOf(app).query<{ is_kept: boolean }>('select is_kept from document_password where document_id = $1', [
        id,
      ])
    ).rows;

  it('a protected document says so, and is read with the right password only', async () => {
    const id = await aLockedDocument();
    expect((await detail(id)).extraction).toMatchObject({
      ...{ status: 'completed', outcome: 'encrypted', reason: 'The PDF can be opened with a password only.' },
    });
    const refused = await unlocked(id, WRONG);
    expect(refused.extraction).toMatchObject({
      outcome: 'encrypted',
      reason: 'The PDF can be opened with a password only, and the one that was tried did not open it.',
    });
    const read = await unlocked(id, PASSWORD);
    expect(read).toMatchObject({ extraction: { outcome: 'text', reason: null } });
    expect(read.content).toContain('The walled garden');
    const path = `${base}/documents?searchQuery=${encodeURIComponent('walled garden')}`;
    expect((await api.get<{ documentsCount: number }>(path)).body.documentsCount).toBe(1);
  });

  it('the password of the owner of a PDF opens it, too', async () => {
    expect((await unlocked(await aLockedDocument(), 'the owner')).extraction.outcome).toBe('text');
  });

  it.each([
    ['agile-encryption.docx', 'Invoice number 4711'],
    ['standard-encryption.xlsx', 'Hotel'],
  ])('the Office file %s is read with its password', async (name, text) => {
    const file = new URL(`../../plugins/extraction-office/test/fixtures/${name}`, import.meta.url);
    const id = await upload(name, await readFile(file));
    expect((await detail(id)).extraction.outcome).toBe('encrypted');
    expect((await unlocked(id, WRONG)).extraction.reason).toContain('did not open it');
    expect((await unlocked(id, 'Schlüssel')).content).toContain(text);
  });

  it('a password that is used once is gone after the reading, whether it was right or wrong', async () => {
    const id = await aLockedDocument();
    for (const password of [WRONG, PASSWORD]) {
      expect((await unlock(id, password)).status).toBe(202);
      expect(await stored(id)).toEqual([{ is_kept: false }]);
      await app.drain();
      expect(await stored(id)).toEqual([]);
    }
    // The text that there is stays.
    expect((await reprocessed(id)).content).toContain('The walled garden');
  });

  it('a password that is kept opens the document for later readings and for pictures, until it is removed', async () => {
    const id = await aLockedDocument();
    await unlocked(id, WRONG, true);
    expect(await stored(id)).toEqual([]); // it opens nothing
    expect(await unlocked(id, PASSWORD, true)).toMatchObject({
      ...{ extraction: { outcome: 'text' }, preview: { status: 'available' } },
    });
    const processing = async () =>
      (await api.get<{ isPasswordKept: boolean }>(`${base}/documents/${id}/processing`)).body.isPasswordKept;
    expect(await processing()).toBe(true);
    expect((await reprocessed(id)).extraction.outcome).toBe('text');
    expect((await forget(id)).status).toBe(204);
    expect(await processing()).toBe(false);
    expect(await forget(id)).toMatchObject({ status: 404, body: { error: { code: 'document.no_kept_password' } } });
    expect((await reprocessed(id)).extraction.outcome).toBe('encrypted');
  });

  it('a document that is not protected, or is being read, takes no password', async () => {
    const open = await upload('open.pdf', aPdf({ drawing: textLines(['An open gate']) }));
    expect(await unlock(open, PASSWORD)).toMatchObject({
      status: 409,
      body: { error: { code: 'document.not_protected' } },
    });
    const id = await aLockedDocument();
    expect((await unlock(id, WRONG)).status).toBe(202);
    expect(await unlock(id, PASSWORD)).toMatchObject({
      status: 409,
      body: { error: { code: 'document.is_being_read' } },
    });
    await app.drain();
    expect((await unlocked(id, PASSWORD)).extraction.outcome).toBe('text');
  });

  it('a password of no or of more than 256 characters is refused', async () => {
    const id = await aLockedDocument();
    for (const password of ['', 'x'.repeat(257)]) expect((await unlock(id, password)).status).toBe(400);
  });

  it('an organization has a list of passwords that are tried for new documents and for those that are read again', async () => {
    const before = await aLockedDocument('of the bank');
    const { status, body } = await add('The bank', 'of the bank');
    expect([status, body]).toEqual([
      200,
      {
        documentPassword: {
          ...{ id: expect.stringMatching(/^dpw_/), name: 'The bank', createdAt: expect.any(String) },
        },
      },
    ]);
    const listed = await api.get<{ documentPasswords: unknown[] }>(`${base}/document-passwords`);
    expect(listed.body).toEqual({ documentPasswords: [body.documentPassword] });
    const again = { filter: { query: '' }, outcomes: ['encrypted'] };
    expect((await api.post(`${base}/documents/batch/reprocess`, again)).status).toBe(202);
    await app.drain();
    expect(await detail(before)).toMatchObject({ extraction: { outcome: 'text' }, preview: { status: 'available' } });
    expect((await detail(await aLockedDocument('of the bank'))).extraction.outcome).toBe('text');

    await add('Another', 'another one');
    const other = await aLockedDocument();
    expect((await detail(other)).extraction.reason).toContain('none of the 2 passwords opened it');
    expect((await api.delete(`${base}/document-passwords/${body.documentPassword.id}`)).status).toBe(204);
    expect((await detail(await aLockedDocument('of the bank'))).extraction.outcome).toBe('encrypted');
  });

  it('a page that was asked for in vain is drawn once the document is unlocked', async () => {
    const file = await encrypted(aPdf({ drawing: textLines(['A page behind a wall']) }), PASSWORD, 'the owner');
    const { body } = await api.upload(organizationId, { name: 'asked-for.pdf', content: file });
    const { id } = body.document;
    const page = async () => (await api.get(`${base}/documents/${id}/preview?page=1&width=800`)).status;
    expect(await page()).toBe(202);
    await app.drain();
    expect(await page()).toBe(404);
    await unlocked(id, PASSWORD, true);
    expect(await page()).toBe(202);
    await app.drain();
    const { rows } = await poolOf(app).query(
      'select width, status from document_preview where document_id = $1 order by width',
      [id],
    );
    expect(rows).toEqual([
      { width: 240, status: 'available' },
      { width: 800, status: 'available' },
    ]);
  });

  it('the passwords of an organization open files in files, and no files of other organizations', async () => {
    await add('The insurance', 'of the insurance');
    const inner = await encrypted(aPdf({ drawing: textLines(['A hidden policy']) }), 'of the insurance', 'owner');
    const outer = aPdfWithFiles({ 'policy.pdf': inner }, { drawing: textLines(['A cover']) });
    expect((await detail(await upload('outer.pdf', outer))).content).toContain('A hidden policy');
    const other = await app.anArchive('Another archive');
    const { body } = await other.api.upload(other.organizationId, { name: 'policy.pdf', content: inner });
    await app.drain();
    const path = `/api/organizations/${other.organizationId}/documents/${body.document.id}`;
    const { document } = (await other.api.get<{ document: DocumentBody }>(path)).body;
    expect(document.extraction.outcome).toBe('encrypted');
  });

  it('a mail with a locked PDF and a locked archive takes their password, and both are read', async () => {
    const pdf = await encrypted(aPdf({ drawing: textLines(['The wages of May']) }), 'Schlüssel', 'owner');
    const zip = await readFile(new URL('../../plugins/extraction-archive/test/fixtures/aes-256.zip', import.meta.url));
    const files = { 'wages.pdf': pdf, 'statements.zip': zip };
    const id = await upload('letter.eml', aMail('Both are enclosed', files));
    const outcomes = async () =>
      (
        await api.get<{ attachments: { name: string; outcome: string }[] }>(`${base}/documents/${id}/attachments`)
      ).body.attachments.map(({ name, outcome }) => [name, outcome]);
    expect((await detail(id)).content).toContain('Both are enclosed');
    expect(await outcomes()).toContainEqual(['wages.pdf', 'encrypted']);
    expect(await outcomes()).toContainEqual(['statement.txt', 'encrypted']);

    expect((await unlocked(id, WRONG)).content).not.toContain('The wages of May');
    const { content } = await unlocked(id, 'Schlüssel');
    expect(content).toContain('The wages of May');
    expect(content).toContain('The statement of account for May');
    expect((await outcomes()).map(([, outcome]) => outcome)).not.toContain('encrypted');
  });

  it('an archive whose members are locked takes a password, and is read again with the others when the list gets it', async () => {
    const archive = (name: string): Promise<Buffer> =>
      readFile(new URL(`../../plugins/extraction-archive/test/fixtures/${name}.zip`, import.meta.url));
    const own = await upload('aes.zip', await archive('aes-256'));
    const listed = await upload('pkzip.zip', await archive('pkzip'));
    expect(await detail(own)).toMatchObject({ extraction: { outcome: 'text' }, content: 'statement.txt\nstored.txt' });
    expect((await unlocked(own, 'Schlüssel')).content).toContain('The statement of account for May');
    expect((await unlock(own, 'Schlüssel')).body.error?.code).toBe('document.not_protected');

    await add('Of archives', 'Schlüssel');
    expect((await detail(listed)).content).not.toContain('The statement of account');
    const again = { filter: { query: '' }, outcomes: ['encrypted'] };
    expect((await api.post(`${base}/documents/batch/reprocess`, again)).status).toBe(202);
    await app.drain();
    expect((await detail(listed)).content).toContain('The statement of account for May');
  });

  it('an organization has at most 20 passwords to try', async () => {
    const { api: owner, organizationId: id } = await app.anArchive('Full archive');
    const statuses: number[] = [];
    for (let index = 0; index < 21; index += 1) {
      const body = { name: `Password ${index}`, password: `secret ${index}` };
      statuses.push((await owner.post(`/api/organizations/${id}/document-passwords`, body)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 403]);
  });

  it('a password is in no row of the database, in no response, in no log and in no entry of the audit log', async () => {
    const logs = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write'));
    const id = await aLockedDocument();
    await add('The orchard', PASSWORD);
    expect((await unlock(id, PASSWORD, true)).status).toBe(202);
    await expectNowhere(); // also not in the data of the job that waits
    await app.drain();
    expect((await detail(id)).extraction.outcome).toBe('text');
    await expectNowhere();
    const responses = [
      ...[`documents/${id}`, `documents/${id}/activity`, `documents/${id}/processing`, 'document-passwords'],
      'tasks',
    ];
    for (const path of responses) {
      const { status, body } = await api.get(`${base}/${path}`);
      expect([path, status, JSON.stringify(body).includes(PASSWORD)]).toEqual([path, 200, false]);
    }
    const logged = logs.flatMap((log) => log.mock.calls.map(([chunk]) => String(chunk))).join('');
    for (const log of logs) log.mockRestore();
    expect(logged.includes(PASSWORD)).toBe(false);
    const actions = await poolOf(app).query<{ action: string }>(
      `select distinct action from (select action from audit_entry union all select action from audit_pending) as entries
       where action like '%-password:%' order by action`,
    );
    expect(actions.rows.map(({ action }) => action)).toEqual([
      ...['document-password:forgotten', 'document-password:given'],
      ...['organization-password:added', 'organization-password:removed'],
    ]);
  });

  it('a password of an earlier secret of the archive counts as not there, and diagnostics say so', async () => {
    const id = await aLockedDocument('of an earlier secret');
    await poolOf(app).query(
      `insert into document_password (document_id, organization_id, sealed, is_kept)
       values ($1, $2, '\\x0101020304050607080910111213141516171819202122232425262728293031323334', true)`,
      [id, organizationId],
    );
    const reports = [];
    const { signal } = new AbortController();
    for await (const report of app.app.get(Diagnostics, { strict: false }).run(signal)) reports.push(report);
    expect(reports.find(({ name }) => name === 'document passwords')).toMatchObject({
      ...{ status: 'warning', message: expect.stringContaining('1 password of documents was encrypted with another') },
    });
    expect((await reprocessed(id)).extraction).toMatchObject({ outcome: 'encrypted' });
  });

  async function expectNowhere(): Promise<void> {
    const pool = poolOf(app);
    const tables = await pool.query<{ name: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    );
    expect(tables.rows.length).toBeGreaterThan(20);
    const forms = [
      PASSWORD,
      Buffer.from(PASSWORD).toString('hex'),
      Buffer.from(PASSWORD).toString('base64').slice(0, 28),
    ];
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(
        `select left(t::text, 200) as row from ${name} t
         where exists (select from unnest($1::text[]) as form where strpos(t::text, form) > 0)`,
        [forms],
      );
      expect([name, rows]).toEqual([name, []]);
    }
  }
});

/** A mail with files, by their names. */
function aMail(text: string, files: Readonly<Record<string, Buffer>>): Buffer {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\n` +
      `Content-Transfer-Encoding: base64\r\n\r\n${content.toString('base64').replaceAll(/.{76}/g, '$&\r\n')}\r\n`,
  );
  const all = [`Content-Type: text/plain\r\n\r\n${text}\r\n`, ...parts];
  return Buffer.from(
    'From: a@example.com\r\nTo: b@example.com\r\nSubject: Enclosed\r\nMIME-Version: 1.0\r\n' +
      `Content-Type: multipart/mixed; boundary="part"\r\n\r\n${all.map((part) => `--part\r\n${part}`).join('')}--part--\r\n`,
  );
}
