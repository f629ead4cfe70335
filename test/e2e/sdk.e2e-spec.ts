import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ArchivoltError, createClient, type Client } from '@archivolt/sdk';
import { startApp, type TestApp } from '../support/app.js';

/** Sign-in requires an origin, as browsers send it. */
const ORIGIN = 'http://localhost:1221';
const ORGANIZATION = '/api/organizations/{organizationId}';

describe('the SDK', () => {
  let app: TestApp;
  let archivolt: Client;

  beforeAll(async () => {
    app = await startApp({ APP_BASE_URL: ORIGIN });
    archivolt = createClient({ baseUrl: app.baseUrl, token: await keyOfNewUser(app) });
  });
  afterAll(() => app.close());

  it('the SDK signs up, creates an API key, and covers tags, rules, upload, search, tasks, trash and restore', async () => {
    const { organization } = await archivolt.request('POST /api/organizations', { body: { name: 'Family papers' } });
    const path = { organizationId: organization.id };
    const { tag } = await archivolt.request(`POST ${ORGANIZATION}/tags`, {
      path,
      body: { name: 'To pay', color: '#aa3366' },
    });
    const { taggingRule } = await archivolt.request(`POST ${ORGANIZATION}/tagging-rules`, {
      path,
      body: {
        name: 'Invoices',
        conditions: [{ field: 'content', operator: 'contains', value: 'invoice' }],
        tagIds: [tag.id],
        enabled: false,
      },
    });

    const file = new File(['Invoice no. 4711 for marzipan'], 'Ärger & Geld.txt', { type: 'text/plain' });
    const { document } = await archivolt.upload(organization.id, file, { ocrLanguages: ['deu', 'eng'] });
    expect(document).toMatchObject({ name: 'Ärger & Geld.txt', extraction: { status: 'pending' } });
    const one = { ...path, documentId: document.id };
    await app.drain();
    const read = await archivolt.request(`GET ${ORGANIZATION}/documents/{documentId}`, { path: one });
    expect(read.document).toMatchObject({
      content: 'Invoice no. 4711 for marzipan',
      extraction: { status: 'completed' },
    });

    const find = async (searchQuery: string): Promise<string[]> => {
      const query = { searchQuery, sortField: 'name', sortOrder: 'asc', pageSize: 10 } as const;
      const { documents } = await archivolt.request(`GET ${ORGANIZATION}/documents`, { path, query });
      return documents.map(({ id }) => id);
    };
    expect(await find('marzipan & 4711')).toEqual([document.id]);
    expect(await find('tag:"to pay"')).toEqual([]);

    const rule = { ...path, taggingRuleId: taggingRule.id };
    const { taskId } = await archivolt.request(`POST ${ORGANIZATION}/tagging-rules/{taggingRuleId}/apply`, {
      path: rule,
    });
    await app.drain();
    const { task } = await archivolt.request(`GET ${ORGANIZATION}/tasks/{taskId}`, { path: { ...path, taskId } });
    expect(task).toMatchObject({ status: 'completed', progress: { processed: 1, total: 1 } });
    expect(await find('tag:"to pay"')).toEqual([document.id]);

    const stored = await archivolt.request(`GET ${ORGANIZATION}/documents/{documentId}/file`, { path: one });
    expect(await stored.text()).toBe('Invoice no. 4711 for marzipan');

    await archivolt.request(`DELETE ${ORGANIZATION}/documents/{documentId}`, { path: one });
    expect(await find('marzipan')).toEqual([]);
    const trash = await archivolt.request(`GET ${ORGANIZATION}/documents/deleted`, { path });
    expect(trash.documents.map(({ id, isDeleted }) => [id, isDeleted])).toEqual([[document.id, true]]);
    await archivolt.request(`POST ${ORGANIZATION}/documents/{documentId}/restore`, { path: one });
    expect(await find('marzipan')).toEqual([document.id]);
  });

  it('the SDK throws an error with status, code, details and request id', async () => {
    const wrong = archivolt.request('POST /api/organizations', { body: { name: 'ab' } });
    await expect(wrong).rejects.toBeInstanceOf(ArchivoltError);
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      code: 'server.invalid_request.body',
      details: [{ path: 'name' }],
      requestId: expect.stringMatching(/^req_/),
    });
    const unauthenticated = createClient({
      baseUrl: app.baseUrl,
      token: `ppapi_${'x'.repeat(64)}`,
      headers: { origin: ORIGIN },
    });
    await expect(unauthenticated.request('GET /api/organizations')).rejects.toMatchObject({
      status: 401,
      code: 'auth.unauthorized',
    });
    const credentials = { email: 'unknown@example.com', password: 'not the password' };
    await expect(unauthenticated.request('POST /api/auth/sign-in/email', { body: credentials })).rejects.toMatchObject({
      status: 401,
      code: 'INVALID_EMAIL_OR_PASSWORD',
    });
  });
});

/** Signs up as a browser does and creates an API key with the session. */
async function keyOfNewUser({ baseUrl }: TestApp): Promise<string> {
  let cookie = '';
  const keepCookie: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return response;
  };
  const visitor = createClient({ baseUrl, headers: { origin: ORIGIN }, fetch: keepCookie });
  const account = { name: 'Ada Example', email: 'ada@example.com', password: 'correct horse' };
  const { user } = await visitor.request('POST /api/auth/sign-up/email', { body: account });
  expect(user).toMatchObject({ name: 'Ada Example', email: 'ada@example.com' });
  const session = createClient({ baseUrl, headers: { cookie } });
  const { token } = await session.request('POST /api/api-keys', {
    body: {
      name: 'script',
      permissions: ['organizations', 'documents', 'tags', 'tagging-rules'].flatMap((group) =>
        (['create', 'read', 'update', 'delete'] as const).map((verb) => `${group}:${verb}` as 'tags:read'),
      ),
    },
  });
  return token;
}
