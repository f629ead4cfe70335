import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { definePlugin, type MailMessage } from '@archivolt/plugin-kit';
import { ExpireInvitations } from '#people/organizations';
import type { Role } from '#ground/kernel';
import { addMember } from '../authorization/archive.js';
import type { ApiResponse } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';
import { signIn, type SignedIn } from './signed-in.js';

interface InvitationBody {
  id: string;
  email: string;
  role: string;
  status: string;
  expiresAt: string;
  inviterId: string | null;
  link?: string;
  organization?: { id: string; name: string };
}

interface Team {
  organizationId: string;
  owner: SignedIn;
  /** `/api/organizations/…/members/invitations` */
  url: string;
}

let app: TestApp;
let people = 0;

beforeAll(async () => {
  app = await startApp({
    CLIENT_BASE_URL: 'https://archive.example/',
    MAX_USER_ORGANIZATIONS_INVITATIONS_PER_DAY: '4',
    ORGANIZATION_INVITATION_EXPIRATION_DELAY_DAYS: '3',
  });
});
afterAll(() => app.close());

const aPerson = (on = app) => signIn(on, `invited${(people += 1)}@example.test`);

async function aTeam(on = app): Promise<Team> {
  const owner = await aPerson(on);
  const { body } = await owner.session.post<{ organization: { id: string } }>('/api/organizations', { name: 'Team' });
  const organizationId = body.organization.id;
  return { owner, organizationId, url: `/api/organizations/${organizationId}/members/invitations` };
}

async function aMember({ organizationId }: Team, role: Role): Promise<SignedIn> {
  const person = await aPerson();
  await addMember(app, organizationId, { userId: person.userId, role });
  return person;
}

const invite = ({ owner, url }: Team, email: string, role = 'member', by = owner) =>
  by.session.post<{ invitation: InvitationBody; link: string }>(url, { email, role });

/** A pending invitation of a new user. */
async function anInvitation(role = 'member'): Promise<{ team: Team; invited: SignedIn; id: string }> {
  const [team, invited] = [await aTeam(), await aPerson()];
  const { body } = await invite(team, invited.email, role);
  return { team, invited, id: body.invitation.id };
}

const answer = (by: SignedIn, id: string, verb: 'accept' | 'cancel' | 'reject' | 'resend') =>
  by.session.post(`/api/invitations/${id}/${verb}`);

const outcome = ({ status, body }: ApiResponse<unknown>): number | string =>
  status < 400 ? status : `${status} ${(body as { error: { code: string } }).error.code}`;

const listed = async ({ owner, url }: Team) =>
  (await owner.session.get<{ invitations: InvitationBody[] }>(url)).body.invitations;
const statusOf = async (team: Team, id: string) => (await listed(team)).find((each) => each.id === id)?.status;

async function received({ session }: SignedIn): Promise<InvitationBody[]> {
  const { body } = await session.get<{ invitations: InvitationBody[] }>('/api/invitations');
  const { body: counted } = await session.get<{ pendingInvitationsCount: number }>('/api/invitations/count');
  expect(counted).toEqual({ pendingInvitationsCount: body.invitations.length });
  return body.invitations;
}

const passExpiry = (id: string) =>
  poolOf(app).query(`update organization_invitation set expires_at = now() - interval '1 s' where id = $1`, [id]);

async function roleOf(userId: string, { organizationId }: Team): Promise<Role | undefined> {
  const { rows } = await poolOf(app).query<{ role: Role }>(
    'select role from organization_member where user_id = $1 and organization_id = $2',
    [userId, organizationId],
  );
  return rows[0]?.role;
}

async function eventsOf({ organizationId }: Team): Promise<string[]> {
  const { rows } = await poolOf(app).query<{ name: string }>(
    'select name from event where organization_id = $1 order by position',
    [organizationId],
  );
  return rows.map(({ name }) => name).slice(1);
}

const NOT_PENDING = '400 invitations.not-pending';
const NOT_FOUND = '404 invitations.not-found';
const FORBIDDEN = '403 auth.forbidden';
const UNKNOWN = `org_inv_${'0'.repeat(24)}`;

