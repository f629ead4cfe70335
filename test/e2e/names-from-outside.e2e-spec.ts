import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createId } from '#ground/kernel';
import { TakeFile } from '#outside/intake';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { zip } from '../support/zip.js';
import { Caller } from './caller.js';
import { ArchiveClient } from './document-archives.js';
import { aFileRequest } from './file-request-visitors.js';
import { anAddress, deliver, formOf, SECRET } from './intake-mails.js';
import { LocalOAuthProvider } from './local-oauth-provider.js';
import { end, part, sendRaw } from './raw-upload.js';
import { signIn, type SignedIn } from './signed-in.js';
import { TusClient } from './tus-client.js';

const PAGES = 'http://archive.example';

/** What arrives; the name of a file; a name that people see. */
const HOSTILE_NAMES: [sent: string, asFile: string, asLine: string][] = [
  ['../../secret.txt', 'secret.txt', '../../secret.txt'],
  ['..\\..\\y.txt', 'y.txt', '..\\..\\y.txt'],
  ['/etc/passwd', 'passwd', '/etc/passwd'],
  ['C:\\Windows\\z.txt', 'z.txt', 'C:\\Windows\\z.txt'],
  ['\\\\host\\share\\plan\u2069.txt', 'plan.txt', '\\\\host\\share\\plan.txt'],
  ['inv\u202Efdp.exe', 'invfdp.exe', 'invfdp.exe'],
  ['bill\u2066\u200F\u061C.pdf', 'bill.pdf', 'bill.pdf'],
  ['one\r\nset-cookie: a=b', 'oneset-cookie: a=b', 'one set-cookie: a=b'],
  ['line\u2028and\u0085end', 'lineandend', 'line and end'],
  ['bell\u0007\u001B[31m.txt', 'bell[31m.txt', 'bell [31m.txt'],
  ['zero\u200Bwidth\uFEFF.txt', 'zerowidth.txt', 'zerowidth.txt'],
  ['Ame\u0301lie.txt', 'Amélie.txt', 'Amélie.txt'],
  [`a${'\u0301'.repeat(60)}.txt`, `á${'\u0301'.repeat(29)}.txt`, `á${'\u0301'.repeat(29)}.txt`],
  ['می\u200Cخواهم.txt', 'می\u200Cخواهم.txt', 'می\u200Cخواهم.txt'],
  ['👩\u200D🔬.txt', '👩\u200D🔬.txt', '👩\u200D🔬.txt'],
  ['=HYPERLINK("x")', '=HYPERLINK("x")', '=HYPERLINK("x")'],
];
/** Of these nothing is left. */
const NOTHING = ['\u202E\u200B', '\r\n', '\u2028'];
const NO_FILE = [...NOTHING, '../..', '/', 'a/..', '..'];

const HOSTILE_ADDRESSES = [
  'a@example.com\r\nbcc: eve@example.com',
  'a@example.com\nbcc: eve@example.com',
  'a@exa\u202Emple.com',
  'a\u200B@example.com',
  'a b@example.com',
  'a@b@example.com',
  'Eve <eve@example.com>',
  'a@example.com,eve@example.com',
  '@example.com',
  'no address',
  `${'a'.repeat(300)}@example.com`,
];

