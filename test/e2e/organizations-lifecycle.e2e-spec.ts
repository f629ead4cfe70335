import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';

interface OrganizationBody {
  organization: { id: string; name: string; deletedAt: string | null };
}

interface OrganizationsBody {
  organizations: {
    id: string;
    deletedAt: string | null;
    deletedBy: string | null;
    scheduledPurgeAt: string | null;
  }[];
}

let app: TestApp;
let origin: string;
let nextPerson = 0;

beforeAll(async () => {
  app = await startApp({ ORGANIZATIONS_DELETED_PURGE_DAYS_DELAY: '3', DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '5000' });
  origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
});
afterAll(() => app.close());

/** A signed-in user with an API key. */
async function aPerson(): Promise<{ session: Caller; api: ApiClient; userId: string }> {
  const session = new Caller(app.baseUrl, origin);
  nextPerson += 1;
  const signedUp = await session.post('/api/auth/sign-up/email', {
    name: 'Person',
    email: `life${nextPerson}@example.test`,
    password: 'a good password',
  });
  const permissions = ['organizations:create', 'organizations:read', 'organizations:update', 'organizations:delete'];
  const key = await session.post('/api/api-keys', {
    name: 'Key',
    permissions: [...permissions, 'documents:create', 'documents:read'],
  });
  expect([signedUp.status, key.status]).toEqual([200, 200]);
  const { user } = signedUp.body as { user: { id: string } };
  return { session, userId: user.id, api: new ApiClient(app.baseUrl, (key.body as { token: string }).token) };
}

async function anOrganization(api: ApiClient): Promise<string> {
  return (await api.post<OrganizationBody>('/api/organizations', { name: 'Lifecycle' })).body.organization.id;
}

async function addMember(organizationId: string, userId: string, role: 'admin' | 'member'): Promise<void> {
  await poolOf(app).query(
    `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
     values ('org_mem_' || substr(md5(random()::text), 1, 24), now(), now(), $1, $2, $3)`,
    [organizationId, userId, role],
  );
}

const listed = async (api: ApiClient, path = '/api/organizations') =>
  (await api.get<OrganizationsBody>(path)).body.organizations;
const code = (body: unknown) => (body as { error?: { code?: string } } | undefined)?.error?.code;