describe('inviting a person', () => {
  it('an invitation without a mail transport returns the link to pass on, and is listed with it', async () => {
    const team = await aTeam();
    const response = await invite(team, 'New.Person@Example.TEST', 'viewer');
    expect(response).toEqual({
      status: 200,
      headers: expect.anything(),
      body: {
        invitation: {
          id: expect.stringMatching(/^org_inv_[a-z0-9]{24}$/),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
          organizationId: team.organizationId,
          email: 'new.person@example.test',
          role: 'viewer',
          status: 'pending',
          expiresAt: expect.any(String),
          inviterId: team.owner.userId,
        },
        link: 'https://archive.example/invitations',
      },
    });
    const { invitation, link } = response.body;
    const days = (Date.parse(invitation.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    expect(await listed(team)).toEqual([{ ...invitation, link }]);
    expect(await eventsOf(team)).toEqual(['invitation:created']);
  });

  it('owners and admins may invite a person', async () => {
    const team = await aTeam();
    expect(outcome(await invite(team, 'a@example.test', 'admin', await aMember(team, 'admin')))).toBe(200);
    for (const role of ['member', 'viewer'] as const) {
      const person = await aMember(team, role);
      expect(outcome(await invite(team, 'b@example.test', 'member', person))).toBe(FORBIDDEN);
      expect(outcome(await person.session.get(team.url))).toBe(FORBIDDEN);
    }
    const other = await aPerson();
    expect(outcome(await invite(team, 'b@example.test', 'member', other))).toBe('403 user.not_in_organization');
    expect(await listed(team)).toHaveLength(1);
  });

  it('an invitation is refused for a member, in any case of the address, and while another is pending', async () => {
    const { team, invited } = await anInvitation();
    const pending = '400 organization.invitation_already_exists';
    expect(outcome(await invite(team, invited.email))).toBe(pending);
    expect(outcome(await invite(team, invited.email.toUpperCase()))).toBe(pending);
    const member = await aMember(team, 'viewer');
    expect(outcome(await invite(team, member.email.toUpperCase()))).toBe('400 user.already_in_organization');
    expect(outcome(await invite(team, team.owner.email))).toBe('400 user.already_in_organization');
    expect(await listed(team)).toHaveLength(1);
  });

  it.each([
    ['the role owner', { role: 'owner' }, 'role'],
    ['the role "true"', { role: 'true' }, 'role'],
    ['a list as role', { role: ['member'] }, 'role'],
    ['an object as role', { role: { role: 'member' } }, 'role'],
    ['no role', { role: undefined }, 'role'],
    ['a text that is not an address', { email: 'somewhere' }, 'email'],
    ['a list of addresses', { email: ['a@example.test'] }, 'email'],
    ['two addresses', { email: 'a@example.test, b@example.test' }, 'email'],
    ['an address with a second header', { email: 'a@example.test\r\nBcc: b@example.test' }, 'email'],
    ['an address with U+0000', { email: 'a\0@example.test' }, 'email'],
    ['a long address', { email: `${'a'.repeat(64)}@${'b.'.repeat(120)}example.test` }, 'email'],
    ['an unknown key', { status: 'accepted' }, 'status'],
  ])('an invitation is refused with 400 for %s', async (_, changes, path) => {
    const team = await aTeam();
    const response = await team.owner.session.post(team.url, { email: 'a@example.test', role: 'member', ...changes });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: 'server.invalid_request.body', details: [{ path }] } },
    });
    expect(await listed(team)).toEqual([]);
  });

  it('two simultaneous invitations of one address make one invitation', async () => {
    const team = await aTeam();
    const outcomes = await Promise.all([1, 2].map(async () => outcome(await invite(team, 'twice@example.test'))));
    expect(outcomes.sort()).toEqual([200, '400 organization.invitation_already_exists']);
    expect(await listed(team)).toHaveLength(1);
  });

  it('a request with an Idempotency-Key invites once and repeats the response', async () => {
    const team = await aTeam();
    const send = (email: string) =>
      team.owner.session.post(team.url, { email, role: 'member' }, { 'idempotency-key': 'invite-1' });
    const first = await send('key@example.test');
    expect(first.status).toBe(200);
    expect((await send('key@example.test')).body).toEqual(first.body);
    expect((await send('other@example.test')).status).toBe(409);
    expect(await listed(team)).toHaveLength(1);
  });

  it.each(['cancel', 'reject', 'expire', 'leave'] as const)(
    'another invitation after %s uses the earlier one, with the new role and a new expiry',
    async (ending) => {
      const { team, invited, id } = await anInvitation('admin');
      if (ending === 'cancel') await answer(team.owner, id, 'cancel');
      if (ending === 'reject') await answer(invited, id, 'reject');
      if (ending === 'expire') await passExpiry(id);
      if (ending === 'leave') {
        await answer(invited, id, 'accept');
        await poolOf(app).query('delete from organization_member where user_id = $1', [invited.userId]);
      }
      const again = await invite(team, invited.email, 'viewer');
      expect(again).toMatchObject({ status: 200, body: { invitation: { id, role: 'viewer', status: 'pending' } } });
      expect(Date.parse(again.body.invitation.expiresAt)).toBeGreaterThan(Date.now());
      expect(outcome(await answer(invited, id, 'accept'))).toBe(204);
      expect(await roleOf(invited.userId, team)).toBe('viewer');
    },
  );

  it('invitations are limited for each user within 24 hours, over all organizations, including repeated ones', async () => {
    const team = await aTeam();
    const { body } = await team.owner.session.post<{ organization: { id: string } }>('/api/organizations', {
      name: 'Other',
    });
    const other = { ...team, url: `/api/organizations/${body.organization.id}/members/invitations` };
    const sent = await invite(team, 'one@example.test');
    await invite(other, 'two@example.test');
    await answer(team.owner, sent.body.invitation.id, 'cancel');
    expect(outcome(await answer(team.owner, sent.body.invitation.id, 'resend'))).toBe(200);
    const both = await Promise.all([invite(team, 'three@example.test'), invite(other, 'four@example.test')]);
    expect(both.map(outcome).sort()).toEqual([200, '429 user.organization_invitation_limit_reached']);
    const refused = both.find(({ status }) => status === 429);
    const seconds = Number(refused?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(86_000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    const again = await listed(team);
    await answer(team.owner, again[0]?.id ?? '', 'cancel');
    expect(outcome(await answer(team.owner, again[0]?.id ?? '', 'resend'))).toBe(
      '429 user.organization_invitation_limit_reached',
    );
    const admin = await aMember(team, 'admin');
    expect(outcome(await invite(team, 'five@example.test', 'member', admin))).toBe(200);
    await poolOf(app).query(
      `update sent_invitation set sent_at = now() - interval '24 hours' where id in
         (select id from sent_invitation where user_id = $1 order by sent_at limit 1)`,
      [team.owner.userId],
    );
    expect(outcome(await invite(team, 'six@example.test'))).toBe(200);
  });
});

