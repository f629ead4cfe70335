import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { addMember } from '../authorization/archive.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { signIn, type SignedIn } from './signed-in.js';

const LIMIT = 3;
const TOGETHER = 8;

interface ErrorBody {
  error: { code: string; message: string };
}

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startApp({
    TAGGING_RULES_MAX_PER_ORGANIZATION: String(LIMIT),
    AUTH_MAX_API_KEYS_PER_USER: String(LIMIT),
    AUTH_MAX_SESSIONS_PER_USER: String(LIMIT),
    MAX_MEMBERS_PER_ORGANIZATION: String(LIMIT),
    MAX_PENDING_INVITATIONS_PER_ORGANIZATION: String(LIMIT),
    TASKS_MAX_UNFINISHED_PER_ORGANIZATION: String(LIMIT),
    DOCUMENT_UPLOADS_MAX_PARTS: String(LIMIT),
    MAX_ORGANIZATION_COUNT_PER_USER: '1',
    INTAKE_EMAILS_IS_ENABLED: 'true',
    INTAKE_EMAILS_WEBHOOK_SECRET: 'a secret of the mail service'.padEnd(32, '.'),
    INTAKE_EMAILS_CATCH_ALL_DOMAIN: 'in.example.com',
    WEBHOOK_URL_ALLOWED_HOSTNAMES: 'hooks.example.test',
  });
});
afterAll(() => app.close());

const aPerson = (): Promise<SignedIn> => signIn(app, `limited${(people += 1)}@example.test`);
const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const inTurn = async <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> => {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
};

/** How many succeeded, and the codes of the others. */
function outcomes(responses: readonly ApiResponse<unknown>[]): { succeeded: number; refused: string[] } {
  const refused = responses.filter(({ status }) => status >= 400).map(({ body }) => (body as ErrorBody).error.code);
  return { succeeded: responses.length - refused.length, refused: [...new Set(refused)] };
}

async function aTeam(): Promise<{ owner: SignedIn; organizationId: string; base: string }> {
  const owner = await aPerson();
  const { body } = await owner.session.post<{ organization: { id: string } }>('/api/organizations', { name: 'Team' });
  return { owner, organizationId: body.organization.id, base: `/api/organizations/${body.organization.id}` };
}

