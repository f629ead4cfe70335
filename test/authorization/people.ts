import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { CreateApiKey } from '#people/auth';
import { PERMISSIONS, type Permission } from '#ground/http-kit';
import type { Role } from '#ground/kernel';
import { Caller } from '../e2e/caller.js';
import type { ApiClient } from '../support/api-client.js';
import type { TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { addMember, makeArchive, type Archive } from './archive.js';

/** The headers that authenticate a request. */
export type Credential = Readonly<Record<string, string>>;

const UNKNOWN_KEY = `ppapi_${'Zz09'.repeat(16)}`;

interface Person {
  userId: string;
  api: ApiClient;
  key: Credential;
  session: Credential;
}

/** All kinds of callers and the archives they act on. */
export class People {
  readonly #keys = new Map<string, Promise<Credential>>();

  private constructor(
    private readonly app: TestApp,
    readonly owner: Person,
    readonly nonMember: Person,
    readonly administrator: Person,
    /** Members of the archive by role; the owner created it. */
    readonly members: Readonly<Record<Role, Person>>,
    /** The archive of the owner, which all other callers try to reach. */
    readonly archive: Archive,
    /** The archive of the non-member. */
    readonly foreign: Archive,
    /** Unauthenticated callers; every protected route responds with 401. */
    readonly unauthenticated: Readonly<Record<string, Credential>>,
    /** Keys and sessions of real users who do not belong to the archive. */
    readonly nonMembers: Readonly<Record<string, Credential>>,
    /** A key of the owner that is bound to another organization of the owner. */
    readonly boundElsewhere: Credential,
  ) {}

  static async arrive(app: TestApp): Promise<People> {
    const pool = poolOf(app);
    const [owner, nonMember, administrator] = [
      await signIn(app, 'owner@example.test'),
      await signIn(app, 'non-member@example.test'),
      await signIn(app, 'administrator@example.test'),
    ];
    await pool.query('update "user" set is_admin = (id = $1)', [administrator.userId]);
    const members = {
      owner,
      admin: await signIn(app, 'admin@example.test'),
      member: await signIn(app, 'member@example.test'),
      viewer: await signIn(app, 'viewer@example.test'),
    };
    const viewerId = members.viewer.userId;
    const archive = await makeArchive(app, owner.api, owner.userId, viewerId);
    const foreign = await makeArchive(app, nonMember.api, nonMember.userId);
    const elsewhere = await makeArchive(app, owner.api, owner.userId, viewerId);
    await addMembers(app, archive, members);
    return new People(
      app,
      owner,
      nonMember,
      administrator,
      members,
      archive,
      foreign,
      await unauthenticated(app, pool, owner),
      {
        "another user's key": nonMember.key,
        "another user's session": nonMember.session,
        'the key of a former member, bound to the organization': await formerMember(app, pool, archive),
        'a key of the owner whose only organization is gone': await keyWithoutOrganizations(app, pool, owner),
      },
      await keyOf(app, owner.userId, { organizationIds: [elsewhere.organizationId] }),
    );
  }

  /** A new archive of the owner with the same members, for a request that changes it. */
  async anotherArchive(): Promise<Archive> {
    const archive = await makeArchive(this.app, this.owner.api, this.owner.userId, this.members.viewer.userId);
    await addMembers(this.app, archive, this.members);
    return archive;
  }

  /** A key of the owner with these permissions only. */
  ownerKey(permissions: readonly Permission[]): Promise<Credential> {
    const name = permissions.join();
    const known = this.#keys.get(name) ?? keyOf(this.app, this.owner.userId, { permissions });
    this.#keys.set(name, known);
    return known;
  }
}

/** The viewer is a member from the start. */
async function addMembers(app: TestApp, archive: Archive, members: Readonly<Record<Role, Person>>): Promise<void> {
  for (const role of ['admin', 'member'] as const) {
    const { userId } = members[role];
    await addMember(app, archive.organizationId, { userId, role });
    await addMember(app, archive.deletedOrganizationId, { userId, role });
  }
}

async function signIn(app: TestApp, email: string): Promise<Person> {
  const { userId, api } = await app.aUser({ email });
  const { port } = app.installation.config(ServerConfig);
  const caller = new Caller(app.baseUrl, `http://localhost:${port}`);
  const response = await caller.post('/api/auth/sign-in/email', { email, password: 'correct horse' });
  if (response.status !== 200) throw new Error(`${email} could not sign in: ${JSON.stringify(response.body)}`);
  return { userId, api, key: bearer(api.token), session: { cookie: caller.cookieHeader() } };
}

async function unauthenticated(app: TestApp, pool: pg.Pool, owner: Person): Promise<Record<string, Credential>> {
  const [expired, revoked, orphaned] = [
    await keyOf(app, owner.userId),
    await keyOf(app, owner.userId),
    await keyOf(app, (await app.aUser({ email: 'removed@example.test' })).userId),
  ];
  const hash = `api_key.key_hash = translate(rtrim(encode(sha256($1), 'base64'), '='), '+/', '-_')`;
  const changes: [Credential, string][] = [
    [expired, `update api_key set expires_at = now() - interval '1 second' where ${hash}`],
    [revoked, `delete from api_key where ${hash}`],
    [orphaned, `delete from "user" using api_key where api_key.user_id = "user".id and ${hash}`],
  ];
  for (const [{ authorization = '' }, change] of changes) {
    const { rowCount } = await pool.query(change, [Buffer.from(authorization.slice('Bearer '.length))]);
    if (rowCount !== 1) throw new Error(`${change} changed ${rowCount} rows`);
  }
  const { cookie = '' } = (await signInAgain(app)).session;
  return {
    'no credentials': {},
    'a malformed token': bearer('garbage'),
    'an unknown key': bearer(UNKNOWN_KEY),
    'an unknown key together with a valid session': { ...bearer(UNKNOWN_KEY), ...owner.session },
    'an expired key': expired,
    'a revoked key': revoked,
    'the key of a removed user': orphaned,
    'a valid key behind another scheme': { authorization: `Basic ${owner.api.token}` },
    'a session that has ended': { cookie },
    'a session cookie with another signature': {
      cookie: (owner.session['cookie'] ?? '').replace(/\.[^.]{8}/, '.AAAAAAAA'),
    },
  };
}

/** A session that has expired by the clock of the database. */
async function signInAgain(app: TestApp): Promise<Person> {
  const person = await signIn(app, 'late@example.test');
  await poolOf(app).query(`update auth_session set expires_at = now() - interval '1 second' where user_id = $1`, [
    person.userId,
  ]);
  return person;
}

async function formerMember(app: TestApp, pool: pg.Pool, { organizationId }: Archive): Promise<Credential> {
  const { userId } = await app.aUser({ email: 'former@example.test' });
  await addMember(app, organizationId, { userId, role: 'member' });
  const key = await keyOf(app, userId, { organizationIds: [organizationId] });
  await pool.query('delete from organization_member where user_id = $1', [userId]);
  return key;
}

async function keyWithoutOrganizations(app: TestApp, pool: pg.Pool, { userId, api }: Person): Promise<Credential> {
  const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Short-lived' });
  const key = await keyOf(app, userId, { organizationIds: [body.organization.id] });
  await pool.query('delete from organization where id = $1', [body.organization.id]);
  return key;
}

async function keyOf(
  app: TestApp,
  userId: string,
  {
    permissions = PERMISSIONS,
    organizationIds,
  }: { permissions?: readonly Permission[]; organizationIds?: string[] } = {},
): Promise<Credential> {
  const { token } = await app.app
    .get(CreateApiKey, { strict: false })
    .execute({ userId, name: 'test', permissions, organizationIds });
  return bearer(token);
}

function bearer(token = ''): Credential {
  return { authorization: `Bearer ${token}` };
}