describe('deleted organizations', () => {
  it('hides a deleted organization, lists it for the user who deleted it, and restores its members and documents', async () => {
    const [owner, member] = [await aPerson(), await aPerson()];
    const id = await anOrganization(owner.api);
    await addMember(id, member.userId, 'admin');
    const { body } = await owner.api.upload(id, { name: 'kept.txt', content: 'kept' });
    expect((await owner.api.delete(`/api/organizations/${id}`)).status).toBe(204);

    for (const api of [owner.api, member.api]) {
      expect(await listed(api)).toEqual([]);
      for (const path of ['', '/documents', '/settings', `/documents/${body.document.id}/file`]) {
        const answer = await api.get(`/api/organizations/${id}${path}`);
        expect([answer.status, code(answer.body)]).toEqual([403, 'user.not_in_organization']);
      }
    }
    expect((await owner.api.delete(`/api/organizations/${id}`)).status).toBe(403);
    expect((await owner.api.upload(id, { name: 'late.txt', content: 'late' })).status).toBe(403);
    expect(await listed(member.api, '/api/organizations/deleted')).toEqual([]);
    const [deleted] = await listed(owner.api, '/api/organizations/deleted');
    expect(deleted).toMatchObject({ id, deletedBy: owner.userId });
    const days = (Date.parse(deleted?.scheduledPurgeAt ?? '') - Date.parse(deleted?.deletedAt ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(3, 1);

    expect((await owner.session.post(`/api/organizations/${id}/restore`, {})).status).toBe(204);
    expect(await listed(owner.api, '/api/organizations/deleted')).toEqual([]);
    for (const api of [owner.api, member.api]) {
      expect(await listed(api)).toMatchObject([{ id, deletedAt: null, deletedBy: null, scheduledPurgeAt: null }]);
      expect((await api.get(`/api/organizations/${id}/documents/${body.document.id}`)).status).toBe(200);
    }
    const { rows } = await poolOf(app).query<{ name: string }>(
      `select name from event where organization_id = $1 and name like 'organization:%' order by position`,
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'organization:created',
      'organization:deleted',
      'organization:restored',
    ]);
  });

  it('lets only an owner delete an organization', async () => {
    const [owner, admin, nonMember] = [await aPerson(), await aPerson(), await aPerson()];
    const id = await anOrganization(owner.api);
    await addMember(id, admin.userId, 'admin');
    const byAdmin = await admin.api.delete(`/api/organizations/${id}`);
    expect([byAdmin.status, code(byAdmin.body)]).toEqual([403, 'user.not_organization_owner']);
    const byNonMember = await nonMember.api.delete(`/api/organizations/${id}`);
    expect([byNonMember.status, code(byNonMember.body)]).toEqual([403, 'user.not_in_organization']);
    expect(await listed(owner.api)).toHaveLength(1);
  });

  it('lets only the user who deleted an organization restore it, from a session and before the deadline', async () => {
    const [owner, other] = [await aPerson(), await aPerson()];
    const id = await anOrganization(owner.api);
    const restore = (caller: Caller, which = id) => caller.post(`/api/organizations/${which}/restore`, {});
    const outcome = async (answer: ReturnType<typeof restore>) => [(await answer).status, code((await answer).body)];
    expect(await outcome(restore(owner.session))).toEqual([403, 'organization.not_deleted']);
    await owner.api.delete(`/api/organizations/${id}`);
    expect(await outcome(restore(other.session))).toEqual([403, 'organization.only_previous_owner_can_restore']);
    const byKey = await owner.api.post(`/api/organizations/${id}/restore`);
    expect([byKey.status, code(byKey.body)]).toEqual([403, 'auth.forbidden']);
    expect(await outcome(restore(new Caller(app.baseUrl, origin)))).toEqual([401, 'auth.unauthorized']);
    expect(await outcome(restore(owner.session, 'org_000000000000000000000000'))).toEqual([
      404,
      'organization.not_found',
    ]);
    expect(await outcome(restore(owner.session, 'org_1'))).toEqual([400, 'server.invalid_request.params']);

    await poolOf(app).query(`update organization set scheduled_purge_at = now() - interval '1 second' where id = $1`, [
      id,
    ]);
    expect(await outcome(restore(owner.session))).toEqual([404, 'organization.not_found']);
    expect(await listed(owner.api, '/api/organizations/deleted')).toEqual([]);
  });

  it('deletes and restores an organization once when ten requests arrive at the same time', async () => {
    const owner = await aPerson();
    const id = await anOrganization(owner.api);
    const ten = Array.from({ length: 10 });
    const deleted = await Promise.all(ten.map(() => owner.api.delete(`/api/organizations/${id}`)));
    expect(deleted.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 403)]);
    const restored = await Promise.all(ten.map(() => owner.session.post(`/api/organizations/${id}/restore`, {})));
    expect(restored.map(({ status }) => status).sort()).toEqual([204, ...Array.from({ length: 9 }, () => 403)]);
    expect(await listed(owner.api)).toHaveLength(1);
  });

  it('a deleted organization does not count towards the limit per user', async () => {
    const owner = await aPerson();
    const ids = [];
    for (let count = 0; count < 10; count += 1) ids.push(await anOrganization(owner.api));
    const refused = await owner.api.post('/api/organizations', { name: 'Too many' });
    expect([refused.status, code(refused.body)]).toEqual([403, 'user.max_organization_count_reached']);
    await owner.api.delete(`/api/organizations/${ids[0] ?? ''}`);
    expect((await owner.api.post('/api/organizations', { name: 'One more' })).status).toBe(200);
  });

  it('hides a deleted organization from an API key bound to another one', async () => {
    const owner = await aPerson();
    const [deleted, other] = [await anOrganization(owner.api), await anOrganization(owner.api)];
    const key = await owner.session.post('/api/api-keys', {
      name: 'Bound',
      permissions: ['organizations:read'],
      allOrganizations: false,
      organizationIds: [other],
    });
    await owner.api.delete(`/api/organizations/${deleted}`);
    const bound = new ApiClient(app.baseUrl, (key.body as { token: string }).token);
    expect(await listed(bound, '/api/organizations/deleted')).toEqual([]);
  });
});

