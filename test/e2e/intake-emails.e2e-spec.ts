import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { anAddress, deliver, formOf, SECRET, sign, type IntakeEmailBody, type TestMail } from './intake-mails.js';

interface Failure {
  id: string;
  kind: string;
  source: string;
  fileName: string | null;
  sender: string | null;
  subject: string | null;
  reason: string;
  isRetryable: boolean;
}

const MAX_BYTES = 1_500_000;
const PDF = '%PDF-1.4\n%âãÏÓ\n';

describe('intake by mail', () => {
  let app: TestApp;
  let archive: { api: ApiClient; organizationId: string };
  let base: string;

  beforeAll(async () => {
    app = await startApp({
      INTAKE_EMAILS_IS_ENABLED: 'true',
      INTAKE_EMAILS_WEBHOOK_SECRET: SECRET,
      INTAKE_EMAILS_CATCH_ALL_DOMAIN: 'In.Example.com',
      INTAKE_EMAILS_MAX_MAIL_BYTES: String(MAX_BYTES),
      INTAKE_EMAILS_MAX_PER_ORGANIZATION: '2',
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    archive = await app.anArchive();
    base = `/api/organizations/${archive.organizationId}`;
  });

  const send = async (mail: TestMail) => deliver(app.baseUrl, await formOf(mail));
  const documents = async (organizationId = archive.organizationId) => {
    const { rows } = await poolOf(app).query<{ name: string; mime_type: string; source: string }>(
      'select name, mime_type, source, created_by from document where organization_id = $1 order by name',
      [organizationId],
    );
    return rows;
  };
  const names = async (organizationId?: string) => (await documents(organizationId)).map(({ name }) => name);
  const failures = async (): Promise<Failure[]> =>
    (await archive.api.get<{ failures: Failure[] }>(`${base}/intake/failures`)).body.failures;

  describe('addresses', () => {
    it('intake addresses are created with a name of the server, listed, changed and deleted', async () => {
      const { status, body } = await archive.api.post<{ intakeEmail: IntakeEmailBody }>(`${base}/intake-emails`);
      expect(status).toBe(200);
      expect(body.intakeEmail).toEqual({
        id: expect.stringMatching(/^ie_[a-z0-9]{24}$/),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
        emailAddress: expect.stringMatching(/^[a-z]+-[a-z]+-\d{1,3}@in\.example\.com$/),
        organizationId: archive.organizationId,
        allowedOrigins: [],
        isEnabled: true,
        keepsMessage: false,
      });
      const url = `${base}/intake-emails/${body.intakeEmail.id}`;
      const changes = {
        isEnabled: false,
        allowedOrigins: ['Boss@Example.com', '@Partner.example'],
        keepsMessage: true,
      };
      const changed = await archive.api.put<{ intakeEmail: IntakeEmailBody }>(url, changes);
      expect(changed.body.intakeEmail).toMatchObject({
        isEnabled: false,
        allowedOrigins: ['boss@example.com', '@partner.example'],
        keepsMessage: true,
      });
      expect((await archive.api.put(url, {})).body).toEqual(changed.body);
      expect((await archive.api.get(`${base}/intake-emails`)).body).toEqual({
        intakeEmails: [changed.body.intakeEmail],
      });
      expect((await archive.api.delete(url)).status).toBe(204);
      expect((await archive.api.delete(url)).body).toMatchObject({ error: { code: 'intake_email.not_found' } });
      expect((await archive.api.get(`${base}/intake-emails`)).body).toEqual({ intakeEmails: [] });
    });

    it.each([
      { allowedOrigins: ['not an address'] },
      { allowedOrigins: ['@'] },
      { allowedOrigins: 'boss@example.com' },
      { isEnabled: 'yes' },
      { emailAddress: 'mine@example.com' },
    ])('an intake address refuses the change %j with 400', async (changes) => {
      const { id } = await anAddress(archive);
      const { status, body } = await archive.api.put(`${base}/intake-emails/${id}`, changes);
      expect([status, body]).toMatchObject([400, { error: { code: 'server.invalid_request.body' } }]);
    });

    it('intake addresses are limited for each organization', async () => {
      await anAddress(archive);
      await anAddress(archive);
      const { status, body } = await archive.api.post(`${base}/intake-emails`);
      expect([status, body]).toMatchObject([403, { error: { code: 'intake_email.limit_reached' } }]);
    });

    it('changes of intake addresses are events for the live feed and the audit log', async () => {
      const { id, emailAddress } = await anAddress(archive);
      await archive.api.delete(`${base}/intake-emails/${id}`);
      const { rows } = await poolOf(app).query<{ name: string; payload: object }>(
        `select name, payload from event where organization_id = $1 and name like 'intake-email:%' order by position`,
        [archive.organizationId],
      );
      expect(rows.map(({ name }) => name)).toEqual([
        'intake-email:created',
        'intake-email:updated',
        'intake-email:deleted',
      ]);
      expect(rows[2]?.payload).toMatchObject({ intakeEmailId: id, emailAddress });
    });
  });

  describe('a mail', () => {
    it('a mail becomes one document for each attachment, with the source email and no user', async () => {
      const { emailAddress } = await anAddress(archive);
      const files = [
        { name: 'Rechnung Müller.pdf', content: PDF, type: 'application/octet-stream' },
        { name: 'note.txt', content: 'a note', type: 'text/plain' },
      ];
      const { status, text } = await send({ to: [emailAddress], files, extra: { subject: 'Bills', html: '<b>x</b>' } });
      expect([status, text]).toEqual([202, '']);
      expect(await documents()).toEqual([
        { name: 'Rechnung Müller.pdf', mime_type: 'application/pdf', source: 'email', created_by: null },
        { name: 'note.txt', mime_type: 'text/plain', source: 'email', created_by: null },
      ]);
      expect(await failures()).toEqual([]);
    });

    it('an address is found in capitals, with a plus, twice, and in originalTo', async () => {
      const { emailAddress } = await anAddress(archive);
      const [name = '', domain = ''] = emailAddress.split('@');
      await send({ to: [emailAddress.toUpperCase(), emailAddress], files: [{ name: 'capitals.txt', content: 'a' }] });
      await send({ to: [`${name}+bills@${domain}`], files: [{ name: 'plus.txt', content: 'b' }] });
      await send({ to: ['x@y.example'], originalTo: [emailAddress], files: [{ name: 'original.txt', content: 'c' }] });
      expect(await names()).toEqual(['capitals.txt', 'original.txt', 'plus.txt']);
    });

    it('a mail is taken from allowed domains, and by every organization that it is addressed to', async () => {
      const other = await app.anArchive();
      const [mine, theirs] = [await anAddress(archive, ['@example.com']), await anAddress(other)];
      const files = [{ name: 'both.txt', content: 'for both' }];
      await send({ from: 'Boss@Example.COM', to: [mine.emailAddress, theirs.emailAddress], files });
      expect(await names()).toEqual(['both.txt']);
      expect(await names(other.organizationId)).toEqual(['both.txt']);
    });

    it('a mail is taken when its JSON exceeds 1 MB, and when some of its recipients are no intake addresses', async () => {
      const { emailAddress } = await anAddress(archive);
      const html = 'x'.repeat(1_200_000);
      const files = [{ name: 'long.txt', content: 'long' }];
      expect((await send({ to: [emailAddress], files, extra: { html } })).status).toBe(202);
      const to = ['undisclosed-recipients:;', `${'l'.repeat(65)}@example.com`, emailAddress];
      expect((await send({ to, originalTo: [''], files: [{ name: 'odd.txt', content: 'odd' }] })).status).toBe(202);
      expect(await names()).toEqual(['long.txt', 'odd.txt']);
    });

    it('a mail that is delivered twice is taken once, even when its document was deleted in the meantime', async () => {
      const { emailAddress } = await anAddress(archive);
      const form = await formOf({ to: [emailAddress], files: [{ name: 'once.txt', content: 'once' }] });
      expect((await deliver(app.baseUrl, form)).status).toBe(202);
      await poolOf(app).query('update document set deleted_at = now() where organization_id = $1', [
        archive.organizationId,
      ]);
      expect((await deliver(app.baseUrl, form)).status).toBe(202);
      const { rows } = await poolOf(app).query(
        'select 1 from document where organization_id = $1 and deleted_at is null',
        [archive.organizationId],
      );
      expect(rows).toEqual([]);
      await poolOf(app).query('update document set deleted_at = null where organization_id = $1', [
        archive.organizationId,
      ]);
    });

    it('a mail delivered twice with different boundaries is held once, and another mail with the same file again', async () => {
      const { emailAddress } = await anAddress(archive, []);
      const mail = (id: string) => ({
        ...{ to: [emailAddress, 'x@y.example'], files: [{ name: 'bill.txt', content: 'a bill' }] },
        extra: { subject: 'A bill', headers: [{ key: 'Message-ID', value: id }] },
      });
      const forms = [await formOf(mail('<1@example.com>')), await formOf(mail('<1@example.com>'))];
      expect(forms[0]?.contentType).not.toBe(forms[1]?.contentType);
      for (const form of forms) expect((await deliver(app.baseUrl, form)).status).toBe(202);
      expect(await failures()).toHaveLength(1);
      expect((await send(mail('<2@example.com>'))).status).toBe(202);
      expect(await failures()).toHaveLength(2);
    });

    it.each(['another@example.com', 'boss@example.com.evil.example', 'boss@sub.example.com'])(
      'a mail of the forbidden sender %s is held, and taken when a member tries it again',
      async (from) => {
        const { emailAddress } = await anAddress(archive);
        const files = [{ name: 'held.txt', content: `held for ${from}` }];
        const { status } = await send({ from, to: [emailAddress], files, extra: { subject: 'Hello' } });
        expect([status, await names()]).toEqual([202, []]);
        const [failure] = await failures();
        expect(failure).toMatchObject({
          ...{ kind: 'file', source: 'email', fileName: 'held.txt', sender: from, subject: 'Hello', isRetryable: true },
          reason: expect.stringContaining(`The sender ${from} is not allowed`),
        });
        expect((await archive.api.post(`${base}/intake/failures/${failure?.id}/retry`)).status).toBe(202);
        await app.drain();
        expect([await names(), await failures()]).toEqual([['held.txt'], []]);
      },
    );

    it('a mail of a forbidden sender with 21 files is one failure, and none of its files is held', async () => {
      const { emailAddress } = await anAddress(archive);
      const files = Array.from({ length: 21 }, (_, index) => ({ name: `${index}.txt`, content: `file ${index}` }));
      expect((await send({ from: 'many@example.com', to: [emailAddress], files })).status).toBe(202);
      expect(await failures()).toMatchObject([
        { kind: 'mail', sender: 'many@example.com', isRetryable: false, reason: expect.stringContaining('21 files') },
      ]);
      await send({ from: 'few@example.com', to: [emailAddress], files: files.slice(0, 20) });
      expect(await failures()).toHaveLength(21);
    });

    it('a mail is held by an address without allowed senders, and dropped by a disabled, deleted or unknown one', async () => {
      const denying = await anAddress(archive, []);
      const disabled = await anAddress(archive);
      await archive.api.put(`${base}/intake-emails/${disabled.id}`, { isEnabled: false });
      const files = [{ name: 'a.txt', content: 'a' }];
      expect((await send({ to: [disabled.emailAddress, 'unknown@in.example.com'], files })).status).toBe(202);
      expect([await names(), await failures()]).toEqual([[], []]);
      await send({ to: [denying.emailAddress], files });
      expect(await failures()).toHaveLength(1);
      await archive.api.delete(`${base}/intake-emails/${denying.id}`);
      await send({ to: [denying.emailAddress], files: [{ name: 'b.txt', content: 'b' }] });
      expect(await failures()).toHaveLength(1);
    });

    it('a mail without attachments is on the list of failures', async () => {
      const { emailAddress } = await anAddress(archive);
      expect((await send({ to: [emailAddress], extra: { subject: 'Only words\u0000\n' } })).status).toBe(202);
      expect(await failures()).toMatchObject([
        { kind: 'mail', sender: 'boss@example.com', subject: 'Only words', isRetryable: false },
      ]);
    });

    it('a mail with an empty file has its other files taken, and the empty one on the list of failures', async () => {
      const { emailAddress } = await anAddress(archive);
      const files = [
        { name: '../../empty\u0001.txt', content: '' },
        { name: 'full.txt', content: 'full' },
      ];
      expect((await send({ to: [emailAddress], files })).status).toBe(202);
      expect(await names()).toEqual(['full.txt']);
      expect(await failures()).toMatchObject([{ kind: 'file' }]);
    });

    it('a mail for a deleted organization is not taken', async () => {
      const { emailAddress } = await anAddress(archive);
      await poolOf(app).query('update organization set deleted_at = now() where id = $1', [archive.organizationId]);
      expect((await send({ to: [emailAddress], files: [{ name: 'late.txt', content: 'late' }] })).status).toBe(202);
      expect(await names()).toEqual([]);
    });
  });

  describe('a body', () => {
    it('the signature of a body is that of the contract', () => {
      expect(sign(Buffer.from('hello'), '0123456789abcdef')).toBe('cTuiDS5f37xEckJEvyMF7QcU8W7K113wbpVHta5D2Do=');
    });

    it('a body without a signature is refused with 400, with a wrong one with 401', async () => {
      const { emailAddress } = await anAddress(archive);
      const form = await formOf({ to: [emailAddress], files: [{ name: 'forged.txt', content: 'forged' }] });
      const codes = async (signature?: string) => {
        const { status, code } = await deliver(app.baseUrl, form, signature);
        return [status, code];
      };
      expect(await codes('')).toEqual([400, 'intake_emails.signature_header_required']);
      expect(await codes(sign(form.body, 'another secret, as long'))).toEqual([401, 'auth.unauthorized']);
      expect(await codes('not base64 ~~~')).toEqual([401, 'auth.unauthorized']);
      expect(await codes(sign(form.body).slice(0, -1))).toEqual([401, 'auth.unauthorized']);
      const changed = { ...form, body: Buffer.from(form.body.toString().replace('forged.txt', 'FORGED.txt')) };
      expect((await deliver(app.baseUrl, changed, sign(form.body))).status).toBe(401);
      expect([await names(), await failures()]).toEqual([[], []]);
    });

    it.each([
      ['no JSON', (text: string) => text.replace('{"from"', '["from"')],
      ['another address', (text: string) => text.replace('boss@example.com', 'boss(at)example')],
      ['no end', (text: string) => text.slice(0, -20)],
      ['another part', (text: string) => text.replace('name="email"', 'name="mail"')],
      ['nothing', () => ''],
    ])('a body with %s is refused with 400', async (_, change) => {
      const { emailAddress } = await anAddress(archive);
      const { contentType, body } = await formOf({ to: [emailAddress], files: [{ name: 'a.txt', content: 'a' }] });
      const { status, code } = await deliver(app.baseUrl, { contentType, body: Buffer.from(change(body.toString())) });
      expect([status, code]).toEqual([400, 'server.invalid_request.form_data']);
      expect(await names()).toEqual([]);
    });

    it('a body that is not a multipart form, or has no boundary, is refused with 400', async () => {
      for (const contentType of ['application/json', 'multipart/form-data', 'text/plain'])
        expect(await deliver(app.baseUrl, { contentType, body: Buffer.from('{}') })).toMatchObject({
          status: 400,
          code: 'server.invalid_request.form_data',
        });
    });

    it('a body larger than the limit is refused with 413, announced or not', async () => {
      const { emailAddress } = await anAddress(archive);
      const form = await formOf({ to: [emailAddress], files: [{ name: 'big.bin', content: 'x'.repeat(MAX_BYTES) }] });
      expect(await deliver(app.baseUrl, form)).toMatchObject({ status: 413, code: 'intake_emails.too_large' });
      const response = await fetch(`${app.baseUrl}/api/intake-emails/ingest`, {
        method: 'POST',
        headers: { 'content-type': form.contentType, 'x-signature': sign(form.body) },
        body: new Blob([new Uint8Array(form.body)]).stream(),
        duplex: 'half',
      });
      expect(response.status).toBe(413);
    });

    it('a body with 1,001 files is refused with 400, and none of them is taken', async () => {
      const { emailAddress } = await anAddress(archive);
      const files = Array.from({ length: 1_001 }, (_, index) => ({ name: `${index}`, content: 'x' }));
      expect(await send({ to: [emailAddress], files })).toMatchObject({ status: 400 });
      expect(await names()).toEqual([]);
    });

    it('a body that stops in the middle leaves neither document nor file', async () => {
      const { emailAddress } = await anAddress(archive);
      const { contentType, body } = await formOf({ to: [emailAddress], files: [{ name: 'a.txt', content: 'a' }] });
      const { hostname, port } = new URL(app.baseUrl);
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/intake-emails/ingest HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${contentType}\r\n` +
          `x-signature: ${sign(body)}\r\ncontent-length: ${body.length}\r\n\r\n`,
      );
      socket.end(body.subarray(0, body.length - 10));
      await new Promise((resolve) => socket.resume().once('close', resolve).once('error', resolve));
      expect(await names()).toEqual([]);
      // The places are free again.
      expect((await deliver(app.baseUrl, { contentType, body })).status).toBe(202);
      expect(await names()).toEqual(['a.txt']);
    });
  });
});
