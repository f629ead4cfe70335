import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreateApiKey } from '#people/auth';
import { PERMISSIONS, type Permission } from '#ground/http-kit';
import { ROLES, type Role } from '#ground/kernel';
import { addMember } from '../authorization/archive.js';
import { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { EventStream } from './event-stream.js';
import { signIn, type SignedIn } from './signed-in.js';

interface MemberBody {
  id: string;
  userId: string;
  role: Role;
  user?: object;
}

interface Team {
  organizationId: string;
  /** `/api/organizations/…/members` */
  url: string;
  owner: SignedIn & { memberId: string };
  admin: SignedIn & { memberId: string };
  member: SignedIn & { memberId: string };
  viewer: SignedIn & { memberId: string };
}

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startApp({ MAX_ORGANIZATION_COUNT_PER_USER: '3' });
});
afterAll(() => app.close());

const aPerson = () => signIn(app, `member${(people += 1)}@example.test`);

async function aTeam(): Promise<Team> {
  const [owner, admin, member, viewer] = [await aPerson(), await aPerson(), await aPerson(), await aPerson()];
  const created = await owner.session.post<{ organization: { id: string } }>('/api/organizations', { name: 'Team' });
  const organizationId = created.body.organization.id;
  const url = `/api/organizations/${organizationId}/members`;
  const join = async (person: SignedIn, role: Role) => ({
    ...person,
    memberId: await addMember(app, organizationId, { userId: person.userId, role }),
  });
  const { body } = await owner.session.get<{ member: MemberBody }>(`${url}/me`);
  const team = {
    organizationId,
    url,
    owner: { ...owner, memberId: body.member.id },
    admin: await join(admin, 'admin'),
    member: await join(member, 'member'),
    viewer: await join(viewer, 'viewer'),
  };
  // Two of them may have joined within one millisecond; their order is known only with a second between them.
  await poolOf(app).query(
    `update organization_member set created_at = now() - make_interval(secs => 4 - array_position($2::text[], role::text))
     where organization_id = $1`,
    [organizationId, ROLES],
  );
  return team;
}

async function keyOf(
  { userId }: SignedIn,
  permissions: readonly Permission[] = PERMISSIONS,
  organizationIds?: string[],
) {
  const create = app.app.get(CreateApiKey, { strict: false });
  const { token } = await create.execute({ userId, name: 'test', permissions, organizationIds });
  return new ApiClient(app.baseUrl, token);
}

