import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { UnitOfWork, type Transaction } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { CustomPropertiesService } from '#archive/properties';
import { TagsService } from '#archive/tags';
import type { ApiClient } from '../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { poolOf } from '../../../../test/support/rows.js';
import { ApplyRulesToDocument } from './apply-rules-to-document.js';
import { EnabledRules } from './enabled-rules.js';
import { TaggingRuleRepository } from './tagging-rule.repository.js';

describe('EnabledRules', () => {
  let app: TestApp;
  let api: ApiClient;
  let ctx: OrganizationContext;
  let base: string;
  let documentId: string;
  const read = jest.spyOn(TaggingRuleRepository.prototype, 'enabled');

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const archive = await app.anArchive();
    ({ api } = archive);
    ctx = systemContext(archive.organizationId, 'command');
    base = `/api/organizations/${archive.organizationId}`;
    documentId = (await api.upload(archive.organizationId, { name: 'Bill.txt', content: 'A bill' })).body.document.id;
    await app.drain();
    read.mockClear();
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  const apply = () => run((tx) => app.app.get(ApplyRulesToDocument, { strict: false }).execute(tx, ctx, [documentId]));
  const namesOf = () => run(async (tx) => (await enabled().of(tx, ctx)).rules.map(({ name }) => name));
  const enabled = () => app.app.get(EnabledRules, { strict: false });
  const aTag = async (name: string) =>
    (await api.post<{ tag: { id: string } }>(`${base}/tags`, { name, color: '#336699' })).body.tag.id;
  const aRule = async (name: string, tagIds: string[], conditions: object[] = []) => {
    const fields = { name, conditions, tagIds };
    return (await api.post<{ taggingRule: { id: string } }>(`${base}/tagging-rules`, fields)).body.taggingRule.id;
  };
  const tagsOf = async (): Promise<string[]> => {
    const { rows } = await poolOf(app).query<{ name: string }>(
      'select t.name from document_tag d join tag t on t.id = d.tag_id where d.document_id = $1 order by t.name',
      [documentId],
    );
    return rows.map(({ name }) => name);
  };
  /** Reads of all rules, not of those that match. */
  const wholeReads = () => read.mock.calls.filter(([, , ids]) => ids === undefined || ids === null).length;

  it('reads the rules once for many documents', async () => {
    await aRule('One', [await aTag('A')], [{ field: 'name', operator: 'contains', value: 'nothing' }]);
    for (let round = 0; round < 4; round += 1) await apply();
    expect(wholeReads()).toBe(1);
  });

  it('reads only the rules that match again', async () => {
    await aRule('Other', [await aTag('A')], [{ field: 'name', operator: 'contains', value: 'nothing' }]);
    const matching = await aRule(
      'Matching',
      [await aTag('B')],
      [{ field: 'name', operator: 'contains', value: 'bill' }],
    );
    await apply();
    read.mockClear();
    await apply();
    expect(read.mock.calls.map(([, , ids]) => ids)).toEqual([[matching]]);
    expect(await tagsOf()).toEqual(['B']);
  });

  it.each<[change: string, made: (ruleId: string, tagId: string) => Promise<unknown>, names: string[]]>([
    ['is added', (_, tagId) => aRule('Two', [tagId]), ['One', 'Two']],
    [
      'is changed',
      (id, tagId) => api.put(`${base}/tagging-rules/${id}`, { name: 'New', conditions: [], tagIds: [tagId] }),
      ['New'],
    ],
    [
      'is disabled',
      (id, tagId) =>
        api.put(`${base}/tagging-rules/${id}`, { name: 'One', enabled: false, conditions: [], tagIds: [tagId] }),
      [],
    ],
    ['is deleted', (id) => api.delete(`${base}/tagging-rules/${id}`), []],
  ])('sees at once that a rule %s', async (_, change, names) => {
    const tagId = await aTag('A');
    const ruleId = await aRule('One', [tagId]);
    expect(await namesOf()).toEqual(['One']);
    await change(ruleId, tagId);
    expect(await namesOf()).toEqual(names);
  });

  it('sees what another process has changed', async () => {
    const ruleId = await aRule('One', [await aTag('A')]);
    expect(await namesOf()).toEqual(['One']);
    await run(async (tx) => {
      const elsewhere = new TaggingRuleRepository(app.app.get(UnitOfWork));
      await elsewhere.delete(tx, ctx, ruleId);
      await elsewhere.touch(tx, ctx);
    });
    expect(await namesOf()).toEqual([]);
  });

  it('forgets the rules of a transaction that is rolled back', async () => {
    await aRule('One', [await aTag('A')]);
    const rules = app.app.get(TaggingRuleRepository, { strict: false });
    const fields = { name: 'Never', description: null, enabled: true, conditionMatchMode: 'all' as const };
    const failing = run(async (tx) => {
      await rules.insert(tx, ctx, fields);
      await rules.touch(tx, ctx);
      expect((await enabled().of(tx, ctx)).rules).toHaveLength(2);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await namesOf()).toEqual(['One']);
  });

  it('keeps the rules of each organization by themselves', async () => {
    await aRule('One', [await aTag('A')]);
    expect(await namesOf()).toEqual(['One']);
    const { organizationId } = await app.anArchive();
    const other = await run((tx) => enabled().of(tx, { organizationId }));
    expect(other.rules).toEqual([]);
  });

  it('a rule does not add a tag that was deleted after the rules were kept', async () => {
    const [kept, deleted] = [await aTag('Kept'), await aTag('Deleted')];
    await aRule('One', [kept, deleted]);
    await namesOf();
    await app.app.get(TagsService, { strict: false }).delete(ctx, deleted);
    await apply();
    expect(wholeReads()).toBe(1);
    expect(await tagsOf()).toEqual(['Kept']);
  });

  it('a rule stops matching when a property is deleted that one of its conditions denies', async () => {
    const property = { name: 'Amount', type: 'number' };
    const { body } = await api.post<{ propertyDefinition: { id: string } }>(`${base}/custom-properties`, property);
    const propertyDefinitionId = body.propertyDefinition.id;
    await aRule('One', [await aTag('A')], [{ field: 'property', operator: 'is_not_set', propertyDefinitionId }]);
    await namesOf();
    await app.app.get(CustomPropertiesService, { strict: false }).delete(ctx, propertyDefinitionId);
    await apply();
    expect(wholeReads()).toBe(1);
    expect(await tagsOf()).toEqual([]);
  });
});
