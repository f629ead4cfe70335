/** @own-modules */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditConfig } from '#config/audit';
import { defineEvent } from '#ground/history';
import { createId, withRequestOrigin, type OrganizationContext } from '#ground/kernel';
import type { JobQueue } from '#ground/jobs';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { defineAuditAction } from './audit-action.js';
import { INSTANCE_CHAIN } from './audit-chain.js';
import type { AuditLog } from './audit-log.js';
import { AuditQuery } from './audit-query.repository.js';
import { ChainRepository } from './chain.repository.js';
import { CheckRepository } from './check.repository.js';
import { PruneEntries } from './prune-entries.js';
import { VerifyChains } from './verify-chains.js';

const Opened = defineAuditAction('test:opened', { description: 'A door was opened.' });
const Happened = defineEvent<{ tagId: string; name: string }>('tag:happened', { description: 'Something happened.' });

let database: OpenDatabase;
let audit: AuditLog;
let chains: ChainRepository;
let verify: VerifyChains;
let ctx: OrganizationContext;
const signal = new AbortController().signal;

beforeAll(async () => {
  database = await openDatabase();
  const { unitOfWork } = database;
  audit = database.audit;
  chains = new ChainRepository(unitOfWork);
  verify = new VerifyChains(unitOfWork, undefined as unknown as JobQueue, chains, new CheckRepository(unitOfWork));
});
afterAll(() => database.close());
beforeEach(async () => {
  ctx = await database.anOrganization();
});

const record = (count: number) =>
  database.unitOfWork.run(async (tx) => {
    for (let n = 1; n <= count; n += 1)
      await audit.record(tx, { action: Opened, organizationId: ctx.organizationId, actor: ctx.actor, details: { n } });
  });

const changeTags = (count: number, options: { fails?: boolean } = {}) =>
  database.unitOfWork.run(async (tx) => {
    for (let n = 1; n <= count; n += 1)
      database.changes.record(tx, ctx, Happened, { tagId: createId('tag'), name: `tag ${n}` });
    if (options.fails) throw new Error('rolled back');
    await Promise.resolve();
  });

const entries = async () =>
  (await chains.page(ctx.organizationId, { after: 0, upTo: 1e9 }, 10_000)).map((entry) => entry);
const seal = () => database.seal.execute(ctx.organizationId);
const check = async () => (await verify.execute(ctx.organizationId, signal)).problem;

/** What an intruder can do who owns the tables: nothing refuses these statements. */
const tamper = async (...statements: string[]) => {
  const client = await database.pool.connect();
  try {
    await client.query('begin; alter table audit_entry disable trigger user');
    for (const statement of statements) await client.query(statement, [ctx.organizationId]);
    await client.query('alter table audit_entry enable trigger user; commit');
  } finally {
    await client.query('rollback');
    client.release();
  }
};