describe('organization settings', () => {
  it('returns the defaults first and lets owners change single settings', async () => {
    const [owner, admin] = [await aPerson(), await aPerson()];
    const id = await anOrganization(owner.api);
    await addMember(id, admin.userId, 'admin');
    const path = `/api/organizations/${id}/settings`;
    const get = async (api: ApiClient) => (await api.get(path)).body;
    const documents = { dateDetection: 'auto', isInboxEnabled: false, learnedFiling: 'suggest' };
    const settings = (autoTagging: object) => ({ organizationSettings: { ai: { autoTagging }, documents } });
    expect(await get(admin.api)).toEqual(
      settings({
        isEnabled: false,
        canCreateNewTags: false,
        maxTags: 5,
        canSuggestDetails: false,
        canSuggestProperties: false,
      }),
    );

    const first = await owner.api.patch(path, { ai: { autoTagging: { isEnabled: true } } });
    expect([first.status, first.body]).toEqual([204, '']);
    expect((await owner.api.patch(path, { ai: { autoTagging: { maxTags: 12 } } })).status).toBe(204);
    expect(await get(owner.api)).toEqual(
      settings({
        isEnabled: true,
        canCreateNewTags: false,
        maxTags: 12,
        canSuggestDetails: false,
        canSuggestProperties: false,
      }),
    );
    expect((await owner.api.patch(path, { ai: { autoTagging: { isEnabled: false } } })).status).toBe(204);
    expect(await get(owner.api)).toEqual(
      settings({
        isEnabled: false,
        canCreateNewTags: false,
        maxTags: 12,
        canSuggestDetails: false,
        canSuggestProperties: false,
      }),
    );
    expect((await owner.api.patch(path, {})).status).toBe(204);

    const byAdmin = await admin.api.patch(path, { ai: { autoTagging: { maxTags: 1 } } });
    expect([byAdmin.status, code(byAdmin.body)]).toEqual([403, 'user.not_organization_owner']);
    for (const body of [
      { ai: null },
      { ai: [] },
      { ai: { autoTagging: { maxTags: 0 } } },
      { ai: { autoTagging: { maxTags: 101 } } },
      { ai: { autoTagging: { maxTags: null } } },
      { ai: { autoTagging: { canSuggestDetails: 'yes' } } },
      { ai: { autoTagging: { canSuggestProperties: 1 } } },
      { ai: { autoTagging: { isEnabled: 'yes' } } },
      { ai: { autoTagging: { unknown: true } } },
      { theme: 'dark' },
    ]) {
      const refused = await owner.api.patch(path, body);
      expect([refused.status, code(refused.body)]).toEqual([400, 'server.invalid_request.body']);
    }
  });
});

describe('plans and usage of a self-hosted server', () => {
  const limits = {
    maxDocumentStorageBytes: null,
    maxFileSize: 5000,
    maxIntakeEmailsCount: 100,
    maxOrganizationsMembersCount: null,
    aiCreditsPerMonth: null,
  };

  it('returns the free plan and the usage of an organization to its members', async () => {
    const owner = await aPerson();
    const id = await anOrganization(owner.api);
    await owner.api.upload(id, { name: 'ten.txt', content: '0123456789' });
    expect((await owner.session.post(`/api/organizations/${id}/intake-emails`, {})).status).toBe(200);
    expect((await owner.session.get(`/api/organizations/${id}/subscription`)).body).toEqual({
      subscription: null,
      plan: { id: 'free', name: 'Free', limits },
    });
    expect((await owner.session.get(`/api/organizations/${id}/usage`)).body).toEqual({
      usage: {
        documentsStorage: { used: 10, deleted: 0, limit: null },
        intakeEmailsCount: { used: 1, limit: 100 },
        membersCount: { used: 1, limit: null },
        aiCredits: { used: 0, limit: null },
      },
      limits,
    });
    expect((await owner.session.get('/api/plan-entitlements')).body).toEqual({ planEntitlements: [] });
    expect(await owner.session.send('POST', '/api/plan-entitlements/selfhst-premium/claim')).toMatchObject({
      status: 403,
      body: { error: { code: 'plan_entitlements.claims_not_enabled' } },
    });
    expect((await owner.session.send('POST', '/api/plan-entitlements/unknown/claim')).status).toBe(400);
    const nonMember = await aPerson();
    expect((await nonMember.session.get(`/api/organizations/${id}/usage`)).status).toBe(403);
    expect((await owner.api.get(`/api/organizations/${id}/usage`)).status).toBe(403);
  });
});

describe('the public configuration', () => {
  it('the public configuration returns without sign-in what a client needs before sign-in', async () => {
    const { status, body } = await new ApiClient(app.baseUrl, undefined).get('/api/config');
    expect(status).toBe(200);
    expect(body).toEqual({
      config: {
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        gitCommitSha: 'unknown',
        gitCommitDate: 'unknown',
        auth: {
          isEmailVerificationRequired: false,
          isPasswordResetEnabled: false,
          isRegistrationEnabled: true,
          showLegalLinksOnAuthPage: false,
          secondFactor: { isEnabled: true },
          passkeys: { isEnabled: true },
          providers: {
            email: { isEnabled: true },
            github: { isEnabled: false },
            google: { isEnabled: false },
            customs: [],
          },
        },
        setup: { isNeeded: false, needsCode: false },
        upload: { maxBytes: 5000, isResumable: true },
        documents: {
          deletedDocumentsRetentionDays: 30,
          renderedTypes: [
            'application/xhtml+xml',
            'message/rfc822',
            'text/csv',
            'text/html',
            'text/markdown',
            'text/tab-separated-values',
          ],
        },
        intakeEmails: { isEnabled: false },
        organizations: { deletedOrganizationsPurgeDaysDelay: 3 },
        autoTagging: { isEnabled: false },
      },
    });
  });
});
