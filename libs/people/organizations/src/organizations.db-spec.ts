import { LegalHoldRepository, RetentionLockRepository } from '#people/holds';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OrganizationsConfig } from '#config/organizations';
import { UserRepository } from '#people/auth';
import {
  Clock,
  createId,
  revisionOf,
  type ActorContext,
  type OrganizationContext,
  type SessionActor,
} from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { CreateOrganization } from './create-organization.js';
import { DeleteOrganization } from './delete-organization.js';
import { MemberRepository } from './member.repository.js';
import { OrganizationRepository } from './organization.repository.js';
import { OrganizationSettings } from './organization-settings.js';
import { PurgeOrganization } from './purge-organization.js';
import { RenameOrganization } from './rename-organization.js';
import { RestoreOrganization } from './restore-organization.js';

const FIRST_PAGE = { pageIndex: 0, pageSize: 100 };

const config = Object.assign(new OrganizationsConfig(), { maxOrganizationCount: 2, deletedPurgeDelayDays: 30 });

let database: OpenDatabase;
let organizations: OrganizationRepository;
let create: CreateOrganization;
let rename: RenameOrganization;
let remove: DeleteOrganization;
let restore: RestoreOrganization;
let purge: PurgeOrganization;
let settings: OrganizationSettings;
let holds: LegalHoldRepository;
let locks: RetentionLockRepository;

beforeAll(async () => {
  database = await openDatabase();
  const { unitOfWork, changes, events, audit, seal } = database;
  organizations = new OrganizationRepository(unitOfWork, new UserRepository(unitOfWork));
  create = new CreateOrganization(organizations, config, changes, new Clock());
  rename = new RenameOrganization(unitOfWork, organizations, changes, new Clock());
  holds = new LegalHoldRepository(unitOfWork);
  locks = new RetentionLockRepository();
  remove = new DeleteOrganization(
    unitOfWork,
    organizations,
    new MemberRepository(unitOfWork),
    holds,
    locks,
    changes,
    config,
  );
  restore = new RestoreOrganization(unitOfWork, organizations, changes);
  purge = new PurgeOrganization(unitOfWork, organizations, events, audit, seal);
  settings = new OrganizationSettings(unitOfWork, organizations, changes, config);
});
afterAll(() => database.close());

const createFor = (user: ActorContext<SessionActor>, name = 'Archive') =>
  database.unitOfWork.run((tx) => create.execute(tx, user, { name, ownerId: user.actor.userId }));

/** The context of a new organization's owner. */
async function anOrganization(): Promise<OrganizationContext & ActorContext<SessionActor>> {
  const owner = await database.aUser();
  const { id } = await createFor(owner);
  return { ...owner, organizationId: id, role: 'owner' };
}

async function eventsOf(organizationId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    'select name from event where organization_id = $1 order by position',
    [organizationId],
  );
  return rows.map(({ name }) => name);
}

async function makePurgeDue(organizationId: string): Promise<void> {
  await database.pool.query(`update organization set scheduled_purge_at = now() - interval '1 second' where id = $1`, [
    organizationId,
  ]);
}

const signal = new AbortController().signal;

describe('CreateOrganization', () => {
  it('the user becomes its owner, and the log starts with the creation', async () => {
    const user = await database.aUser();
    const { id } = await createFor(user, 'Papers');
    expect(await organizations.roleOf(id, user.actor)).toBe('owner');
    expect(await organizations.ofUser(user.actor.userId)).toMatchObject([{ id, name: 'Papers' }]);
    expect(await eventsOf(id)).toEqual(['organization:created']);
  });

  it('refuses one organization more than a user may own', async () => {
    const user = await database.aUser();
    await createFor(user);
    await createFor(user);
    await expect(createFor(user)).rejects.toMatchObject({ code: 'user.max_organization_count_reached' });
  });

  it('prefers the limit of the user to the limit of the server', async () => {
    const user = await database.aUser();
    await database.pool.query('update "user" set max_organization_count = 1 where id = $1', [user.actor.userId]);
    await createFor(user);
    await expect(createFor(user)).rejects.toMatchObject({ code: 'user.max_organization_count_reached' });
  });

  it('deleted organizations and those of others in which the user is a member do not count', async () => {
    const user = await database.aUser();
    await database.anOrganization({ by: user, role: 'admin' });
    const { id } = await createFor(user);
    await remove.execute({ ...user, organizationId: id, role: 'owner' });
    await createFor(user);
    await expect(createFor(user)).resolves.toMatchObject({ name: 'Archive' });
  });

  it('keeps the limit when many are created at once', async () => {
    const user = await database.aUser();
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map(() => createFor(user)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await organizations.ofUser(user.actor.userId)).toHaveLength(2);
  });
});