async function rolesIn({ organizationId }: Team): Promise<Record<string, Role>> {
  const { rows } = await poolOf(app).query<{ user_id: string; role: Role }>(
    'select user_id, role from organization_member where organization_id = $1',
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

const ownersIn = async (team: Team) => Object.values(await rolesIn(team)).filter((role) => role === 'owner').length;

async function eventsOf({ organizationId }: Team): Promise<{ name: string; payload: object }[]> {
  const { rows } = await poolOf(app).query<{ name: string; payload: object }>(
    'select name, payload from event where organization_id = $1 order by position',
    [organizationId],
  );
  return rows.slice(1);
}

const outcome = ({ status, body }: { status: number; body: unknown }) =>
  status < 400 ? status : `${status} ${(body as { error: { code: string } }).error.code}`;
const FORBIDDEN = '403 auth.forbidden';

describe('the members of an organization', () => {
  it('members are listed for every member, oldest first, with only id, name, e-mail and image of the user', async () => {
    const team = await aTeam();
    for (const { session } of [team.owner, team.admin, team.member, team.viewer]) {
      const { status, body } = await session.get<{ members: MemberBody[] }>(team.url);
      expect(status).toBe(200);
      expect(body.members.map(({ role }) => role)).toEqual([...ROLES]);
      expect(Object.keys(body.members[1]?.user ?? {}).sort()).toEqual(['email', 'id', 'image', 'name']);
      expect(body.members[1]).toEqual({
        id: team.admin.memberId,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        organizationId: team.organizationId,
        userId: team.admin.userId,
        role: 'admin',
        user: { id: team.admin.userId, name: expect.any(String), email: team.admin.email, image: null },
      });
    }
  });

  it('members see their own membership without the user, and non-members get auth.forbidden', async () => {
    const team = await aTeam();
    const me = await team.viewer.session.get<{ member: MemberBody }>(`${team.url}/me`);
    expect(me).toMatchObject({ status: 200, body: { member: { id: team.viewer.memberId, role: 'viewer' } } });
    expect(me.body.member.user).toBeUndefined();
    const other = await aPerson();
    expect(outcome(await other.session.get(`${team.url}/me`))).toBe(FORBIDDEN);
    await team.owner.session.delete(`/api/organizations/${team.organizationId}`);
    expect(outcome(await team.owner.session.get(`${team.url}/me`))).toBe(FORBIDDEN);
    expect(outcome(await team.owner.session.get(team.url))).toBe('403 user.not_in_organization');
  });

  it('members are counted in the usage of the organization', async () => {
    const team = await aTeam();
    const { body } = await team.viewer.session.get(`/api/organizations/${team.organizationId}/usage`);
    expect(body).toMatchObject({ usage: { membersCount: { used: 4, limit: null } } });
  });
});

describe('the role of a member', () => {
  it('owners and admins change the role of a member, and the change is an event', async () => {
    const team = await aTeam();
    const change = (by: SignedIn, memberId: string, role: unknown) =>
      by.session.patch<{ member: MemberBody }>(`${team.url}/${memberId}`, { role });
    const changed = await change(team.admin, team.member.memberId, 'viewer');
    expect(changed).toMatchObject({ status: 200, body: { member: { id: team.member.memberId, role: 'viewer' } } });
    expect(changed.body.member.user).toBeUndefined();
    expect((await change(team.owner, team.admin.memberId, 'member')).status).toBe(200);
    expect((await change(team.owner, team.admin.memberId, 'member')).status).toBe(200);
    expect(await eventsOf(team)).toEqual([
      {
        name: 'member:role-changed',
        payload: { memberId: team.member.memberId, userId: team.member.userId, role: 'viewer', previousRole: 'member' },
      },
      {
        name: 'member:role-changed',
        payload: { memberId: team.admin.memberId, userId: team.admin.userId, role: 'member', previousRole: 'admin' },
      },
    ]);
  });

  it('a role does not change when the caller is no admin, the member is the owner, or the member is unknown', async () => {
    const team = await aTeam();
    const other = await aTeam();
    const before = await rolesIn(team);
    const unknown = `org_mem_${'0'.repeat(24)}`;
    const attempts: [SignedIn, string][] = [
      [team.member, team.viewer.memberId],
      [team.viewer, team.viewer.memberId],
      [team.admin, team.owner.memberId],
      [team.owner, team.owner.memberId],
      [team.owner, unknown],
      [team.owner, other.member.memberId],
    ];
    for (const [by, memberId] of attempts) {
      expect(outcome(await by.session.patch(`${team.url}/${memberId}`, { role: 'admin' }))).toBe(FORBIDDEN);
    }
    expect(await rolesIn(team)).toEqual(before);
    expect(await eventsOf(team)).toEqual([]);
  });

  it.each([
    ['owner', 'owner'],
    ['the text "true"', 'true'],
    ['a list with a role', ['admin']],
    ['an object', { role: 'admin' }],
    ['true', true],
    ['null', null],
    ['another case', 'Admin'],
    ['missing', undefined],
    ['the name of a method of every object', 'constructor'],
  ])('the role of a member is refused with 400 when it is %s', async (_, role) => {
    const team = await aTeam();
    const response = await team.owner.session.patch(`${team.url}/${team.member.memberId}`, { role });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body', details: [{ path: 'role' }] } },
    });
    expect((await rolesIn(team))[team.member.userId]).toBe('member');
  });

  it('the role of a member together with another key is refused with 400', async () => {
    const team = await aTeam();
    const response = await team.owner.session.patch(`${team.url}/${team.member.memberId}`, {
      role: 'admin',
      userId: team.viewer.userId,
    });
    expect(response).toMatchObject({ status: 400, body: { error: { details: [{ path: 'userId' }] } } });
  });
});

