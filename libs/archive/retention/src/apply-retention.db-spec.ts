import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DocumentVersions, UpdateDocument } from '#archive/documents';
import { PurgeService, TrashService } from '#archive/trash';
import { UnitOfWork } from '#ground/database';
import { DeleteOrganization } from '#people/organizations';
import { Counters } from '#ground/history';
import type { OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, indexDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { ApplyRetention } from './apply-retention.js';
import { DueDocuments } from './due-documents.js';
import { LegalHolds } from './legal-holds.js';
import type { RetentionRule } from './retention-rule.repository.js';
import { RetentionRules, type RetentionRuleFields } from './retention-rules.js';

const { signal } = new AbortController();
const TEN_YEARS: RetentionRuleFields = {
  ...{ name: 'Ten years', query: '', dateSource: 'documentDate', propertyId: null },
  ...{ keepAmount: 10, keepUnit: 'years', action: 'trash', isEnabled: true, isLocking: false },
};

interface State {
  state: 'active' | 'gone' | 'inbox' | 'trash';
}

describe('retention rules', () => {
  let app: TestApp;
  let retention: ApplyRetention;
  let rules: RetentionRules;
  let ctx: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    retention = app.app.get(ApplyRetention, { strict: false });
    rules = app.app.get(RetentionRules, { strict: false });
  });
  afterAll(() => app.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  beforeEach(async () => {
    await poolOf(app).query('delete from retention_rule');
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'auth_ses_1', isAdmin: false } as const;
    ctx = { organizationId, actor, role: 'owner', requestId: 'req_1' };
  });

  /** Documents that are dated so many years ago, or not at all, with a word in their names. */
  const add = async (yearsAgo: number | null, { count = 1, word = 'letter' } = {}): Promise<string[]> => {
    const ids = (await addDocumentRows(app, ctx.organizationId, count, { word })).map(({ id }) => id);
    await poolOf(app).query(
      `update document set document_date = now() - make_interval(years => $2) - interval '2 days' where id = any($1)`,
      [ids, yearsAgo],
    );
    // What a search engine remembers is kept by the log, where rows that are written directly are not.
    await app.app.get(UpdateDocument, { strict: false }).execute(ctx, ids[0] ?? '', { notes: 'dated' });
    return ids;
  };
  const addOne = async (yearsAgo: number | null, word?: string): Promise<string> =>
    (await add(yearsAgo, { count: 1, ...(word !== undefined && { word }) }))[0] ?? '';
  const rule = (fields: Partial<RetentionRuleFields> = {}): Promise<RetentionRule> =>
    app.app.get(UnitOfWork, { strict: false }).run((tx) => rules.create(tx, ctx, { ...TEN_YEARS, ...fields }));
  const run = () => retention.execute(signal);
  const stateOf = async (id: string): Promise<State['state']> => {
    const { rows } = await poolOf(app).query<State>(
      `select case when deleted_at is not null then 'trash' when is_in_inbox then 'inbox' else 'active' end as state
       from document where id = $1`,
      [id],
    );
    return rows[0]?.state ?? 'gone';
  };
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(stateOf));
  const preview = async (of: RetentionRule) =>
    app.app.get(DueDocuments, { strict: false }).preview(ctx, of, await rules.list(ctx));

  it('a rule moves to the trash what is older than its time, and nothing else', async () => {
    const ids = [await addOne(11), await addOne(9), await addOne(null)];
    await rule();
    expect(await run()).toEqual({ reviewed: 0, trashed: 1, purged: 0, held: 0, locked: 0 });
    expect(await statesOf(ids)).toEqual(['trash', 'active', 'active']);
  });

  it('a rule applies only to what its search finds, in its own organization, while it is enabled', async () => {
    const ids = [await addOne(11, 'invoice'), await addOne(11, 'letter')];
    await rule({ query: 'invoice' });
    await rule({ name: 'Off', isEnabled: false });
    const own = ctx;
    const other = await app.anArchive();
    ctx = { ...ctx, organizationId: other.organizationId };
    const foreign = await addOne(11, 'invoice');
    ctx = own;
    await run();
    expect(await statesOf([...ids, foreign])).toEqual(['trash', 'active', 'active']);
  });

  it('a document that several rules find is kept as long as the longest of them says', async () => {
    const [letter, contract, old] = [
      await addOne(11, 'letter'),
      await addOne(11, 'contract'),
      await addOne(31, 'contract'),
    ];
    await rule({ action: 'purge' });
    await rule({ name: 'Contracts', query: 'contract', keepAmount: 30, action: 'review' });
    expect(await run()).toEqual({ reviewed: 1, trashed: 0, purged: 1, held: 0, locked: 0 });
    expect(await statesOf([letter, contract, old])).toEqual(['gone', 'active', 'inbox']);
  });

  it('the most careful rule decides about a document that several rules keep equally long', async () => {
    const id = await addOne(11);
    await rule({ action: 'purge' });
    await rule({ action: 'review' });
    await rule({ action: 'trash' });
    await run();
    expect(await stateOf(id)).toBe('inbox');
  });

  it('a rule that finds a document without a date to count from keeps it from other rules', async () => {
    const id = await addOne(null);
    await poolOf(app).query(`update document set created_at = now() - interval '11 years' where id = $1`, [id]);
    await indexDocumentRows(app, ctx.organizationId);
    await rule({ dateSource: 'createdAt', action: 'purge' });
    const undated = await rule({ name: 'By its date' });
    await run();
    expect(await stateOf(id)).toBe('active');
    await rules.delete(ctx, undated.id);
    await rules.update(ctx, (await rules.list(ctx))[0]?.id ?? '', { ...TEN_YEARS, dateSource: 'createdAt' });
    await run();
    expect(await stateOf(id)).toBe('trash');
  });

  it('a document is put into the inbox once, and again only when it is due on another day', async () => {
    const id = await addOne(11);
    const reviewing = await rule({ action: 'review' });
    const confirmAndRun = async () => {
      await poolOf(app).query('update document set is_in_inbox = false where id = $1', [id]);
      await rules.update(ctx, reviewing.id, { ...TEN_YEARS, action: 'review' }); // lets the next run apply it again
      await run();
      return stateOf(id);
    };
    await run();
    expect(await stateOf(id)).toBe('inbox');
    expect(await confirmAndRun()).toBe('active');
    await app.app.get(UpdateDocument, { strict: false }).execute(ctx, id, { documentDate: new Date('2001-02-03') });
    expect(await confirmAndRun()).toBe('inbox');
  });

  it('the rules of an organization are applied once a day, and again after one was changed', async () => {
    await rule();
    await run();
    const id = await addOne(11);
    expect(await run()).toEqual({ reviewed: 0, trashed: 0, purged: 0, held: 0, locked: 0 });
    await rule({ name: 'New', query: 'nothing' });
    await run();
    expect(await stateOf(id)).toBe('trash');
  });

  it('a rule that was changed while a run ended is applied by the next run of the day', async () => {
    const id = await addOne(11);
    const of = await rule({ keepAmount: 100 });
    const due = app.app.get(DueDocuments, { strict: false });
    const searching = jest.spyOn(due, 'of').mockImplementation(async function* () {
      await rules.update(ctx, of.id, TEN_YEARS);
    });
    await run();
    searching.mockRestore();
    await run();
    expect(await stateOf(id)).toBe('trash');
  });

  it('a document whose last change the search engine does not have is left until it has', async () => {
    const [changed, other] = [await addOne(11), await addOne(11)];
    await poolOf(app).query('insert into search_change (document_id, organization_id) values ($1, $2)', [
      changed,
      ctx.organizationId,
    ]);
    const of = await rule({ action: 'purge' });
    await run();
    expect(await statesOf([changed, other])).toEqual(['active', 'gone']);
    await poolOf(app).query('delete from search_change where document_id = $1', [changed]);
    await rules.update(ctx, of.id, { ...TEN_YEARS, action: 'purge' }); // lets the next run apply it again
    await run();
    expect(await stateOf(changed)).toBe('gone');
  });

  it('a run purges many documents in batches, and leaves the counters right', async () => {
    await add(11, { count: 450 });
    await rule({ action: 'purge' });
    expect((await run()).purged).toBe(450);
    const counters = app.app.get(Counters, { strict: false });
    expect(await counters.of(ctx)).toMatchObject({ activeDocuments: 0, trashedDocuments: 0, trashedBytes: 0 });
    expect(await counters.compare()).toEqual([]);
  });

  it.each(['review', 'trash', 'purge'] as const)(
    'what is on legal hold is left by a rule (%s), and counted',
    async (action) => {
      const [held, free] = [await addOne(11), await addOne(11)];
      await app.app.get(LegalHolds, { strict: false }).set(ctx, held, 'lawsuit');
      const of = await rule({ action });
      expect(await preview(of)).toMatchObject({ dueCount: 1, heldCount: 1, documents: [{ id: free }] });
      expect((await run()).held).toBe(1);
      expect(await stateOf(held)).toBe('active');
      expect(await stateOf(free)).not.toBe('active');
    },
  );

  it('a preview shows what the run then does, and changes nothing', async () => {
    await add(11, { count: 30 });
    const kept = await addOne(11, 'contract');
    const of = await rule({ action: 'purge' });
    await rule({ name: 'Contracts', query: 'contract', keepAmount: 30 });
    const shown = await preview(of);
    expect([shown.dueCount, shown.heldCount, shown.documents.length, shown.isComplete]).toEqual([30, 0, 25, true]);
    expect(shown.documents.map(({ id }) => id)).not.toContain(kept);
    expect(await statesOf(shown.documents.map(({ id }) => id))).toEqual(Array(25).fill('active'));
    expect((await run()).purged).toBe(30);
  });

  it('the purge by a rule leaves a certificate with name, hash, size and rule', async () => {
    const id = await addOne(11, 'invoice');
    const { id: retentionRuleId } = await rule({ action: 'purge' });
    await run();
    const { rows } = await poolOf(app).query<{ payload: object; reason: string }>(
      `select payload, actor_reason as reason from event where organization_id = $1 and name = 'document:purged'`,
      [ctx.organizationId],
    );
    const facts = { documentId: id, name: 'invoice', sha256: id, size: 10, earlierVersions: 0 };
    expect(rows).toEqual([
      { reason: 'retention', payload: { ...facts, retentionRuleId, retentionRuleName: 'Ten years' } },
    ]);
  });

  describe('whose search is not understood as a whole', () => {
    /** A rule whose search was understood once. */
    const broken = async (query: string, fields: Partial<RetentionRuleFields> = {}): Promise<RetentionRule> => {
      const of = await rule({ query: 'letter', ...fields });
      await poolOf(app).query('update retention_rule set query = $2 where id = $1', [of.id, query]);
      return { ...of, query };
    };
    const code = 'search.not_understood';

    it.each([
      ['the name of a deleted tag', '-tag:"never remove"'],
      ['a misspelled filter', 'letter OR -tga:keep'],
      ['a filter without its value', 'name:'],
      ['symbols only', '!!!'],
      ['the user who searches, who is none for the server', '-owner:me'],
      ['more words than are read', `letter ${'-x '.repeat(300)}`],
    ])('a rule with %s in its search removes and locks nothing, and its preview says why', async (_, query) => {
      const [old, recent] = [await addOne(11), await addOne(9)];
      const of = await broken(query, { action: 'purge', isLocking: true });
      expect(await run()).toEqual({ reviewed: 0, trashed: 0, purged: 0, held: 0, locked: 0 });
      expect(await statesOf([old, recent])).toEqual(['active', 'active']);
      await expect(preview(of)).rejects.toMatchObject({ code, facts: { query } });
    });

    it('a rule that would keep a document keeps it when the name in its search is gone', async () => {
      const id = await addOne(11);
      const purging = await rule({ action: 'purge' });
      const keeping = await broken('tag:contract', { keepAmount: 30 });
      await run();
      expect(await stateOf(id)).toBe('active');
      await expect(preview(purging)).rejects.toMatchObject({ code });
      await rules.update(ctx, keeping.id, { ...TEN_YEARS, isEnabled: false });
      await run();
      expect(await stateOf(id)).toBe('gone');
    });

    it('an enabled rule needs a search that is understood, and one that is off does not', async () => {
      const fields = { ...TEN_YEARS, query: '-tag:"never remove"' };
      await expect(rules.checkQuery(ctx, fields)).rejects.toMatchObject({ code });
      const of = await rule();
      await expect(rules.update(ctx, of.id, fields)).rejects.toMatchObject({ code });
      await rules.update(ctx, of.id, { ...fields, isEnabled: false });
    });
  });

  describe('that lock', () => {
    const locking = (fields: Partial<RetentionRuleFields> = {}) => rule({ isLocking: true, ...fields });
    const purge = (documentId: string) => app.app.get(PurgeService, { strict: false }).purgeOne(ctx, documentId);
    const trash = (documentId: string) => app.app.get(TrashService, { strict: false }).trash(ctx, documentId);

    it('a locked document is not purged before its day, and the refusal names the rule and the day', async () => {
      const id = await addOne(9, 'invoice');
      const { id: retentionRuleId } = await locking();
      expect((await run()).locked).toBe(1);
      await trash(id);
      await expect(purge(id)).rejects.toMatchObject({
        ...{ code: 'document.retention_locked', facts: { documentId: id, retentionRuleId } },
        message: expect.stringMatching(/"Ten years".* \d{4}-\d\d-\d\d/),
      });
      expect(await app.app.get(PurgeService, { strict: false }).emptyTrash(ctx)).toBe(1);
      await poolOf(app).query('update retention_lock set until = current_date where document_id = $1', [id]);
      await purge(id);
      expect(await stateOf(id)).toBe('gone');
    });

    it('the file of a locked document is not changed, and its name is', async () => {
      const [id, free] = [await addOne(9), await addOne(11)];
      await locking();
      await run();
      const versions = app.app.get(DocumentVersions, { strict: false });
      const code = 'document.retention_locked';
      await expect(versions.restore(ctx, id, 1)).rejects.toMatchObject({ code });
      await expect(versions.requestPages(ctx, id, [{ page: 1, turn: 0 }])).rejects.toMatchObject({ code });
      await expect(versions.restore(ctx, free, 1)).rejects.not.toMatchObject({ code });
      await app.app.get(UpdateDocument, { strict: false }).execute(ctx, id, { name: 'renamed' });
    });

    it('a document stays locked when the rule does not find it any more', async () => {
      const id = await addOne(9, 'invoice');
      await locking({ query: 'invoice' });
      await run();
      await app.app.get(UpdateDocument, { strict: false }).execute(ctx, id, { name: 'letter', documentDate: null });
      await rule({ name: 'Other' }); // lets the next run apply the rules again
      await run();
      await trash(id);
      await expect(purge(id)).rejects.toMatchObject({ code: 'document.retention_locked' });
    });

    it('a rule that was shortened while the run searched does not lock for the time that it had', async () => {
      const id = await addOne(9);
      const of = await locking({ keepAmount: 100 });
      const due = app.app.get(DueDocuments, { strict: false });
      const keptBy = due.keptBy.bind(due);
      const searching = jest.spyOn(due, 'keptBy').mockImplementation(async function* (...asked) {
        await rules.update(ctx, of.id, { ...TEN_YEARS, isLocking: true });
        yield* keptBy(...asked);
      });
      expect((await run()).locked).toBe(0);
      searching.mockRestore();
      expect((await run()).locked).toBe(1);
      const { rows } = await poolOf(app).query<{ years: number }>(
        `select extract(year from until)::int - extract(year from now())::int as years from retention_lock
         where document_id = $1`,
        [id],
      );
      expect(rows[0]?.years).toBeLessThan(2);
    });

    it('a lock that is long enough is not written again by the next run', async () => {
      const id = await addOne(9);
      await locking();
      await run();
      const writer = async () =>
        (
          await poolOf(app).query<object>('select xmin::text, xmax::text from retention_lock where document_id = $1', [
            id,
          ])
        ).rows;
      const before = await writer();
      await rule({ name: 'Other', query: 'nothing' }); // lets the next run apply the rules again
      await run();
      expect(await writer()).toEqual(before);
    });

    it('a rule is lengthened while it locks documents, and not loosened or deleted', async () => {
      const id = await addOne(9);
      const { id: ruleId } = await locking();
      const fields = { ...TEN_YEARS, isLocking: true };
      await run();
      const code = 'retention_rules.locks';
      for (const change of [{ keepAmount: 9 }, { isLocking: false }, { isEnabled: false }, { query: 'other' }])
        await expect(rules.update(ctx, ruleId, { ...fields, ...change })).rejects.toMatchObject({ code });
      await expect(rules.delete(ctx, ruleId)).rejects.toMatchObject({ code });
      await rules.update(ctx, ruleId, { ...fields, name: 'Twelve years', keepAmount: 12, action: 'review' });
      expect((await run()).locked).toBe(1);
      await poolOf(app).query('update retention_lock set until = current_date where document_id = $1', [id]);
      await rules.update(ctx, ruleId, { ...TEN_YEARS, isLocking: false });
      await rules.delete(ctx, ruleId);
    });

    it('an organization with locked documents is not deleted', async () => {
      await addOne(9);
      await locking();
      await run();
      const remove = app.app.get(DeleteOrganization, { strict: false }).execute(ctx);
      await expect(remove).rejects.toMatchObject({ code: 'organization.retention_locked' });
    });
  });
});
