import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork, type Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { TagsService } from '#archive/tags';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';
import type { Condition } from './tagging-rule.js';

const FIELDS = { name: 'Rule', description: 'Old', enabled: true, conditionMatchMode: 'all' as const };
const contains = (value: string): Condition => ({ field: 'content', operator: 'contains', value });

describe('TaggingRuleRepository', () => {
  let app: TestApp;
  let rules: TaggingRuleRepository;
  let ctx: OrganizationContext;
  let other: OrganizationContext;

  beforeAll(async () => {
    app = await startApp();
    rules = new TaggingRuleRepository(app.app.get(UnitOfWork));
    other = systemContext((await app.anArchive('Other')).organizationId, 'command');
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ctx = systemContext((await app.anArchive()).organizationId, 'command');
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  const aTag = async (name: string): Promise<string> =>
    (await run((tx) => app.app.get(TagsService, { strict: false }).create(tx, ctx, { name, color: '#00ff00' }))).id;
  const aRule = (fields: Partial<typeof FIELDS> = {}, conditions: Condition[] = [], tagIds: string[] = []) =>
    run(async (tx) => {
      const ruleId = await rules.insert(tx, ctx, { ...FIELDS, ...fields });
      await rules.replaceConditions(tx, ruleId, conditions);
      await rules.replaceActions(tx, ruleId, tagIds);
      return ruleId;
    });

  it('returns a rule with its conditions and tags in the order they were given', async () => {
    const tagIds = [await aTag('Z'), await aTag('A')];
    const ruleId = await aRule({}, [contains('b'), contains('a')], tagIds);
    const rule = await rules.find(ctx, ruleId);
    expect(rule).toMatchObject({ id: ruleId, name: 'Rule', description: 'Old', enabled: true });
    expect(rule?.conditions.map(({ value }) => value)).toEqual(['b', 'a']);
    expect(rule?.actions.map(({ tagId, tag }) => [tagId, tag.name])).toEqual([
      [tagIds[0], 'Z'],
      [tagIds[1], 'A'],
    ]);
    expect(rule?.actions[0]?.tag.createdAt).toBeInstanceOf(Date);
  });

  it('lists the rules oldest first, and only the enabled ones for documents', async () => {
    const tagId = await aTag('A');
    const [first, disabled, last] = [
      await aRule({}, [contains('x')], [tagId]),
      await aRule({ enabled: false }, [], [tagId]),
      await aRule({ conditionMatchMode: 'all' }),
    ];
    expect((await rules.list(ctx)).map(({ id }) => id)).toEqual([first, disabled, last]);
    expect(await run((tx) => rules.enabled(tx, ctx))).toMatchObject([
      { id: first, conditionMatchMode: 'all', conditions: [contains('x')], tagIds: [tagId] },
      { id: last, conditionMatchMode: 'all', conditions: [], tagIds: [] },
    ]);
  });

  it('keeps a description and a state that an update leaves out', async () => {
    const ruleId = await aRule({ enabled: false });
    const changes = { name: 'New', description: undefined, enabled: undefined, conditionMatchMode: 'any' as const };
    expect(await run((tx) => rules.update(tx, ctx, ruleId, changes))).toBe(true);
    expect(await rules.find(ctx, ruleId)).toMatchObject({
      name: 'New',
      description: 'Old',
      enabled: false,
      conditionMatchMode: 'any',
    });
  });

  it('gives every update a later revision, even when the clock was set back', async () => {
    const ruleId = await aRule();
    await poolOf(app).query(`update tagging_rule set updated_at = now() + interval '1 hour' where id = $1`, [ruleId]);
    const before = await rules.find(ctx, ruleId);
    await run((tx) => rules.update(tx, ctx, ruleId, { ...FIELDS, name: 'New' }));
    const after = await rules.find(ctx, ruleId);
    expect(after?.updatedAt.getTime()).toBeGreaterThan(before?.updatedAt.getTime() ?? Infinity);
  });

  it('a rule of another organization is not read, changed or deleted', async () => {
    const ruleId = await aRule();
    expect(await rules.find(other, ruleId)).toBeUndefined();
    expect(await rules.list(other)).toEqual([]);
    await run(async (tx) => {
      expect(await rules.enabled(tx, other)).toEqual([]);
      expect(await rules.lock(tx, other, ruleId)).toBeUndefined();
      expect(await rules.isLive(tx, other, ruleId)).toBe(false);
      expect(await rules.update(tx, other, ruleId, { ...FIELDS, name: 'Taken over' })).toBe(false);
      expect(await rules.delete(tx, other, ruleId)).toBe(false);
    });
    expect((await rules.find(ctx, ruleId))?.name).toBe('Rule');
  });

  it('deletes a rule with its conditions and actions', async () => {
    const ruleId = await aRule({}, [contains('x')], [await aTag('A')]);
    expect(await run((tx) => rules.delete(tx, ctx, ruleId))).toBe(true);
    const { rows } = await poolOf(app).query(
      `select tagging_rule_id from tagging_rule_condition where tagging_rule_id = $1
       union all select tagging_rule_id from tagging_rule_action where tagging_rule_id = $1`,
      [ruleId],
    );
    expect(rows).toEqual([]);
  });

  it('returns the tags of a rule to its own organization only', async () => {
    const tagId = await aTag('Own');
    const ruleId = await aRule({}, [], [tagId]);
    expect(await run((tx) => rules.tagIds(tx, ctx, ruleId))).toEqual([tagId]);
    expect(await run((tx) => rules.tagIds(tx, other, ruleId))).toEqual([]);
  });

  it('treats a rule of a deleted organization as deleted', async () => {
    const ruleId = await aRule();
    const isLive = () => run((tx) => rules.isLive(tx, ctx, ruleId));
    expect(await isLive()).toBe(true);
    await poolOf(app).query('update organization set deleted_at = now() where id = $1', [ctx.organizationId]);
    expect(await isLive()).toBe(false);
  });
});