describe('an invitation', () => {
  it('an invitation is shown to the person with its organization, in any case of the address, and makes a member', async () => {
    const { team, invited, id } = await anInvitation('viewer');
    await poolOf(app).query('update "user" set email = upper(email) where id = $1', [invited.userId]);
    expect(await received(invited)).toMatchObject([
      { id, role: 'viewer', status: 'pending', organization: { id: team.organizationId, name: 'Team' } },
    ]);
    expect(outcome(await answer(invited, id, 'accept'))).toBe(204);
    expect(await roleOf(invited.userId, team)).toBe('viewer');
    expect(await received(invited)).toEqual([]);
    expect(await statusOf(team, id)).toBe('accepted');
    expect(await eventsOf(team)).toEqual(['invitation:created', 'member:added', 'invitation:accepted']);
    const { body } = await invited.session.get<{ organizations: { id: string }[] }>('/api/organizations');
    expect(body.organizations.map((organization) => organization.id)).toEqual([team.organizationId]);
  });

  it('an invitation cannot be seen or answered by a person with another address', async () => {
    const { team, id } = await anInvitation();
    const other = await aPerson();
    expect(await received(other)).toEqual([]);
    for (const by of [other, team.owner]) {
      expect(outcome(await answer(by, id, 'accept'))).toBe(FORBIDDEN);
      expect(outcome(await answer(by, id, 'reject'))).toBe(FORBIDDEN);
    }
    await answer(team.owner, id, 'cancel');
    expect(outcome(await answer(other, id, 'accept'))).toBe(FORBIDDEN);
    expect(await roleOf(other.userId, team)).toBeUndefined();
  });

  it('an expired invitation is neither shown nor accepted, even before the scheduled task has run', async () => {
    const { team, invited, id } = await anInvitation();
    await passExpiry(id);
    expect(await received(invited)).toEqual([]);
    expect(await statusOf(team, id)).toBe('expired');
    for (const verb of ['accept', 'reject'] as const)
      expect(outcome(await answer(invited, id, verb))).toBe(NOT_PENDING);
    expect(outcome(await answer(team.owner, id, 'cancel'))).toBe(NOT_PENDING);
    expect(await app.app.get(ExpireInvitations, { strict: false }).execute(new AbortController().signal)).toBe(1);
    expect(outcome(await answer(invited, id, 'accept'))).toBe(NOT_PENDING);
    expect(await roleOf(invited.userId, team)).toBeUndefined();
    expect(await eventsOf(team)).toEqual(['invitation:created', 'invitation:expired']);
    expect(await app.app.get(ExpireInvitations, { strict: false }).execute(new AbortController().signal)).toBe(0);
  });

  it('an invitation accepted twice at once makes one member; the second request gets 400', async () => {
    const { team, invited, id } = await anInvitation();
    const outcomes = await Promise.all([1, 2].map(async () => outcome(await answer(invited, id, 'accept'))));
    expect(outcomes.sort()).toEqual([204, NOT_PENDING]);
    expect((await eventsOf(team)).filter((name) => name === 'member:added')).toHaveLength(1);
  });

  it('an invitation that is answered in different ways at once has one outcome', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { team, invited, id } = await anInvitation();
      const outcomes = await Promise.all([
        answer(invited, id, 'accept'),
        answer(invited, id, 'reject'),
        answer(team.owner, id, 'cancel'),
      ]);
      expect(outcomes.map(outcome).sort()).toEqual([204, NOT_PENDING, NOT_PENDING]);
      const isMember = (await roleOf(invited.userId, team)) !== undefined;
      expect(isMember).toBe((await statusOf(team, id)) === 'accepted');
    }
  });

  it('an invitation to a deleted organization returns 404 and is not shown, and works again after the restore', async () => {
    const { team, invited, id } = await anInvitation();
    const organization = `/api/organizations/${team.organizationId}`;
    expect((await team.owner.session.delete(organization)).status).toBe(204);
    expect(await received(invited)).toEqual([]);
    for (const verb of ['accept', 'reject'] as const) expect(outcome(await answer(invited, id, verb))).toBe(NOT_FOUND);
    expect(outcome(await answer(team.owner, id, 'cancel'))).toBe(NOT_FOUND);
    expect(outcome(await answer(team.owner, id, 'resend'))).toBe(FORBIDDEN);
    expect(await roleOf(invited.userId, team)).toBeUndefined();
    await team.owner.session.post(`${organization}/restore`);
    expect(await received(invited)).toMatchObject([{ id }]);
    expect(outcome(await answer(invited, id, 'accept'))).toBe(204);
  });

  it('an invitation accepted during the deletion of the organization makes no member of it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { team, invited, id } = await anInvitation();
      const [accepted, deleted] = await Promise.all([
        answer(invited, id, 'accept'),
        team.owner.session.delete(`/api/organizations/${team.organizationId}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([204, NOT_FOUND]).toContain(outcome(accepted));
      expect((await roleOf(invited.userId, team)) !== undefined).toBe(accepted.status === 204);
    }
  });

  it('an invitation that a member answers is refused', async () => {
    const { team, invited, id } = await anInvitation('viewer');
    await addMember(app, team.organizationId, { userId: invited.userId, role: 'admin' });
    expect(outcome(await answer(invited, id, 'accept'))).toBe('400 user.already_in_organization');
    expect(await roleOf(invited.userId, team)).toBe('admin');
  });

  it('an unknown invitation returns 404 for answers and 403 for a repeated mail', async () => {
    const person = await aPerson();
    for (const verb of ['accept', 'reject', 'cancel'] as const) {
      expect(outcome(await answer(person, UNKNOWN, verb))).toBe(NOT_FOUND);
      expect(outcome(await answer(person, 'org_inv_x', verb))).toBe('400 server.invalid_request.params');
    }
    expect(outcome(await answer(person, UNKNOWN, 'resend'))).toBe(FORBIDDEN);
  });
});

describe('cancelling an invitation and sending it again', () => {
  it('owners and admins of the organization may cancel an invitation or send it again', async () => {
    const { team, invited, id } = await anInvitation();
    const [admin, member] = [await aMember(team, 'admin'), await aMember(team, 'member')];
    const foreign = (await aTeam()).owner;
    for (const by of [invited, member, foreign]) {
      expect(outcome(await answer(by, id, 'cancel'))).toBe(FORBIDDEN);
      expect(outcome(await answer(by, id, 'resend'))).toBe(FORBIDDEN);
    }
    expect(outcome(await answer(admin, id, 'cancel'))).toBe(204);
    expect(outcome(await answer(member, id, 'resend'))).toBe(FORBIDDEN);
    expect(await answer(admin, id, 'resend')).toMatchObject({
      status: 200,
      body: { invitation: { id, status: 'pending', inviterId: admin.userId }, link: expect.any(String) },
    });
    expect(await eventsOf(team)).toEqual(['invitation:created', 'invitation:cancelled', 'invitation:resent']);
  });

  it('only pending invitations are cancelled, and only ended ones are sent again', async () => {
    const { team, invited, id } = await anInvitation();
    expect(outcome(await answer(team.owner, id, 'resend'))).toBe(FORBIDDEN);
    await answer(invited, id, 'reject');
    for (const verb of ['accept', 'reject'] as const)
      expect(outcome(await answer(invited, id, verb))).toBe(NOT_PENDING);
    expect(outcome(await answer(team.owner, id, 'cancel'))).toBe(NOT_PENDING);
    expect(outcome(await answer(team.owner, id, 'resend'))).toBe(200);
    await passExpiry(id);
    expect(outcome(await answer(team.owner, id, 'resend'))).toBe(200);
    expect(outcome(await answer(invited, id, 'accept'))).toBe(204);
    for (const verb of ['accept', 'reject'] as const)
      expect(outcome(await answer(invited, id, verb))).toBe(NOT_PENDING);
    expect(outcome(await answer(team.owner, id, 'cancel'))).toBe(NOT_PENDING);
    expect(outcome(await answer(team.owner, id, 'resend'))).toBe(FORBIDDEN);
    expect(await roleOf(invited.userId, team)).toBe('member');
  });
});

describe('invitations with a mail transport that delivers', () => {
  const mails: MailMessage[] = [];
  const transport = definePlugin({
    id: 'mail-transport-memory',
    contract: 2,
    provides: { 'mail-transport': { create: () => ({ send: async (message) => void mails.push(message) }) } },
  });
  let mailing: TestApp;

  beforeAll(async () => {
    mailing = await startApp(
      { CLIENT_BASE_URL: 'https://archive.example' },
      { plugins: [loaded(transport)], choices: { mailTransport: 'mail-transport-memory' } },
    );
  });
  afterAll(() => mailing.close());

  it('an invitation is sent by mail with a link to the page, and the response is empty', async () => {
    const team = await aTeam(mailing);
    await poolOf(mailing).query(`update organization set name = E'Ledger\\n\\nPay here' where id = $1`, [
      team.organizationId,
    ]);
    const response = await invite(team, 'Mailed@example.test');
    expect([response.status, response.body]).toEqual([204, '']);
    const [sent] = await listed(team);
    const { id = '', link = '' } = sent ?? {};
    expect(link).toBe('https://archive.example/invitations');
    await mailing.drain();
    expect(mails).toMatchObject([{ to: 'mailed@example.test', subject: 'You are invited to an organization' }]);
    expect(mails[0]?.text).toContain(link);
    expect(mails[0]?.text).toContain('"Ledger Pay here"');
    await answer(team.owner, id, 'cancel');
    const again = await answer(team.owner, id, 'resend');
    expect([again.status, again.body]).toEqual([204, '']);
    await mailing.drain();
    expect(mails).toHaveLength(2);
  });

  it('a refused invitation is not sent', async () => {
    const team = await aTeam(mailing);
    mails.length = 0;
    await invite(team, team.owner.email);
    await mailing.drain();
    expect(mails).toEqual([]);
  });
});