describe('the removal of a member', () => {
  it('owners and admins may remove members; everybody but the owner may leave', async () => {
    const team = await aTeam();
    const remove = (by: SignedIn, memberId: string) => by.session.delete(`${team.url}/${memberId}`);
    expect(outcome(await remove(team.member, team.viewer.memberId))).toBe(FORBIDDEN);
    expect(outcome(await remove(team.viewer, team.member.memberId))).toBe(FORBIDDEN);
    expect(outcome(await remove(team.admin, team.owner.memberId))).toBe(FORBIDDEN);
    expect(outcome(await remove(team.owner, `org_mem_${'0'.repeat(24)}`))).toBe(FORBIDDEN);
    expect(await eventsOf(team)).toEqual([]);
    expect(outcome(await remove(team.viewer, team.viewer.memberId))).toBe(204);
    expect(outcome(await remove(team.admin, team.member.memberId))).toBe(204);
    expect(outcome(await remove(team.admin, team.admin.memberId))).toBe(204);
    expect(await rolesIn(team)).toEqual({ [team.owner.userId]: 'owner' });
    expect((await eventsOf(team)).map(({ name }) => name)).toEqual(Array(3).fill('member:removed'));
  });

  it('the owner is never removed, and the response names the transfer of the ownership', async () => {
    const team = await aTeam();
    const response = await team.owner.session.delete(`${team.url}/${team.owner.memberId}`);
    expect(response).toMatchObject({
      status: 403,
      body: { error: { code: 'auth.forbidden', message: expect.stringContaining('Transfer the ownership') } },
    });
    expect(await ownersIn(team)).toBe(1);
  });

  it('the removal ends the access of the sessions, keys and streams of the user', async () => {
    const team = await aTeam();
    const documents = `/api/organizations/${team.organizationId}/documents`;
    const [key, bound] = [await keyOf(team.member), await keyOf(team.member, PERMISSIONS, [team.organizationId])];
    expect([(await key.get(documents)).status, (await bound.get(documents)).status]).toEqual([200, 200]);
    const address = `${app.baseUrl}/api/organizations/${team.organizationId}/events/stream`;
    const stream = await EventStream.open(address, { authorization: `Bearer ${bound.token}` });
    await team.owner.session.delete(`${team.url}/${team.member.memberId}`);
    for (const client of [key, bound, team.member.session]) {
      expect(outcome(await client.get(documents))).toBe('403 user.not_in_organization');
    }
    expect((await key.get<{ organizations: object[] }>('/api/organizations')).body.organizations).toEqual([]);
    const ended = await stream.until(({ event }) => event === 'end');
    expect(ended.at(-1)).toMatchObject({ data: { reason: 'user.not_in_organization' } });
    await stream.ended();
  });
});

describe('the transfer of the ownership', () => {
  const transfer = (by: SignedIn, { url }: Team, memberId: string) =>
    by.session.post<{ member: MemberBody }>(`${url}/${memberId}/transfer-ownership`);

  it.each(['admin', 'member', 'viewer'] as const)(
    'a member with the role %s becomes the owner and the owner an admin',
    async (role) => {
      const team = await aTeam();
      const { owner, [role]: next } = team;
      expect(await transfer(owner, team, next.memberId)).toMatchObject({
        status: 200,
        body: { member: { id: next.memberId, role: 'owner' } },
      });
      expect(await rolesIn(team)).toMatchObject({ [owner.userId]: 'admin', [next.userId]: 'owner' });
      expect(await eventsOf(team)).toEqual([
        {
          name: 'organization:ownership-transferred',
          payload: { memberId: next.memberId, userId: next.userId, previousOwnerId: owner.userId },
        },
      ]);
      expect(outcome(await owner.session.delete(`${team.url}/${owner.memberId}`))).toBe(204);
      expect(outcome(await next.session.delete(`${team.url}/${next.memberId}`))).toBe(FORBIDDEN);
    },
  );

  it('the transfer is refused to all but the owner, and for the owner and for non-members as new owner', async () => {
    const team = await aTeam();
    const other = await aTeam();
    for (const by of [team.admin, team.member, team.viewer]) {
      expect(outcome(await transfer(by, team, by.memberId))).toBe('403 user.not_organization_owner');
    }
    for (const memberId of [team.owner.memberId, other.member.memberId, `org_mem_${'0'.repeat(24)}`]) {
      expect(outcome(await transfer(team.owner, team, memberId))).toBe(FORBIDDEN);
    }
    expect(await ownersIn(team)).toBe(1);
    expect(await eventsOf(team)).toEqual([]);
  });

  it('the transfer is refused when the new owner has as many organizations as one user may have', async () => {
    const team = await aTeam();
    const create = () =>
      team.admin.session.post<{ organization: { id: string } }>('/api/organizations', { name: 'One' });
    const created = [await create(), await create(), await create()];
    expect(created.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(outcome(await transfer(team.owner, team, team.admin.memberId))).toBe(
      '403 user.max_organization_count_reached',
    );
    expect((await rolesIn(team))[team.owner.userId]).toBe('owner');
    await team.admin.session.delete(`/api/organizations/${created[0]?.body.organization.id ?? ''}`);
    expect(outcome(await transfer(team.owner, team, team.admin.memberId))).toBe(200);
  });

  it('one owner remains when two transfers, a removal and a change of role run at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await aTeam();
      const { owner, admin, member, url } = team;
      const results = await Promise.all([
        transfer(owner, team, admin.memberId),
        transfer(owner, team, member.memberId),
        admin.session.delete(`${url}/${member.memberId}`),
        owner.session.patch(`${url}/${admin.memberId}`, { role: 'member' }),
        admin.session.delete(`${url}/${admin.memberId}`),
      ]);
      for (const { status } of results) expect([200, 204, 403]).toContain(status);
      expect(await ownersIn(team)).toBe(1);
    }
  });

  it('the transfer during the deletion of the organization leaves the restore to the last owner', async () => {
    for (let round = 0; round < 5; round += 1) {
      const team = await aTeam();
      const organization = `/api/organizations/${team.organizationId}`;
      const [, deleted] = await Promise.all([
        transfer(team.owner, team, team.admin.memberId),
        team.owner.session.delete(organization),
      ]);
      const { [team.owner.userId]: role } = await rolesIn(team);
      expect([204, 403]).toContain(deleted.status);
      expect(role).toBe(deleted.status === 204 ? 'owner' : 'admin');
      expect(await ownersIn(team)).toBe(1);
    }
  });
});

