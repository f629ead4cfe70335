import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { verifyPassword } from 'better-auth/crypto';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { AuditLog, PendingEntryRepository } from '#ground/audit';
import { createOrm, createPool, UnitOfWork } from '#ground/database';
import { Broadcasts, PendingChanges } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { Clock } from '#ground/kernel';
import { createMigratedDatabase } from '../../../../test/support/database.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { apiKeyHash } from './api-key-token.js';
import { CreateApiKey } from './create-api-key.js';
import { CreateUser } from './create-user.js';
import { PasswordHasher } from './password-hashing/password-hasher.js';
import { SetUserPassword } from './set-user-password.js';
import { UserRepository } from './user.repository.js';

const FIRST_PAGE = { pageIndex: 0, pageSize: 100 };

const PASSWORD = 'a good password';

const hasher = new PasswordHasher(new AuthConfig());

let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
let pool: pg.Pool;
let orm: MikroORM;
let users: UserRepository;
let createUser: CreateUser;
let setPassword: SetUserPassword;
let apiKeys: ApiKeyRepository;
let createKey: CreateApiKey;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = createPool(database.url, 8);
  orm = await createOrm(pool);
  const unitOfWork = new UnitOfWork(orm);
  users = new UserRepository(unitOfWork);
  const jobs = new JobQueue({ url: database.url, clock: new Clock(), pollsForWork: false, isOnlyProcess: false });
  const broadcasts = new Broadcasts(new PendingChanges(jobs));
  const audit = new AuditLog(unitOfWork, new PendingEntryRepository(), broadcasts);
  createUser = new CreateUser(unitOfWork, users, hasher, new AuthConfig(), audit, new Clock());
  setPassword = new SetUserPassword(unitOfWork, users, hasher, audit);
  apiKeys = new ApiKeyRepository(unitOfWork);
  createKey = new CreateApiKey(unitOfWork, apiKeys, audit, new AuthConfig(), new Clock());
});
afterAll(async () => {
  await hasher.onApplicationShutdown();
  await orm.close(true);
  await database.drop();
});

async function passwordHash(userId: string): Promise<string> {
  const { rows } = await pool.query<{ password: string }>('select password from auth_account where user_id = $1', [
    userId,
  ]);
  expect(rows).toHaveLength(1);
  return rows[0]?.password ?? '';
}

describe('accounts created without the sign-up form', () => {
  it('exactly one account is an administrator when many are created at once', async () => {
    const emails = Array.from({ length: 12 }, (_, index) => `many${index}@example.test`);
    await Promise.all(emails.map((email) => createUser.execute({ email, password: PASSWORD })));
    const { rows } = await pool.query('select id from "user" where is_admin');
    expect(rows).toHaveLength(1);
  });

  it('created accounts sign in with their password and are named after their address', async () => {
    const { userId } = await createUser.execute({ email: ' Ada@Example.test ', password: PASSWORD });
    expect(await users.findByEmail('ada@example.test')).toMatchObject({ id: userId, name: 'ada', isAdmin: false });
    expect(await verifyPassword({ hash: await passwordHash(userId), password: PASSWORD })).toBe(true);
  });

  it('created accounts may be administrators', async () => {
    const { userId } = await createUser.execute({
      email: 'root@example.test',
      password: PASSWORD,
      name: 'Root',
      isAdmin: true,
    });
    expect(await users.get(userId)).toMatchObject({ name: 'Root', isAdmin: true });
  });

  it('an account is refused when another has the same e-mail address', async () => {
    await createUser.execute({ email: 'twice@example.test', password: PASSWORD });
    await expect(createUser.execute({ email: 'Twice@example.test', password: PASSWORD })).rejects.toMatchObject({
      code: 'users.create_user_already_exists',
    });
  });

  it('an account is refused without a valid address and a password of 8 to 128 characters', async () => {
    const wrong = [
      { email: 'no-address', password: PASSWORD },
      { email: 'x@example.test', password: 'short' },
      { email: 'x@example.test', password: 'x'.repeat(129) },
    ];
    for (const user of wrong) {
      await expect(createUser.execute(user)).rejects.toMatchObject({ code: 'users.invalid_credentials' });
    }
  });

  it('an account loses its sessions when it gets a new password', async () => {
    const { userId } = await createUser.execute({ email: 'reset@example.test', password: PASSWORD });
    await pool.query(
      `insert into auth_session (id, created_at, updated_at, expires_at, token, user_id)
       values ('auth_ses_x', now(), now(), now() + interval '1 day', 'x', $1)`,
      [userId],
    );
    await setPassword.execute({ email: 'reset@example.test', password: 'another password' });
    expect(await verifyPassword({ hash: await passwordHash(userId), password: 'another password' })).toBe(true);
    expect((await pool.query('select id from auth_session')).rows).toEqual([]);
    await expect(setPassword.execute({ email: 'gone@example.test', password: PASSWORD })).rejects.toMatchObject({
      code: 'users.not_found',
    });
  });
});

describe('API keys', () => {
  it('API keys record their use at most once a minute', async () => {
    const { userId } = await createUser.execute({ email: 'keys@example.test', password: PASSWORD });
    const { apiKey, token } = await createKey.execute({ userId, name: 'Script', permissions: ['tags:read'] });
    const lastUsed = async () => (await apiKeys.ofUser(userId, FIRST_PAGE))[0]?.apiKey.lastUsedAt;
    const use = () => apiKeys.authenticate(apiKeyHash(token));
    expect(await lastUsed()).toBeNull();
    expect((await use())?.actor).toEqual({
      via: 'api-key',
      userId,
      apiKeyId: apiKey.id,
      permissions: ['tags:read'],
      organizationIds: undefined,
    });
    await pool.query(`update api_key set last_used_at = now() - interval '50 seconds' where id = $1`, [apiKey.id]);
    const recent = await lastUsed();
    await use();
    expect(await lastUsed()).toEqual(recent);
    await pool.query(`update api_key set last_used_at = now() - interval '70 seconds' where id = $1`, [apiKey.id]);
    await use();
    expect((await lastUsed())?.getTime()).toBeGreaterThan(recent?.getTime() ?? Infinity);
  });

  it('an API key whose organizations are removed reaches none, instead of all', async () => {
    const { userId } = await createUser.execute({ email: 'bound@example.test', password: PASSWORD });
    await pool.query(
      `insert into organization (id, created_at, updated_at, name) values ('org_1', now(), now(), 'Gone')`,
    );
    await pool.query(
      `insert into organization_member (id, created_at, updated_at, organization_id, user_id, role)
       values ('org_mem_1', now(), now(), 'org_1', $1, 'owner')`,
      [userId],
    );
    const { token } = await createKey.execute({
      userId,
      name: 'Script',
      permissions: ['tags:read'],
      organizationIds: ['org_1'],
    });
    expect(await apiKeys.authenticate(apiKeyHash(token))).toMatchObject({ actor: { organizationIds: ['org_1'] } });
    await pool.query(`delete from organization where id = 'org_1'`);
    expect(await apiKeys.authenticate(apiKeyHash(token))).toMatchObject({ actor: { organizationIds: [] } });
  });
});
