import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuthConfig } from '#config/auth';
import { Clock, createId, type ActorContext, type SessionActor } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { apiKeyHash } from './api-key-token.js';
import { CreateApiKey, type NewApiKey } from './create-api-key.js';

const FIRST_PAGE = { pageIndex: 0, pageSize: 100 };

let database: OpenDatabase;
let apiKeys: ApiKeyRepository;
let createKey: CreateApiKey;
let user: ActorContext<SessionActor>;

beforeAll(async () => {
  database = await openDatabase();
  apiKeys = new ApiKeyRepository(database.unitOfWork);
  createKey = new CreateApiKey(database.unitOfWork, apiKeys, database.audit, new AuthConfig(), new Clock());
});
afterAll(() => database.close());
beforeEach(async () => {
  user = await database.aUser();
});

/** Changes what the test names; the rest is an ordinary key of the user. */
const create = (changes: Partial<NewApiKey> = {}) =>
  createKey.execute({ userId: user.actor.userId, name: 'Script', permissions: ['tags:read'], ...changes });

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

describe('ApiKeyRepository', () => {
  it('authenticates the token of a key, and no other', async () => {
    const { apiKey, token } = await create();
    expect(await apiKeys.authenticate(apiKeyHash(token))).toEqual({
      actor: {
        via: 'api-key',
        userId: user.actor.userId,
        apiKeyId: apiKey.id,
        permissions: ['tags:read'],
        organizationIds: undefined,
      },
      keyName: 'Script',
      role: undefined,
    });
    expect(await apiKeys.authenticate(apiKeyHash(`${token}x`))).toBeUndefined();
    expect(await apiKeys.authenticate(token)).toBeUndefined();
  });

  it('reads the role of the user in the requested organization, as long as both exist', async () => {
    const { organizationId } = await database.anOrganization({ by: user });
    const { organizationId: foreign } = await database.anOrganization();
    const { token } = await create();
    const roleIn = async (id: string) => (await apiKeys.authenticate(apiKeyHash(token), id))?.role;
    expect([await roleIn(organizationId), await roleIn(foreign)]).toEqual(['owner', undefined]);
    await database.pool.query(`update organization_member set role = 'viewer' where organization_id = $1`, [
      organizationId,
    ]);
    expect(await roleIn(organizationId)).toBe('viewer');
    await database.pool.query('update organization set deleted_at = now() where id = $1', [organizationId]);
    expect(await roleIn(organizationId)).toBeUndefined();
    await database.pool.query('update organization set deleted_at = null where id = $1', [organizationId]);
    expect(await roleIn(organizationId)).toBe('viewer');
    await database.pool.query('delete from organization_member where organization_id = $1', [organizationId]);
    expect(await roleIn(organizationId)).toBeUndefined();
  });

  it('authenticates a key until it expires, by the clock of the database', async () => {
    const { apiKey, token } = await create({ expiresAt: inSeconds(3600) });
    expect(await apiKeys.authenticate(apiKeyHash(token))).toBeDefined();
    await database.pool.query(`update api_key set expires_at = now() - interval '1 ms' where id = $1`, [apiKey.id]);
    expect(await apiKeys.authenticate(apiKeyHash(token))).toBeUndefined();
  });

  it('finds the valid ones of many keys, with what they may do now', async () => {
    const [kept, expired, revoked, changed] = [await create(), await create(), await create(), await create()];
    await database.pool.query('update api_key set expires_at = now() where id = $1', [expired.apiKey.id]);
    await database.pool.query('delete from api_key where id = $1', [revoked.apiKey.id]);
    await database.pool.query(`update api_key set permissions = '{events:read}' where id = $1`, [changed.apiKey.id]);
    const found = await apiKeys.findValid([kept, expired, revoked, changed].map(({ apiKey }) => apiKey.id));
    expect(new Map(found.map(({ apiKeyId, permissions }) => [apiKeyId, permissions]))).toEqual(
      new Map([
        [kept.apiKey.id, ['tags:read']],
        [changed.apiKey.id, ['events:read']],
      ]),
    );
    expect(await apiKeys.findValid([])).toEqual([]);
  });

  it('refuses an expiry that is not in the future', async () => {
    await expect(create({ expiresAt: inSeconds(-1) })).rejects.toMatchObject({ code: 'api_keys.expiry_not_in_future' });
  });

  it('a key is bound to organizations of its user, each once', async () => {
    const { organizationId: first } = await database.anOrganization({ by: user });
    const { organizationId: second } = await database.anOrganization({ by: user });
    const { token } = await create({ organizationIds: [first, second, first] });
    const caller = await apiKeys.authenticate(apiKeyHash(token));
    expect([...(caller?.actor.organizationIds ?? [])].sort()).toEqual([first, second].sort());
    const [listed] = await apiKeys.ofUser(user.actor.userId, FIRST_PAGE);
    expect(listed?.organizations.map(({ id }) => id)).toEqual([first, second]);
  });

  it('organizations that are unknown, deleted, or of other users are refused, and no key is created', async () => {
    const own = await database.anOrganization({ by: user });
    const { organizationId: foreign } = await database.anOrganization();
    const { organizationId: deleted } = await database.anOrganization({ by: user });
    await database.pool.query('update organization set deleted_at = now() where id = $1', [deleted]);
    for (const id of [foreign, deleted, createId('org')]) {
      await expect(create({ organizationIds: [own.organizationId, id] })).rejects.toMatchObject({
        code: 'user.not_in_organization',
      });
    }
    expect(await apiKeys.ofUser(user.actor.userId, FIRST_PAGE)).toEqual([]);
  });

  it('lists the keys of one user, newest first', async () => {
    const first = await create({ name: 'First' });
    await database.pool.query(`update api_key set created_at = now() - interval '1 hour' where id = $1`, [
      first.apiKey.id,
    ]);
    await create({ name: 'Second' });
    const other = await database.aUser();
    await createKey.execute({ userId: other.actor.userId, name: 'Other', permissions: [] });
    const listed = await apiKeys.ofUser(user.actor.userId, FIRST_PAGE);
    expect(listed.map(({ apiKey }) => apiKey.name)).toEqual(['Second', 'First']);
  });

  it('deletes only keys of the user', async () => {
    const { apiKey, token } = await create();
    const other = await database.aUser();
    const deleteFor = ({ actor: { userId } }: typeof user) =>
      database.unitOfWork.run((tx) => apiKeys.delete(tx, { id: apiKey.id, userId }));
    await deleteFor(other);
    expect(await apiKeys.authenticate(apiKeyHash(token))).toBeDefined();
    await deleteFor(user);
    expect(await apiKeys.authenticate(apiKeyHash(token))).toBeUndefined();
  });
});
