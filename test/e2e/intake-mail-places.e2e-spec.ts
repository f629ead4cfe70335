import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { until } from '../support/until.js';
import { anAddress, deliver, formOf, SECRET, sign } from './intake-mails.js';

describe('the body of a mail', () => {
  let app: TestApp;
  let archive: { api: ApiClient; organizationId: string };

  beforeAll(async () => {
    app = await startApp({ INTAKE_EMAILS_IS_ENABLED: 'true', INTAKE_EMAILS_WEBHOOK_SECRET: SECRET });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    archive = await app.anArchive();
  });

  const names = async () => {
    const { rows } = await poolOf(app).query<{ name: string }>('select name from document where organization_id = $1', [
      archive.organizationId,
    ]);
    return rows.map(({ name }) => name);
  };
  const slowBodies = (form: { contentType: string; body: Buffer }, count: number) => {
    const { hostname, port } = new URL(app.baseUrl);
    const head =
      `POST /api/intake-emails/ingest HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: ${form.contentType}\r\n` +
      `x-signature: ${sign(form.body)}\r\ncontent-length: ${form.body.length}\r\n\r\n`;
    const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => undefined));
    const responses = sockets.map(
      (socket) => new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data)))),
    );
    for (const socket of sockets) socket.write(head);
    return { sockets, responses };
  };
  /** The address of the test is unknown to the server after a wrong signature, and known after a right one. */
  const forgetAddress = async (form: { contentType: string; body: Buffer }) => {
    expect((await deliver(app.baseUrl, form, sign(form.body, 'another secret, as long'))).status).toBe(401);
  };

  it('a body waits while others of an address that never signed arrive slowly, and gets 503 with Retry-After', async () => {
    const { emailAddress } = await anAddress(archive);
    const form = await formOf({ to: [emailAddress], files: [{ name: 'place.txt', content: 'place' }] });
    await forgetAddress(form);
    const { sockets, responses } = slowBodies(form, 10);
    const refused = await Promise.race(responses);
    expect(refused).toContain('HTTP/1.1 503');
    expect(refused.toLowerCase()).toContain('retry-after:');
    for (const socket of sockets) socket.destroy();
    await until(30_000, 'a free place', async () => (await deliver(app.baseUrl, form)).status === 202);
    expect(await names()).toEqual(['place.txt']);
    const left = await readdir(join(app.dataDir, 'tmp', 'mails'), { recursive: true });
    expect(left.filter((path) => path.includes('body'))).toEqual([]);
  });

  it('an address whose last signature was right has more places, and a slow body does not keep its own', async () => {
    const { emailAddress } = await anAddress(archive);
    const form = await formOf({ to: [emailAddress], files: [{ name: 'proven.txt', content: 'proven' }] });
    await forgetAddress(form);
    const unproven = slowBodies(form, 3);
    await until(30_000, 'three bodies', async () => {
      const folders = await readdir(join(app.dataDir, 'tmp', 'mails'), { recursive: true });
      return folders.filter((path) => path.endsWith('body')).length === 3;
    });
    expect((await deliver(app.baseUrl, form)).status).toBe(503);
    expect(await Promise.all(unproven.responses)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining('intake_emails.too_slow')),
    );
    expect((await deliver(app.baseUrl, form)).status).toBe(202);
    const proven = slowBodies(form, 8);
    expect((await deliver(app.baseUrl, form)).status).toBe(202);
    for (const { sockets } of [unproven, proven]) for (const socket of sockets) socket.destroy();
  });
});