describe('a viewer', () => {
  it('a viewer reads documents, tags and events by session and by API key, and changes nothing', async () => {
    const team = await aTeam();
    const base = `/api/organizations/${team.organizationId}`;
    const ownerKey = await keyOf(team.owner);
    const uploaded = await ownerKey.upload(team.organizationId, { name: 'a.txt', content: 'seen by viewers' });
    const documentId = uploaded.body.document.id;
    const key = await keyOf(team.viewer);
    for (const client of [key, team.viewer.session]) {
      for (const path of [
        '',
        '/documents',
        `/documents/${documentId}`,
        `/documents/${documentId}/file`,
        '/tags',
        '/events',
      ])
        expect(outcome(await client.get(`${base}${path}`))).toBe(200);
      const tag = { name: 'new', color: '#123456' };
      const attempts = [
        client.post(`${base}/tags`, tag),
        client.put(base, { name: 'Renamed' }),
        client.patch(`${base}/documents/${documentId}`, { name: 'b.txt' }),
        client.delete(`${base}/documents/${documentId}`),
        client.delete(`${base}/documents/trash`),
        client.post(`${base}/webhooks`, { name: 'hook', url: 'http://127.0.0.9:9/', events: ['tag:created'] }),
      ];
      for (const attempt of attempts) expect(outcome(await attempt)).toBe(FORBIDDEN);
    }
    expect(outcome(await key.upload(team.organizationId, { name: 'b.txt', content: 'not allowed' }))).toBe(FORBIDDEN);
  });

  it('a viewer keeps name, API keys and organizations of their own', async () => {
    const { viewer } = await aTeam();
    expect(outcome(await viewer.session.put('/api/users/me', { name: 'New name' }))).toBe(200);
    expect(outcome(await viewer.session.post('/api/api-keys', { name: 'mine', permissions: ['documents:read'] }))).toBe(
      200,
    );
    expect(outcome(await viewer.session.post('/api/organizations', { name: 'My own' }))).toBe(200);
  });
});

describe('the events of members', () => {
  const namesFor = async (client: ApiClient, { organizationId }: Team) => {
    const { body } = await client.get<{ events: { type: string }[] }>(`/api/organizations/${organizationId}/events`);
    return [...new Set(body.events.map(({ type }) => type))];
  };

  it('events of members are seen by sessions of members, and by API keys only as far as their permissions allow', async () => {
    const team = await aTeam();
    await team.owner.session.patch(`${team.url}/${team.member.memberId}`, { role: 'viewer' });
    const ownerKey = await keyOf(team.owner);
    await ownerKey.post(`/api/organizations/${team.organizationId}/tags`, { name: 'seen', color: '#123456' });
    expect(await namesFor(team.viewer.session, team)).toEqual([
      'organization:created',
      'member:role-changed',
      'tag:created',
    ]);
    expect(await namesFor(ownerKey, team)).toEqual(['organization:created', 'tag:created']);
    expect(await namesFor(await keyOf(team.owner, ['events:read', 'tags:read']), team)).toEqual(['tag:created']);
    expect(await namesFor(await keyOf(team.owner, ['events:read']), team)).toEqual([]);
  });

  it('events of invitations are seen only by owners and admins', async () => {
    const team = await aTeam();
    await team.owner.session.post(`${team.url}/invitations`, { email: 'seen@example.test', role: 'member' });
    const hasInvitation = async ({ session }: SignedIn) =>
      (await namesFor(session, team)).includes('invitation:created');
    expect(await Promise.all([team.owner, team.admin, team.member, team.viewer].map(hasInvitation))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
