import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { Caller } from './caller.js';

const PASSWORD = 'correct horse';

describe('the administration of users', () => {
  let app: TestApp;
  let origin: string;
  let administrator: Caller;
  let administratorId: string;

  const caller = () => new Caller(app.baseUrl, origin);
  const signUp = async (name: string, email = `${name.toLowerCase().replaceAll(/\W/g, '')}@example.com`) => {
    const session = caller();
    const { status, body } = await session.post('/api/auth/sign-up/email', { name, email, password: PASSWORD });
    expect(status).toBe(200);
    return { session, email, id: (body as { user: { id: string } }).user.id };
  };
  const signIn = (email: string) => caller().post('/api/auth/sign-in/email', { email, password: PASSWORD });
  const patch = (id: string, body: object, by = administrator) =>
    by.send('PATCH', `/api/admin/users/${id}`, JSON.stringify(body), 'application/json');

  beforeAll(async () => {
    app = await startApp({ AUTH_ATTEMPTS_PER_ADDRESS: '1000' });
    origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
    const first = await signUp('First');
    administrator = first.session;
    administratorId = first.id;
  });
  afterAll(() => app.close());

  it('lists users newest first, by pages, with the number of their organizations', async () => {
    const { id, session } = await signUp('Lovelace');
    expect((await session.post('/api/organizations', { name: 'Engine' })).status).toBe(200);
    const { body } = await administrator.get('/api/admin/users?pageSize=1');
    expect(body).toMatchObject({
      users: [{ id, email: 'lovelace@example.com', organizationCount: 1, isAdmin: false, disabledAt: null }],
      pageIndex: 0,
      pageSize: 1,
    });
    const { totalCount } = body as { totalCount: number };
    expect((await administrator.get('/api/admin/users/count')).body).toEqual({ userCount: totalCount });
    const last = (await administrator.get(`/api/admin/users?pageSize=1&pageIndex=${totalCount - 1}`)).body;
    expect(last).toMatchObject({ users: [{ id: administratorId, isAdmin: true }] });
  });

  it.each([
    ['a part of the address in another case', 'SEARCHED%5F', 1],
    ['a part of the name with a percent sign', '100%25 sure', 1],
    ['a percent sign, which stands for itself', '%25', 1],
    ['an underscore, which stands for itself', '_', 1],
    ['a backslash, which stands for itself', '%5C', 0],
    ['a word that no user has', 'unknown-word', 0],
  ])('finds users by %s', async (_, search, found) => {
    await poolOf(app).query(
      `insert into "user" (id, created_at, updated_at, email, name)
       values ('usr_searchedsearchedsearched', now(), now(), 'searched_@example.org', '100% sure') on conflict do nothing`,
    );
    const { status, body } = await administrator.get(`/api/admin/users?search=${search}`);
    expect({ status, totalCount: (body as { totalCount: number }).totalCount }).toEqual({
      status: 200,
      totalCount: found,
    });
  });

  it('shows one user with the organizations, the roles and the limit that applies', async () => {
    const { id, session } = await signUp('Hopper');
    await session.post('/api/organizations', { name: 'Navy' });
    const { body } = await administrator.get(`/api/admin/users/${id}`);
    expect(body).toMatchObject({
      user: { id, maxOrganizationCount: expect.any(Number) as unknown },
      organizations: [{ name: 'Navy' }],
      roles: [],
      planEntitlements: [],
      availablePlanEntitlementTypes: ['selfhst-premium'],
    });
    expect((await administrator.get('/api/admin/users/usr_aaaaaaaaaaaaaaaaaaaaaaaa')).body).toMatchObject({
      error: { code: 'users.not_found' },
    });
  });

  it('disables a user: sessions end, keys and the right password are refused, until the user is enabled', async () => {
    const { id, session, email } = await signUp('Disabled');
    const { body } = await session.post('/api/api-keys', { name: 'key', permissions: ['organizations:read'] });
    const { token } = body as { token: string };
    const withKey = () => fetch(`${app.baseUrl}/api/organizations`, { headers: { authorization: `Bearer ${token}` } });
    expect((await withKey()).status).toBe(200);
    expect((await patch(id, { isDisabled: true })).body).toMatchObject({
      user: { disabledAt: expect.any(String) as unknown },
    });
    expect((await session.get('/api/organizations')).status).toBe(401);
    expect((await withKey()).status).toBe(401);
    expect(await signIn(email)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_DISABLED' } });
    const wrong = await caller().post('/api/auth/sign-in/email', { email, password: 'wrong password' });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
    expect((await administrator.get('/api/admin/users?state=disabled')).body).toMatchObject({ users: [{ id }] });
    expect((await patch(id, { isDisabled: false })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect((await withKey()).status).toBe(200);
  });

  it('refuses sessions of a disabled user that still exist', async () => {
    const { id, session } = await signUp('Restored');
    await poolOf(app).query('update "user" set disabled_at = now() where id = $1', [id]);
    expect((await session.get('/api/organizations')).status).toBe(401);
  });

  it('makes users administrators, and never takes away the last one', async () => {
    const { id, session } = await signUp('Second');
    expect((await session.get('/api/admin/users')).status).toBe(403);
    expect((await patch(id, { isAdmin: true })).body).toMatchObject({ user: { isAdmin: true } });
    expect((await session.get('/api/admin/users')).status).toBe(200);
    expect((await patch(id, { isAdmin: false }, session)).body).toMatchObject({
      error: { code: 'users.cannot_change_self' },
    });
    expect((await patch(id, { isDisabled: true }, session)).body).toMatchObject({
      error: { code: 'users.cannot_change_self' },
    });
    const both = await Promise.all([
      patch(administratorId, { isAdmin: false }, session),
      patch(id, { isAdmin: false }),
    ]);
    expect(both.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const { rows } = await poolOf(app).query<{ id: string }>('select id from "user" where is_admin');
    expect(rows.length).toBeGreaterThan(0);
    await poolOf(app).query('update "user" set is_admin = (id = $1)', [administratorId]);
  });

  it('deletes a user with sessions, keys and memberships; the documents stay', async () => {
    const { id, session } = await signUp('Leaver');
    const { api, organizationId, userId: ownerId } = await app.anArchive();
    await poolOf(app).query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_leaverleaverleaverleaver', now(), now(), $1, $2, 'member')`,
      [organizationId, id],
    );
    await session.post('/api/api-keys', { name: 'key', permissions: ['documents:read'] });
    expect(await administrator.delete(`/api/admin/users/${ownerId}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'users.still_owns_organizations' } },
    });
    expect((await administrator.delete(`/api/admin/users/${administratorId}`)).body).toMatchObject({
      error: { code: 'users.cannot_delete_self' },
    });
    expect((await administrator.delete(`/api/admin/users/${id}`)).status).toBe(204);
    expect((await administrator.delete(`/api/admin/users/${id}`)).status).toBe(404);
    expect((await session.get('/api/organizations')).status).toBe(401);
    const events = await poolOf(app).query('select payload from event where organization_id = $1 and name = $2', [
      organizationId,
      'member:removed',
    ]);
    expect(events.rows).toMatchObject([{ payload: { userId: id, role: 'member' } }]);
    expect((await api.get(`/api/organizations/${organizationId}/documents`)).status).toBe(200);
  });

  it('ends the sessions of a user, and keeps those of others', async () => {
    const { id, session } = await signUp('Revoked');
    expect((await administrator.send('POST', `/api/admin/users/${id}/revoke-sessions`)).status).toBe(204);
    expect((await session.get('/api/organizations')).status).toBe(401);
    expect((await administrator.get('/api/organizations')).status).toBe(200);
  });

  it('plans are refused as clients expect it', async () => {
    const path = `/api/admin/users/${administratorId}/plan-entitlements`;
    expect((await administrator.post(path, { type: 'selfhst-premium' })).body).toMatchObject({
      error: { code: 'plan_entitlements.not_eligible' },
    });
    expect((await administrator.post(path, { type: 'gold' })).status).toBe(400);
    expect((await administrator.delete(`${path}/unknown`)).body).toMatchObject({
      error: { code: 'plan_entitlements.not_found' },
    });
  });

  it('each action is recorded in the audit log of the installation', async () => {
    const { id } = await signUp('Audited');
    await patch(id, { maxOrganizationCount: 7 });
    const { rows } = await poolOf(app).query<{ action: string; target_id: string }>(
      `select * from audit_pending where target_id = $1`,
      [id],
    );
    expect(rows.map(({ action }) => action)).toContain('user:changed');
  });
});