describe('RenameOrganization', () => {
  it('changes the name, makes a new revision and records it', async () => {
    const ctx = await anOrganization();
    const before = await organizations.find(ctx);
    const { name, updatedAt } = await rename.execute(ctx, 'Papers');
    expect(name).toBe('Papers');
    expect(updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? Infinity);
    expect(await eventsOf(ctx.organizationId)).toEqual(['organization:created', 'organization:updated']);
  });

  it('refuses a change of another revision than the expected ones', async () => {
    const ctx = await anOrganization();
    const { updatedAt } = await rename.execute(ctx, 'First');
    await expect(rename.execute(ctx, 'Second', [revisionOf(updatedAt)])).resolves.toMatchObject({ name: 'Second' });
    await expect(rename.execute(ctx, 'Third', [revisionOf(updatedAt)])).rejects.toMatchObject({
      code: 'server.precondition_failed',
    });
    expect(await organizations.find(ctx)).toMatchObject({ name: 'Second' });
  });

  it('treats a deleted organization as one that the caller is not a member of', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    await expect(rename.execute(ctx, 'Late')).rejects.toMatchObject({ code: 'user.not_in_organization' });
  });
});

describe('DeleteOrganization', () => {
  it('a deleted organization is hidden from its members and listed for the user who deleted it', async () => {
    const ctx = await anOrganization();
    const other = await database.aUser();
    await remove.execute(ctx);
    expect(await organizations.roleOf(ctx.organizationId, ctx.actor)).toBeUndefined();
    expect(await organizations.find(ctx)).toBeUndefined();
    expect(await organizations.ofActor(ctx.actor, FIRST_PAGE)).toEqual([]);
    expect(await organizations.deletedBy(ctx.actor, FIRST_PAGE)).toMatchObject([{ id: ctx.organizationId }]);
    expect(await organizations.deletedBy(other.actor, FIRST_PAGE)).toEqual([]);
    expect(await eventsOf(ctx.organizationId)).toEqual(['organization:created', 'organization:deleted']);
  });

  it('the purge is scheduled for the end of the restore period', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    const { rows } = await database.pool.query(
      `select extract(day from scheduled_purge_at - deleted_at)::int as days from organization where id = $1`,
      [ctx.organizationId],
    );
    expect(rows).toEqual([{ days: 30 }]);
    await expect(remove.execute(ctx)).rejects.toMatchObject({ code: 'user.not_in_organization' });
  });
});

describe('RestoreOrganization', () => {
  it('members of a restored organization have their roles back', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    await restore.execute(ctx, ctx.organizationId);
    expect(await organizations.roleOf(ctx.organizationId, ctx.actor)).toBe('owner');
    expect(await organizations.deletedBy(ctx.actor, FIRST_PAGE)).toEqual([]);
    expect((await eventsOf(ctx.organizationId)).at(-1)).toBe('organization:restored');
  });

  it('refuses every user but the one who deleted the organization', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    await expect(restore.execute(await database.aUser(), ctx.organizationId)).rejects.toMatchObject({
      code: 'organization.only_previous_owner_can_restore',
    });
  });

  it('refuses an organization that is not deleted, unknown, or due to be purged', async () => {
    const ctx = await anOrganization();
    await expect(restore.execute(ctx, ctx.organizationId)).rejects.toMatchObject({ code: 'organization.not_deleted' });
    await expect(restore.execute(ctx, createId('org'))).rejects.toMatchObject({ code: 'organization.not_found' });
    await remove.execute(ctx);
    await makePurgeDue(ctx.organizationId);
    await expect(restore.execute(ctx, ctx.organizationId)).rejects.toMatchObject({ code: 'organization.not_found' });
    expect(await organizations.deletedBy(ctx.actor, FIRST_PAGE)).toEqual([]);
  });
});