describe('a chain of the audit log', () => {
  it('a chain has each recorded entry and each event of its organization once after two seals', async () => {
    await record(2);
    await changeTags(3);
    await expect(changeTags(2, { fails: true })).rejects.toThrow('rolled back');
    await record(1);
    await seal();
    await seal();
    const sealed = await entries();
    expect(sealed.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(sealed.filter(({ action }) => action === 'test:opened').map(({ details }) => details['n'])).toEqual([
      1, 2, 1,
    ]);
    expect(sealed.filter(({ action }) => action === 'tag:happened').map(({ target }) => target?.name)).toEqual([
      'tag 1',
      'tag 2',
      'tag 3',
    ]);
    expect(await check()).toBeNull();
  });

  it('a chain has every entry once when many are recorded and many processes seal at the same time', async () => {
    const rounds = Array.from({ length: 12 }, async (_, n) => {
      await (n % 2 === 0 ? record(5) : changeTags(5));
      await Promise.all([seal(), seal()]);
    });
    await Promise.all(rounds);
    await seal();
    const sealed = await entries();
    expect(sealed.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
    expect(new Set(sealed.map(({ id }) => id)).size).toBe(60);
    expect(await check()).toBeNull();
  });

  it('seals an entry whose transaction began first and was committed last', async () => {
    const [mayCommit, hasWritten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = database.unitOfWork.run(async (tx) => {
      await audit.record(tx, { action: Opened, organizationId: ctx.organizationId, details: { n: 'slow' } });
      hasWritten.resolve();
      await mayCommit.promise;
    });
    await hasWritten.promise;
    await record(1);
    await seal();
    expect((await entries()).map(({ details }) => details['n'])).toEqual([1]);
    mayCommit.resolve();
    await slow;
    await seal();
    expect((await entries()).map(({ details }) => details['n'])).toEqual([1, 'slow']);
  });

  it('an entry keeps the origin of its request and the caller', async () => {
    const actor = ctx.actor;
    const origin = { requestId: 'req_1', address: '192.0.2.7', userAgent: 'Browser', actor: actor as never };
    await withRequestOrigin(origin, async () => {
      await changeTags(1);
      await database.unitOfWork.run((tx) => audit.record(tx, { action: Opened, organizationId: ctx.organizationId }));
    });
    await seal();
    const userId = ctx.actor.via === 'session' ? ctx.actor.userId : '';
    const place = { address: '192.0.2.7', userAgent: 'Browser', actor: { type: 'user', userId } };
    expect(await entries()).toMatchObject([place, { ...place, requestId: 'req_1' }]);
  });

  it('details that are too large are refused before anything is written', async () => {
    const large = { action: Opened, organizationId: ctx.organizationId, details: { text: 'x'.repeat(2_100) } };
    await expect(audit.recordNow(large)).rejects.toThrow('more than 2048 bytes');
  });

  it('events are kept until they are sealed, and may be removed afterwards', async () => {
    await changeTags(2);
    expect(await database.events.removeOldest(ctx, 10)).toBe(0);
    await seal();
    expect(await database.events.removeOldest(ctx, 10)).toBe(2);
    expect(await entries()).toHaveLength(2);
  });
});

describe('the database', () => {
  it.each([
    [`update audit_entry set action = 'x' where chain_id = $1`],
    [`delete from audit_entry where chain_id = $1`],
  ])('the database refuses to change and to remove sealed entries: %s', async (statement) => {
    await record(2);
    await seal();
    await expect(database.pool.query(statement, [ctx.organizationId])).rejects.toThrow('never changed or removed');
    expect(await entries()).toHaveLength(2);
  });

  it('the database refuses to empty the whole log at once', async () => {
    await expect(database.pool.query('truncate audit_entry')).rejects.toThrow('never changed or removed');
  });
});

describe('the verification of a chain', () => {
  beforeEach(async () => {
    await record(5);
    await seal();
  });

  it.each([
    ['details', `update audit_entry set details = '{"n":9}' where chain_id = $1 and sequence = 3`],
    ['the actor', `update audit_entry set actor_user_id = 'usr_x' where chain_id = $1 and sequence = 3`],
    ['the address', `update audit_entry set address = '::1' where chain_id = $1 and sequence = 3`],
    [
      'the time',
      `update audit_entry set created_at = created_at + interval '1 ms' where chain_id = $1 and sequence = 3`,
    ],
    ['the hash', `update audit_entry set hash = repeat('0', 64) where chain_id = $1 and sequence = 3`],
  ])('the verification names the entry whose content was changed: %s', async (_what, statement) => {
    await tamper(statement);
    expect(await check()).toMatchObject({ sequence: 3, kind: 'changed' });
  });

  it('the verification names the entry that was removed from the middle', async () => {
    await tamper(`delete from audit_entry where chain_id = $1 and sequence = 3`);
    expect(await check()).toMatchObject({ sequence: 3, kind: 'missing', message: expect.stringContaining('Entry 3') });
  });

  it('the verification notices that the last entries were removed, even when the head was moved back after a check', async () => {
    const removeTail = `delete from audit_entry where chain_id = $1 and sequence > 3`;
    expect(await check()).toBeNull();
    await tamper(removeTail);
    expect(await check()).toMatchObject({ sequence: 4, kind: 'missing' });
    await tamper(
      `update audit_chain set last_sequence = 3, head_hash =
         (select hash from audit_entry where chain_id = $1 and sequence = 3) where id = $1`,
    );
    expect(await check()).toMatchObject({ sequence: 4, kind: 'missing', message: expect.stringContaining('earlier') });
  });

  it('the verification names the first of two entries that were exchanged', async () => {
    const swap = (from: number, to: number) =>
      `update audit_entry set sequence = ${to} where chain_id = $1 and sequence = ${from}`;
    await tamper(swap(2, 99), swap(3, 2), swap(99, 3));
    expect(await check()).toMatchObject({ sequence: 2, kind: 'changed' });
  });

  it('the verification notices an entry that was inserted between others', async () => {
    await tamper(
      `insert into audit_entry select chain_id, 6, 'aud_forged', created_at, organization_id, action, actor_type,
         actor_user_id, actor_api_key_id, actor_reason, address, user_agent, request_id, target_type, target_id,
         target_name, details, previous_hash, hash from audit_entry where chain_id = $1 and sequence = 5`,
      `update audit_chain set last_sequence = 6 where id = $1`,
    );
    expect(await check()).toMatchObject({ sequence: 6, kind: 'changed' });
  });

  it('the verification notices that the whole chain was written again with right hashes after a check', async () => {
    expect(await check()).toBeNull();
    await tamper('delete from audit_entry where chain_id = $1', 'delete from audit_chain where id = $1');
    await record(7);
    await seal();
    expect(await check()).toMatchObject({ sequence: 5, kind: 'rewritten' });
  });
});

describe('the retention of the audit log', () => {
  const prune = (retentionDays: number) =>
    new PruneEntries(database.unitOfWork, chains, audit, Object.assign(new AuditConfig(), { retentionDays })).execute(
      signal,
    );

  it('retention removes old entries only from the beginning, and the rest is still verified', async () => {
    await record(3);
    await database.pool.query(`update audit_pending set created_at = now() - interval '40 days' where chain_id = $1`, [
      ctx.organizationId,
    ]);
    await record(2);
    await seal();
    expect(await check()).toBeNull();
    expect(await prune(30)).toBe(3);
    expect(await prune(30)).toBe(0);
    await seal();
    const left = await entries();
    expect(left.map(({ sequence, action }) => [sequence, action])).toEqual([
      [4, 'test:opened'],
      [5, 'test:opened'],
      [6, 'audit:pruned'],
    ]);
    expect(left[2]?.details).toMatchObject({ upToSequence: 3, hash: left[0]?.previousHash, entries: 3 });
    expect(await check()).toBeNull();
  });

  it('retention removes nothing when it is turned off', async () => {
    await record(2);
    await database.pool.query(`update audit_pending set created_at = now() - interval '9999 days'`);
    await seal();
    expect(await prune(0)).toBe(0);
  });
});

describe('reading the audit log', () => {
  const list = async (selection: { action?: string; actorId?: string; before?: string; limit?: number }) =>
    new AuditQuery(database.unitOfWork).latest({ chainId: ctx.organizationId, limit: 10, ...selection });

  it('returns the newest entries first, page by page, with the name of the user', async () => {
    await record(3);
    await seal();
    const first = await list({ limit: 2 });
    expect(first.map(({ sequence, actorName }) => [sequence, actorName])).toEqual([
      [3, 'Ada'],
      [2, 'Ada'],
    ]);
    const second = await list({ before: first[1]?.id ?? '' });
    expect(second.map(({ sequence }) => sequence)).toEqual([1]);
    expect(await list({ before: 'aud_unknown' })).toEqual([]);
    expect(await list({ action: 'test:closed' })).toEqual([]);
  });

  it('returns the entries of all chains by time', async () => {
    await audit.recordNow({ action: Opened, details: { n: 'instance' } });
    await record(1);
    await seal();
    await database.seal.execute(INSTANCE_CHAIN);
    const all = await new AuditQuery(database.unitOfWork).latest({ chainId: undefined, limit: 2 });
    expect(all.map(({ chainId }) => chainId)).toEqual([ctx.organizationId, INSTANCE_CHAIN]);
  });
});
