import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { SECRET, type IntakeEmailBody } from './intake-mails.js';

interface Received {
  method: string | undefined;
  url: string | undefined;
  authorization: string | undefined;
  body: Record<string, string>;
}

/** Speaks the protocol of OwlRelay. */
class RelayStub {
  readonly received: Received[] = [];
  /** Statuses of the next responses, before 200. */
  nextStatuses: number[] = [];
  #server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
      const { method, url, headers } = request;
      this.received.push({ method, url, authorization: headers.authorization, body });
      const { username, domain = 'Relay.example' } = body;
      response.writeHead(this.nextStatuses.shift() ?? 200, { 'content-type': 'application/json' });
      const dates = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
      response.end(JSON.stringify({ emailCallback: { id: 'cb_1', username, domain, ...dates } }));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('addresses at OwlRelay', () => {
  const relay = new RelayStub();
  let app: TestApp;
  let api: ApiClient;
  let addresses: string;

  beforeAll(async () => {
    app = await startApp({
      INTAKE_EMAILS_IS_ENABLED: 'true',
      INTAKE_EMAILS_WEBHOOK_SECRET: SECRET,
      INTAKE_EMAILS_DRIVER: 'owlrelay',
      INTAKE_EMAILS_USERNAME_DRIVER: 'pattern',
      INTAKE_EMAILS_USERNAME_DRIVER_PATTERN: '{{organization.name}}-{{random.digits}}',
      INTAKE_EMAILS_MAX_PER_ORGANIZATION: '1',
      OWLRELAY_API_KEY: 'owl-key',
      OWLRELAY_API_URL: `${await relay.start()}/`,
      APP_BASE_URL: 'https://archive.example.com',
    });
  });
  afterAll(async () => {
    await app.close();
    await relay.stop();
  });
  beforeEach(async () => {
    const archive = await app.anArchive('Family papers');
    api = archive.api;
    addresses = `/api/organizations/${archive.organizationId}/intake-emails`;
  });
  afterEach(() => {
    relay.received.length = 0;
    relay.nextStatuses = [];
  });

  const create = (headers: Record<string, string> = {}) =>
    api.post<{ intakeEmail: IntakeEmailBody }>(addresses, undefined, headers);

  it('addresses at OwlRelay are created with the key of the operator, and removed with the address', async () => {
    const { status, body } = await create();
    expect(status).toBe(200);
    const { emailAddress, id } = body.intakeEmail;
    expect(emailAddress).toMatch(/^family-papers-\d{1,4}@relay\.example$/);
    const [name] = emailAddress.split('@');
    expect(relay.received).toEqual([
      {
        method: 'POST',
        url: '/api/email-callbacks',
        authorization: 'Bearer owl-key',
        body: {
          username: name,
          webhookUrl: 'https://archive.example.com/api/intake-emails/ingest',
          webhookSecret: SECRET,
        },
      },
    ]);
    expect((await api.delete(`${addresses}/${id}`)).status).toBe(204);
    expect(relay.received[1]).toMatchObject({
      method: 'DELETE',
      url: `/api/email-callbacks/${encodeURIComponent(emailAddress)}`,
    });
  });

  it('an address at OwlRelay gets another name when the first one is in use there', async () => {
    relay.nextStatuses = [409, 409];
    expect((await create()).status).toBe(200);
    expect(relay.received).toHaveLength(3);
  });

  it('no address is created while the service fails, and the next attempt succeeds', async () => {
    relay.nextStatuses = [500];
    const { status, body } = await create();
    expect([status, body]).toMatchObject([503, { error: { code: 'intake_email.service_unavailable' } }]);
    expect(JSON.stringify(body)).not.toContain('owl-key');
    expect((await create()).status).toBe(200);
  });

  it('no address is requested beyond the limit', async () => {
    await create();
    expect((await create()).status).toBe(403);
    expect(relay.received).toHaveLength(1);
  });

  it('an address is deleted here even when the service does not remove it', async () => {
    const { body } = await create();
    relay.nextStatuses = [500];
    expect((await api.delete(`${addresses}/${body.intakeEmail.id}`)).status).toBe(204);
    expect((await api.get(addresses)).body).toEqual({ intakeEmails: [] });
  });
});

describe('a pattern without random digits', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({
      INTAKE_EMAILS_USERNAME_DRIVER: 'pattern',
      INTAKE_EMAILS_USERNAME_DRIVER_PATTERN: '{{organization.name}}',
    });
  });
  afterAll(() => app.close());

  it('a pattern without random digits makes only one address, and names what is missing', async () => {
    const [first, second] = [await app.anArchive('Same name'), await app.anArchive('Same name')];
    const create = ({ api, organizationId }: typeof first, headers: Record<string, string> = {}) =>
      api.post(`/api/organizations/${organizationId}/intake-emails`, undefined, headers);
    expect((await create(first)).body).toMatchObject({ intakeEmail: { emailAddress: 'same-name@archivolt.local' } });
    const { status, body } = await create(second);
    expect([status, body]).toMatchObject([400, { error: { code: 'intake_email.already_exists' } }]);
  });
});