describe('PurgeOrganization', () => {
  it('removes an organization whose restore period has expired, with its events', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    expect(await purge.due()).not.toContain(ctx.organizationId);
    expect(await purge.execute(ctx, signal)).toBe(false);
    await makePurgeDue(ctx.organizationId);
    expect(await purge.due()).toContain(ctx.organizationId);
    expect(await purge.execute(ctx, signal)).toBe(true);
    expect(await eventsOf(ctx.organizationId)).toEqual([]);
    expect(await purge.due()).not.toContain(ctx.organizationId);
  });

  it('keeps an organization that has a document', async () => {
    const ctx = await anOrganization();
    await remove.execute(ctx);
    await makePurgeDue(ctx.organizationId);
    await database.pool.query(`insert into stored_file (storage_key, state) values ($1, 'committed')`, [
      ctx.organizationId,
    ]);
    await database.pool.query(
      `insert into document (id, created_at, updated_at, organization_id, original_name, original_size,
         original_sha256_hash, original_storage_key, name, name_sort_key, mime_type, extraction_status)
       values ($1, now(), now(), $2, 'a', 1, 'a', $2, 'a', 'a', 'text/plain', 'completed')`,
      [createId('doc'), ctx.organizationId],
    );
    expect(await purge.execute(ctx, signal)).toBe(false);
    expect(await purge.due()).toContain(ctx.organizationId);
  });

  it('the purge stops when it is aborted', async () => {
    const ctx = await anOrganization();
    await expect(purge.execute(ctx, AbortSignal.abort(new Error('shutting down')))).rejects.toThrow('shutting down');
  });
});

describe('OrganizationRepository', () => {
  it('shows an API key only the organizations that it is bound to', async () => {
    const user = await database.aUser();
    const { organizationId: first } = await database.anOrganization({ by: user });
    const { organizationId: second } = await database.anOrganization({ by: user });
    const { userId } = user.actor;
    const key = { via: 'api-key', userId, apiKeyId: createId('ak'), permissions: [] } as const;
    const idsFor = async (organizationIds: string[] | undefined) =>
      (await organizations.ofActor({ ...key, organizationIds }, FIRST_PAGE)).map(({ id }) => id);
    expect(await idsFor(undefined)).toEqual([first, second]);
    expect(await idsFor([second])).toEqual([second]);
    expect(await idsFor([])).toEqual([]);
  });

  it('counts the members of one organization', async () => {
    const ctx = await database.anOrganization();
    await database.anOrganization();
    expect(await organizations.countMembers(ctx)).toBe(1);
  });
});

describe('OrganizationSettings', () => {
  it('settings follow the server until they are set, and keep what a later change omits', async () => {
    const ctx = await anOrganization();
    expect(await settings.autoTagging(ctx)).toEqual({
      isEnabled: false,
      canCreateNewTags: false,
      maxTags: 5,
      canSuggestDetails: false,
      canSuggestProperties: false,
    });
    await settings.changeAutoTagging(ctx, { isEnabled: true, maxTags: 3 });
    await settings.changeAutoTagging(ctx, { canCreateNewTags: true });
    expect(await settings.autoTagging(ctx)).toEqual({
      isEnabled: true,
      canCreateNewTags: true,
      maxTags: 3,
      canSuggestDetails: false,
      canSuggestProperties: false,
    });
    await settings.changeAutoTagging(ctx, { isEnabled: false });
    expect(await settings.autoTagging(ctx)).toEqual({
      isEnabled: false,
      canCreateNewTags: true,
      maxTags: 3,
      canSuggestDetails: false,
      canSuggestProperties: false,
    });
  });

  it('a change of settings is recorded only when there is one', async () => {
    const ctx = await anOrganization();
    await settings.changeAutoTagging(ctx, {});
    expect(await eventsOf(ctx.organizationId)).toEqual(['organization:created']);
    await settings.changeAutoTagging(ctx, { maxTags: 1 });
    expect(await eventsOf(ctx.organizationId)).toEqual(['organization:created', 'organization:updated']);
  });
});