describe('names and addresses from outside', () => {
  let app: TestApp;
  let owner: SignedIn;
  let organizationId: string;
  let ownOrganizationId: string;
  let base: string;
  let api: Awaited<ReturnType<TestApp['anArchive']>>['api'];
  let requestToken: string;
  let intakeAddress: { id: string; emailAddress: string };
  const provider = new LocalOAuthProvider();

  beforeAll(async () => {
    const address = await provider.start();
    app = await startApp({
      APP_BASE_URL: PAGES,
      FILE_REQUESTS_UPLOAD_RATE_LIMIT: '1000/1h',
      MAX_ORGANIZATION_COUNT_PER_USER: '1000',
      INTAKE_EMAILS_IS_ENABLED: 'true',
      INTAKE_EMAILS_WEBHOOK_SECRET: SECRET,
      INTAKE_EMAILS_CATCH_ALL_DOMAIN: 'in.example.com',
      AUTH_PROVIDERS_CUSTOMS: JSON.stringify([
        {
          ...{ providerId: 'acme', providerName: 'Acme', clientId: 'id', clientSecret: 'secret', type: 'oauth2' },
          authorizationUrl: `${address}/authorize`,
          tokenUrl: `${address}/token`,
          userInfoUrl: `${address}/userinfo`,
          scopes: ['profile', 'email'],
        },
      ]),
    });
    const archive = await app.anArchive();
    ({ api, organizationId } = archive);
    base = `/api/organizations/${organizationId}`;
    owner = await signIn(app, 'owner@example.test');
    const made = await own<{ organization: { id: string } }>('POST', '/api/organizations', { name: 'Own' });
    ownOrganizationId = made.body.organization.id;
    requestToken = (await aFileRequest(api, organizationId)).token;
    intakeAddress = await anAddress(archive);
  });
  afterAll(async () => {
    await app.close();
    await provider.stop();
  });

  const own = <Body = unknown>(method: string, path: string, body: unknown) =>
    owner.session.send<Body>(method, path, body, { origin: PAGES });
  const newest = async () => {
    const { body } = await api.get<{ documents: { id: string; name: string; originalName: string }[] }>(
      `${base}/documents`,
    );
    const { id, name, originalName } = body.documents[0]!;
    await api.delete(`${base}/documents/${id}`);
    await api.delete(`${base}/documents/trash/${id}`);
    return { name, originalName };
  };
  const form = (path: string, name: string, token?: string) =>
    sendRaw(app.baseUrl, path, token, {
      body: [
        part(`content-disposition: form-data; name="file"; filename*=utf-8''${encodeURIComponent(name)}`, content()),
        end,
      ],
      ...(token === undefined && { headers: { authorization: undefined } }),
    });
  const content = () => randomBytes(20);

  /** Ways in which files come: each gives the file the name that was sent, and says whether it was taken. */
  const fileDoors: Record<string, (name: string) => Promise<boolean>> = {
    'an upload': async (name) => (await form(`${base}/documents`, name, api.token)).status === 200,
    'a resumable upload': async (name) => {
      const bytes = content();
      const tus = new TusClient(api, `${base}/uploads`);
      return (await tus.begin(bytes.length, { filename: name }, {}, bytes)).status === 201;
    },
    'a file request': async (name) => (await form(`/api/file-requests/${requestToken}/files`, name)).status === 201,
    'an intake': async (name) => {
      const file = { organizationId, key: createId('doc'), fileName: name, content: Readable.from([content()]) };
      const source = { pluginId: 'intake-test', instance: 'test' };
      const taken = await app.app.get(TakeFile, { strict: false }).execute(source, file, new AbortController().signal);
      return taken.outcome === 'created';
    },
    'a mail': async (name) => {
      const mail = await formOf({ to: [intakeAddress.emailAddress], extra: { subject: createId('doc') } });
      const field = `content-disposition: form-data; name="attachments[]"; filename*=utf-8''${encodeURIComponent(name)}`;
      const boundary = /boundary=(.*)$/.exec(mail.contentType)![1]!;
      const attached = Buffer.concat([
        Buffer.from(`--${boundary}\r\n${field}\r\ncontent-type: text/plain\r\n\r\n`),
        Buffer.from(createId('doc')),
        Buffer.from('\r\n'),
        mail.body,
      ]);
      return (await deliver(app.baseUrl, { ...mail, body: attached })).status === 202;
    },
  };

  describe.each(Object.entries(fileDoors))('%s', (door, send) => {
    const isForm = ['an upload', 'a file request', 'a mail'].includes(door);
    // A form with a line break in a name is broken.
    const names = HOSTILE_NAMES.filter(([sent]) => !(isForm && /[\r\n]/.test(sent)));
    it.each(names)('a file with the name %j is stored under a clean one', async (sent, expected) => {
      expect(await send(sent)).toBe(true);
      expect(await newest()).toEqual({ name: expected, originalName: expected });
    });
  });

  it.each(['an upload', 'a file request', 'a mail'])(
    'a line break in the name of a file in %s is refused',
    async (door) => {
      for (const name of ['a\r\nb.txt', 'a\nb.txt']) expect(await fileDoors[door]!(name)).toBe(false);
    },
  );

  it.each(NO_FILE)('a file without a name, such as %j, is refused where a name is required', async (sent) => {
    expect(await fileDoors['an upload']!(sent)).toBe(false);
    expect(await fileDoors['a resumable upload']!(sent)).toBe(false);
    expect(await fileDoors['a file request']!(sent)).toBe(false);
  });

  describe('the name of a document', () => {
    let path: string;
    beforeAll(async () => {
      await form(`${base}/documents`, 'first.txt', api.token);
      const { body } = await api.get<{ documents: { id: string }[] }>(`${base}/documents`);
      path = `${base}/documents/${body.documents[0]!.id}`;
    });

    it.each([
      ...HOSTILE_NAMES.map(([sent, asFile]) => [sent, asFile]),
      ['Invoice 3/2026', 'Invoice 3/2026'],
      [' a ', ' a '],
    ])('a document that is renamed to %j is stored and sent under a clean name', async (name, expected) => {
      const { status, body } = await api.patch<{ document: { name: string } }>(path, { name });
      expect([status, body.document.name]).toEqual([200, expected]);
      const file = await fetch(`${app.baseUrl}${path}/file`, { headers: { authorization: `Bearer ${api.token}` } });
      await file.body?.cancel();
      const [, sent = ''] = /filename\*=UTF-8''(.*)$/.exec(file.headers.get('content-disposition') ?? '') ?? [];
      expect(decodeURIComponent(sent)).toBe(expected);
    });

    it.each([...NO_FILE, '', 'x'.repeat(256)])('a document cannot be renamed to %j', async (name) => {
      expect((await api.patch(path, { name })).status).toBe(400);
    });

    it('a name that an earlier version stored is sent without what hides its extension', async () => {
      await poolOf(app).query(`update document set name = $1 where organization_id = $2`, [
        'inv\u202Efdp\r\n.exe',
        organizationId,
      ]);
      const file = await fetch(`${app.baseUrl}${path}/file`, { headers: { authorization: `Bearer ${api.token}` } });
      await file.body?.cancel();
      expect(file.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''invfdp.exe`);
    });
  });

  describe('archives', () => {
    it('the files in an uploaded archive are listed under clean names, without steps to other folders', async () => {
      const sent = ['../../secret.txt', 'plans\\roof\u202E.txt', '/etc/passwd', 'C:/x/\u200B../y\r\n.txt', '\u2028'];
      const content = zip(sent.map((name, number) => ({ name, content: `file ${number}` })));
      const { body } = await api.upload(organizationId, { name: 'all.zip', content });
      await app.drain();
      const { attachments } = (
        await api.get<{ attachments: { name: string }[] }>(`${base}/documents/${body.document.id}/attachments`)
      ).body;
      const expected = ['secret.txt', 'plans/roof.txt', 'etc/passwd', 'C:/x/y.txt', 'attachment-5'];
      expect(attachments.map(({ name }) => name)).toEqual(expected);
    });

    it('names that an earlier version stored are clean in a downloaded archive', async () => {
      const stored = ['../../a.txt', 'inv\u202Efdp.exe', 'one\r\ntwo.txt', '\u2066\u200B'];
      const documentIds: string[] = [];
      for (const name of stored) {
        const { body } = await api.upload(organizationId, { name: 'x.txt', content: createId('doc') });
        await poolOf(app).query('update document set name = $1 where id = $2', [name, body.document.id]);
        documentIds.push(body.document.id);
      }
      const archives = new ArchiveClient(api, organizationId);
      const { files } = await archives.download(await archives.urlFor({ documentIds }));
      expect([...files.keys()]).toEqual(['.._.._a.txt', 'invfdp.exe', 'one two.txt', 'document']);
    });
  });

  /** Where people give names: the route, its body, and where the response has the name. */
  const lineDoors: Record<string, (name: string) => Promise<{ status: number; name: unknown }>> = {
    'a tag': (name) => post(`${base}/tags`, { name, color: '#336699' }, 'tag'),
    'a property': (name) =>
      post(`${base}/custom-properties`, { name: `p ${name}`, type: 'text' }, 'propertyDefinition'),
    'a view': (name) => post(`${base}/document-views`, { name, query: 'x' }, 'documentView'),
    'a rule': (name) => post(`${base}/tagging-rules`, { ...aRule, name }, 'taggingRule'),
    'a webhook': (name) => post(`${base}/webhooks`, { ...aWebhook, name }, 'webhook'),
    'a file request': (title) => post(`${base}/file-requests`, { title }, 'fileRequest', 'title'),
    'an organization': async (name) => {
      const { status, body } = await own<Named>('POST', '/api/organizations', { name });
      return { status, name: body['organization']?.['name'] };
    },
    'a user': async (name) => {
      const { status, body } = await own<Named>('PUT', '/api/users/me', { name });
      return { status, name: body['user']?.['name'] };
    },
    'an API key': async (name) => {
      const { status, body } = await own<Named>('POST', '/api/api-keys', { name, permissions: ['tags:read'] });
      return { status, name: body['apiKey']?.['name'] };
    },
    'a new account': async (name) => {
      const email = `${createId('usr')}@example.com`;
      const { status, body } = await new Caller(app.baseUrl, PAGES).post('/api/auth/sign-up/email', {
        ...{ name, email, password: 'correct horse' },
      });
      return { status, name: (body as Named)['user']?.['name'] };
    },
    'a person of an identity provider': async (name) => {
      const { status, body } = await signInAs({ email: `${createId('usr')}@example.com`, name });
      return { status, name: body?.['name'] };
    },
  };
  type Named = Record<string, Record<string, unknown> | undefined>;
  const aWebhook = { url: 'http://127.0.0.9/hook', events: ['document:created'] };
  const aRule = { conditions: [], tagIds: [] as string[], changes: [{ kind: 'name', value: 'a' }] };
  async function post(path: string, sent: object, key: string, field = 'name') {
    const { status, body } = await api.post<Named>(path, sent);
    return { status, name: body[key]?.[field] };
  }
  async function signInAs(person: { email: string; name: string }) {
    provider.person = { sub: createId('usr'), email_verified: true, ...person };
    const caller = new Caller(app.baseUrl, PAGES, {}, new Map(), 'manual');
    const { body } = await caller.post('/api/auth/sign-in/social', { provider: 'acme', callbackURL: '/landed' });
    const { searchParams } = new URL((body as { url: string }).url);
    const state = searchParams.get('state') ?? '';
    const { headers } = await caller.get(
      `${new URL(searchParams.get('redirect_uri') ?? '').pathname}?code=c&state=${state}`,
    );
    const session = (await caller.get('/api/auth/get-session')).body as { user: Named[string] } | null;
    return { status: session ? 200 : 302, body: session?.user, location: headers.get('location') ?? '' };
  }

  describe.each(Object.entries(lineDoors))('the name of %s', (door, send) => {
    it.each(HOSTILE_NAMES.filter(([sent]) => sent.length < 45))(
      'the name %j is stored as one clean line',
      async (sent, _, expected) => {
        const { status, name } = await send(sent);
        expect([200, 201]).toContain(status);
        expect(name).toBe(door === 'a property' ? `p ${expected}` : expected);
      },
    );
  });

  it.each(NOTHING)('the name %j, of which nothing is visible, is refused', async (name) => {
    for (const [door, send] of Object.entries(lineDoors)) {
      // A provider that knows no name gives the name before the @ of the address.
      if (['a property', 'a person of an identity provider', 'a rule', 'a webhook'].includes(door)) continue;
      expect([door, (await send(name)).status]).toEqual([door, 400]);
    }
  });

  describe('an address', () => {
    it.each(HOSTILE_ADDRESSES)('%j is no address for an account, an invitation or the intake', async (email) => {
      const name = 'Ada';
      const caller = new Caller(app.baseUrl, PAGES);
      const signUp = await caller.post('/api/auth/sign-up/email', { name, email, password: 'correct horse' });
      const invited = await own('POST', `/api/organizations/${ownOrganizationId}/members/invitations`, {
        email,
        role: 'member',
      });
      const allowed = await api.put(`${base}/intake-emails/${intakeAddress.id}`, { allowedOrigins: [email] });
      const isDomain = email === '@example.com'; // all senders of it
      expect([signUp.status, invited.status, allowed.status]).toEqual([400, 400, isDomain ? 200 : 400]);
    });

    it.each(HOSTILE_ADDRESSES)(
      'a person whose identity provider names the address %j gets no account',
      async (email) => {
        const { status, location } = await signInAs({ email, name: 'Ada' });
        expect([status, location]).toEqual([302, expect.stringMatching(/error=email_not_found/)]);
      },
    );

    it('a mail whose sender is no address is refused', async () => {
      for (const from of HOSTILE_ADDRESSES)
        expect((await deliver(app.baseUrl, await formOf({ from, to: [intakeAddress.emailAddress] }))).status).toBe(400);
    });
  });
});