async function aTag(api: ApiClient, base: string, name: string): Promise<string> {
  return (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#336699' })).body.tag.id;
}

describe('limits of what members, keys and visitors create', () => {
  const aRule = (fields: object) => ({ name: 'Rule', conditions: [], ...fields });

  it('an organization has no more tagging rules than the limit, even when many are created at once', async () => {
    const { owner, base } = await aTeam();
    const tagId = await aTag(owner.session, base, 'A');
    const create = () => owner.session.post(`${base}/tagging-rules`, aRule({ tagIds: [tagId] }));
    expect(outcomes(await times(TOGETHER, create))).toEqual({
      succeeded: LIMIT,
      refused: ['tagging-rules.limit-reached'],
    });
    const { body } = await owner.session.get<{ taggingRules: { id: string }[] }>(`${base}/tagging-rules`);
    expect(body.taggingRules).toHaveLength(LIMIT);
    const refused = await create();
    expect(refused).toMatchObject({ status: 409 });
    expect((refused.body as ErrorBody).error.message).toContain('TAGGING_RULES_MAX_PER_ORGANIZATION');
    await owner.session.delete(`${base}/tagging-rules/${body.taggingRules[0]?.id}`);
    expect(await create()).toMatchObject({ status: 200 });
    const other = await aTeam();
    const otherTag = await aTag(other.owner.session, other.base, 'A');
    expect(await other.owner.session.post(`${other.base}/tagging-rules`, aRule({ tagIds: [otherTag] }))).toMatchObject({
      status: 200,
    });
  });

  it('the rules of an organization add no more tags together than twenty for each allowed rule', async () => {
    const { owner, base } = await aTeam();
    const tagIds = await inTurn(31, (index) => aTag(owner.session, base, `t${index}`));
    const rules = `${base}/tagging-rules`;
    const first = await owner.session.post<{ taggingRule: { id: string } }>(rules, aRule({ tagIds }));
    expect(first.status).toBe(200);
    const fit = aRule({ tagIds: tagIds.slice(0, 29) });
    const second = await owner.session.post<{ taggingRule: { id: string } }>(rules, fit);
    expect(second.status).toBe(200);
    const one = aRule({ tagIds: tagIds.slice(0, 1) });
    expect(outcomes([await owner.session.post(rules, one)]).refused).toEqual(['tagging-rules.limit-reached']);
    const larger = aRule({ tagIds: tagIds.slice(0, 30) });
    const change = (fields: object) => owner.session.put(`${rules}/${second.body.taggingRule.id}`, fields);
    expect(outcomes([await change(larger)]).refused).toEqual(['tagging-rules.limit-reached']);
    expect(await change(aRule({ tagIds: tagIds.slice(0, 28) }))).toMatchObject({ status: 204 });
    expect(await owner.session.post(rules, one)).toMatchObject({ status: 200 });
  });

  it('a user has no more API keys than the limit, even when many are created at once', async () => {
    const { session } = await aPerson();
    const create = (index: number) =>
      session.post<{ apiKey: { id: string } }>('/api/api-keys', { name: `${index}`, permissions: ['tags:read'] });
    const made = await times(TOGETHER, create);
    expect(outcomes(made)).toEqual({ succeeded: LIMIT, refused: ['api_keys.limit_reached'] });
    const { id = '' } = made.find(({ status }) => status === 200)?.body.apiKey ?? {};
    await session.delete(`/api/api-keys/${id}`);
    expect(await create(0)).toMatchObject({ status: 200 });
    expect(
      await (await aPerson()).session.post('/api/api-keys', { name: 'a', permissions: ['tags:read'] }),
    ).toMatchObject({ status: 200 });
  });

  it('a further sign-in ends the oldest session of a user', async () => {
    const { userId } = await app.aUser({ email: 'sessions@example.test' });
    const body = { email: 'sessions@example.test', password: 'correct horse' };
    const origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
    const headers = { 'content-type': 'application/json', origin };
    const signedIn = await inTurn(LIMIT + 2, () =>
      fetch(`${app.baseUrl}/api/auth/sign-in/email`, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    expect(signedIn.map(({ status }) => status)).toEqual(signedIn.map(() => 200));
    const { rows } = await poolOf(app).query<{ count: number }>(
      'select count(*)::int as count from auth_session where user_id = $1',
      [userId],
    );
    expect(rows[0]?.count).toBe(LIMIT);
    const reads = await Promise.all(
      signedIn.map(async (response) => {
        const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        return (await fetch(`${app.baseUrl}/api/users/me`, { headers: { cookie } })).status;
      }),
    );
    expect(reads).toEqual([401, 401, 200, 200, 200]);
  });

  it('no more invitations of an organization wait than the limit, even when owner and admin send many at once', async () => {
    const { owner, organizationId, base } = await aTeam();
    const admin = await aPerson();
    await addMember(app, organizationId, { userId: admin.userId, role: 'admin' });
    const invite = (by: SignedIn, email: string) =>
      by.session.post<{ invitation: { id: string } }>(`${base}/members/invitations`, { email, role: 'member' });
    const sent = await times(TOGETHER, (index) => invite(index % 2 === 0 ? owner : admin, `w${index}@example.test`));
    expect(outcomes(sent)).toEqual({
      succeeded: LIMIT,
      refused: ['organization.pending_invitation_limit_reached'],
    });
    const { id = '' } = sent.find(({ status }) => status === 200)?.body.invitation ?? {};
    expect(await owner.session.post(`/api/invitations/${id}/cancel`)).toMatchObject({ status: 204 });
    expect(await invite(owner, 'another@example.test')).toMatchObject({ status: 200 });
    expect(outcomes([await owner.session.post(`/api/invitations/${id}/resend`)]).refused).toEqual([
      'organization.pending_invitation_limit_reached',
    ]);
  });

  it('an organization has no more members than the limit, even when many accept at once', async () => {
    const { owner, base } = await aTeam();
    const invited = await inTurn(LIMIT, async () => {
      const person = await aPerson();
      const fields = { email: person.email, role: 'member' };
      const { body } = await owner.session.post<{ invitation: { id: string } }>(`${base}/members/invitations`, fields);
      return { person, invitationId: body.invitation.id };
    });
    const accepted = await Promise.all(
      invited.map(({ person, invitationId }) => person.session.post(`/api/invitations/${invitationId}/accept`)),
    );
    expect(outcomes(accepted)).toEqual({ succeeded: LIMIT - 1, refused: ['organization.member_limit_reached'] });
    const { body } = await owner.session.get<{ members: { id: string; userId: string }[] }>(`${base}/members`);
    expect(body.members).toHaveLength(LIMIT);
    const leaving = body.members.find(({ userId }) => userId !== owner.userId);
    await owner.session.delete(`${base}/members/${leaving?.id}`);
    const late = invited[accepted.findIndex(({ status }) => status === 409)];
    expect(await late?.person.session.post(`/api/invitations/${late.invitationId}/accept`)).toMatchObject({
      status: 204,
    });
  });

  it('no more tasks of an organization wait or run than the limit, even when many are requested at once', async () => {
    const { api, organizationId } = await app.anArchive();
    const base = `/api/organizations/${organizationId}`;
    const documents = await inTurn(TOGETHER, async (index) => {
      return (await api.upload(organizationId, { name: `${index}.txt`, content: `${index}` })).body.document.id;
    });
    await app.drain();
    const reprocess = (id: string) => api.post(`${base}/documents/${id}/reprocess`);
    expect(outcomes(await Promise.all(documents.map(reprocess)))).toEqual({
      succeeded: LIMIT,
      refused: ['tasks.limit_reached'],
    });
    const more = await Promise.all([
      api.post(`${base}/documents/batch/reprocess`, { filter: { documentIds: documents } }),
      api.post(`${base}/documents/batch/trash`, { filter: { documentIds: documents } }, { prefer: 'respond-async' }),
    ]);
    expect(outcomes(more)).toEqual({ succeeded: 0, refused: ['tasks.limit_reached'] });
    await app.drain();
    expect(await reprocess(documents[0] ?? '')).toMatchObject({ status: 202 });
    await app.drain();
  });

  it('an upload arrives in no more parts than the limit', async () => {
    const { api, organizationId } = await app.anArchive();
    const uploads = `/api/organizations/${organizationId}/uploads`;
    const tus = { 'tus-resumable': '1.0.0' };
    const begun = await fetch(app.baseUrl + uploads, {
      method: 'POST',
      headers: {
        ...tus,
        authorization: `Bearer ${api.token}`,
        'upload-length': '10',
        'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
      },
    });
    expect(begun.status).toBe(201);
    const address = new URL(begun.headers.get('location') ?? '', app.baseUrl).pathname;
    const send = (offset: number, bytes: string) =>
      fetch(app.baseUrl + address, {
        method: 'PATCH',
        headers: {
          ...tus,
          authorization: `Bearer ${api.token}`,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
        },
        body: bytes,
      });
    const sent = await inTurn(LIMIT + 1, (offset) => send(offset, 'x'));
    expect(sent.map(({ status }) => status)).toEqual([204, 204, 204, 409]);
    expect(await sent.at(-1)?.json()).toMatchObject({ error: { code: 'uploads.too_many_parts' } });
    // The last part makes a document of the upload: it is not kept.
    expect((await send(LIMIT, 'x'.repeat(10 - LIMIT))).ok).toBe(true);
  });

  it('a user cannot create and delete organizations without end', async () => {
    const { session } = await aPerson();
    const made = await inTurn(12, async () => {
      const response = await session.post<{ organization: { id: string } }>('/api/organizations', { name: 'Gone' });
      if (response.status === 200) await session.delete(`/api/organizations/${response.body.organization.id}`);
      return response;
    });
    expect(outcomes(made)).toEqual({ succeeded: 10, refused: ['user.too_many_deleted_organizations'] });
    const { body } = await session.get<{ organizations: { id: string }[] }>('/api/organizations/deleted');
    expect(await session.post(`/api/organizations/${body.organizations[0]?.id}/restore`)).toMatchObject({
      status: 204,
    });
  });
});

describe('pages of lists', () => {
  let owner: SignedIn;
  let base: string;
  let documentId: string;
  let administrator: SignedIn;
  let adminBase: string;

  beforeAll(async () => {
    let organizationId: string;
    ({ owner, base, organizationId } = await aTeam());
    const { session } = owner;
    administrator = await aPerson();
    await poolOf(app).query('update "user" set is_admin = true where id = $1', [administrator.userId]);
    documentId = (await session.upload(organizationId, { name: 'a.txt', content: 'text' })).body.document.id;
    for (const index of [1, 2, 3]) {
      const tagId = await aTag(session, base, `Tag ${index}`);
      const name = `Name ${index}`;
      const requests: [path: string, body: object][] = [
        [`${base}/tagging-rules`, { name, conditions: [], tagIds: [tagId] }],
        [`${base}/custom-properties`, { name, type: 'text' }],
        [`${base}/document-views`, { name, query: 'tag:a' }],
        [`${base}/webhooks`, { name, url: 'https://hooks.example.test/', events: ['document:created'] }],
        [`${base}/file-requests`, { title: name }],
        [`${base}/intake-emails`, {}],
        [`${base}/members/invitations`, { email: `page${index}@example.test`, role: 'member' }],
        [`${base}/documents/${documentId}/share-links`, {}],
      ];
      for (const [path, fields] of requests) {
        const { status } = await session.post(path, fields);
        expect([path, Math.floor(status / 100)]).toEqual([path, 2]);
      }
    }
    for (const name of ['First', 'Second', 'Third'])
      await session.post('/api/api-keys', { name, permissions: ['tags:read'] });
    for (const role of ['member', 'viewer'] as const) {
      await addMember(app, organizationId, { userId: (await aPerson()).userId, role });
    }
    // The user belongs to several organizations, is invited to several, and has deleted several.
    for (let round = 0; round < 3; round += 1) {
      const other = await aTeam();
      await addMember(app, other.organizationId, { userId: owner.userId, role: 'member' });
      const inviting = await aTeam();
      await inviting.owner.session.post(`${inviting.base}/members/invitations`, { email: owner.email, role: 'member' });
      const deleted = await aTeam();
      await deleted.owner.session.delete(deleted.base);
      await poolOf(app).query('update organization set deleted_by = $1 where id = $2', [
        owner.userId,
        deleted.organizationId,
      ]);
    }
    adminBase = `/api/admin/organizations/${organizationId}`;
  });

  it.each<[list: string, path: () => string, by?: () => SignedIn]>([
    ['taggingRules', () => `${base}/tagging-rules`],
    ['tags', () => `${base}/tags`],
    ['propertyDefinitions', () => `${base}/custom-properties`],
    ['documentViews', () => `${base}/document-views`],
    ['webhooks', () => `${base}/webhooks`],
    ['fileRequests', () => `${base}/file-requests`],
    ['intakeEmails', () => `${base}/intake-emails`],
    ['members', () => `${base}/members`],
    ['invitations', () => `${base}/members/invitations`],
    ['shareLinks', () => `${base}/share-links`],
    ['shareLinks', () => `${base}/documents/${documentId}/share-links`],
    ['apiKeys', () => '/api/api-keys'],
    ['organizations', () => '/api/organizations'],
    ['organizations', () => '/api/organizations/deleted'],
    ['invitations', () => '/api/invitations'],
    ['members', () => `${adminBase}/members`, () => administrator],
    ['webhooks', () => `${adminBase}/webhooks`, () => administrator],
    ['intakeEmails', () => `${adminBase}/intake-emails`, () => administrator],
  ])('the pages of %s at %s are together the list without a page', async (list, path, by = () => owner) => {
    const read = async (query: string): Promise<{ id: string }[]> => {
      const { status, body } = await by().session.get<Record<string, { id: string }[]>>(path() + query);
      expect(status).toBe(200);
      return body[list] ?? [];
    };
    const whole = await read('');
    expect(whole.length).toBeGreaterThanOrEqual(3);
    const pages = await inTurn(whole.length, (index) => read(`?pageSize=1&pageIndex=${index}`));
    expect(pages.map((page) => page.length)).toEqual(whole.map(() => 1));
    expect(pages.flat().map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect((await read('?pageSize=2&pageIndex=0')).map(({ id }) => id)).toEqual(whole.slice(0, 2).map(({ id }) => id));
    expect(await read(`?pageIndex=${whole.length}`)).toEqual([]);
    expect(await read(`?pageIndex=${Number.MAX_SAFE_INTEGER}`)).toEqual([]);
    for (const query of ['?pageSize=0', '?pageSize=1001', '?pageIndex=-1', '?pageSize=many']) {
      expect(await by().session.get(path() + query)).toMatchObject({ status: 400 });
    }
  });

  it('the number of invitations is that of the list', async () => {
    expect((await owner.session.get('/api/invitations/count')).body).toEqual({ pendingInvitationsCount: 3 });
  });
});
