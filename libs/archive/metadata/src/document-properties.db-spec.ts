import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CustomPropertiesService, type CustomProperty, type CustomPropertyType } from '#archive/properties';
import { UnitOfWork, type Transaction } from '#ground/database';
import { PurgeService } from '#archive/trash';
import { createId, type OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import { DocumentProperties, PropertyUsage, type PropertyBatch, type PropertyDifference } from './index.js';

describe('DocumentProperties', () => {
  let app: TestApp;
  let service: DocumentProperties;
  let ctx: OrganizationContext;
  let userId: string;
  let documentId: string;

  beforeAll(async () => {
    app = await startApp();
    service = app.app.get(DocumentProperties, { strict: false });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ ctx, userId } = await anArchive());
    [documentId = ''] = await documents(1);
  });

  const run = <Result>(work: (tx: Transaction) => Promise<Result>) => app.app.get(UnitOfWork).run(work);
  async function anArchive() {
    const { organizationId, userId } = await app.anArchive();
    const actor = { via: 'session', userId, sessionId: 'session', isAdmin: false } as const;
    return { userId, ctx: { organizationId, actor, role: 'owner', requestId: 'request-1' } as const };
  }
  const documents = async (count: number, owner = ctx) =>
    (await addDocumentRows(app, owner.organizationId, count)).map(({ id }) => id);
  const aProperty = (type: CustomPropertyType, options: string[] = [], owner = ctx): Promise<CustomProperty> =>
    run((tx) =>
      app.app.get(CustomPropertiesService, { strict: false }).create(tx, owner, {
        type,
        name: `${type} ${createId('x')}`,
        options: options.map((name) => ({ name })),
      }),
    );
  const change = (batch: PropertyBatch) => run((tx) => service.change(tx, ctx, batch));
  const restore = async (differences: PropertyDifference[]) => {
    const { restored, skipped } = await run((tx) => service.restore(tx, ctx, differences));
    return { restored: restored.length, skipped: skipped.length };
  };
  const values = async (id = documentId) =>
    Object.fromEntries((await service.list(ctx, id)).map(({ propertyId, value }) => [propertyId, value]));
  const rows = async () => {
    const { rows: found } = await poolOf(app).query<{ row: string }>(
      `select to_jsonb(v)::text as row from document_custom_property v join document d on d.id = v.document_id
       where d.organization_id = $1 order by v.document_id, v.property_id, v.position`,
      [ctx.organizationId],
    );
    return found.map(({ row }) => row);
  };
  const events = async () => {
    const { rows: found } = await poolOf(app).query<{ payload: Record<string, unknown> }>(
      `select payload from event where organization_id = $1 and name = 'document:property:changed' order by position`,
      [ctx.organizationId],
    );
    return found.map(({ payload }) => payload);
  };
  const activity = async () => {
    const { rows: found } = await poolOf(app).query<object>(
      `select a.event, a.event_data as data, a.user_id as "userId" from document_activity a
       join document d on d.id = a.document_id where d.organization_id = $1 order by a.created_at, a.id`,
      [ctx.organizationId],
    );
    return found;
  };

  it('counts the documents that have a property and each of its options, also those in the trash', async () => {
    const [other = '', third = ''] = await documents(2);
    const multi = await aProperty('multi_select', ['A', 'B', 'C']);
    const text = await aProperty('text');
    const [a = '', b = ''] = multi.options.map(({ id }) => id);
    await service.set(ctx, documentId, multi.id, [a, b]);
    await service.set(ctx, other, multi.id, [b]);
    await service.set(ctx, third, text.id, 'x');
    await poolOf(app).query('update document set deleted_at = now() where id = $1', [other]);
    const usage = app.app.get(PropertyUsage, { strict: false });
    expect(await usage.of(ctx, multi.id)).toEqual({
      documentsCount: 2,
      options: [
        { optionId: a, documentsCount: 1 },
        { optionId: b, documentsCount: 2 },
      ].sort((one, two) => (one.optionId < two.optionId ? -1 : 1)),
    });
    expect(await usage.of(ctx, text.id)).toEqual({ documentsCount: 1, options: [] });
    const { ctx: foreign } = await anArchive();
    await expect(usage.of(foreign, text.id)).rejects.toMatchObject({ code: 'custom_property_definition.not_found' });
  });

  it('stores and shows a value of each type', async () => {
    const [other = ''] = await documents(1);
    const select = await aProperty('select', ['Open', 'Done']);
    const multi = await aProperty('multi_select', ['A', 'B', 'C']);
    const [open, done] = select.options.map(({ id }) => id);
    const [a, b, c] = multi.options.map(({ id }) => id);
    const { rows: people } = await poolOf(app).query<{ email: string; name: string }>(
      'select email, name from "user" where id = $1',
      [userId],
    );
    const person = { userId, ...people[0] };
    const cases: [CustomProperty, unknown, unknown][] = [
      [await aProperty('text'), '', ''],
      [await aProperty('number'), -0, 0],
      [await aProperty('number'), 1e-300, 1e-300],
      [await aProperty('date'), '2026-03-04', '2026-03-04T00:00:00.000Z'],
      [await aProperty('date'), 0, '1970-01-01T00:00:00.000Z'],
      [await aProperty('date'), '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
      [await aProperty('boolean'), false, false],
      [select, open, { optionId: open, name: 'Open' }],
      [select, done, { optionId: done, name: 'Done' }],
      [
        multi,
        [c, a, c],
        [
          { optionId: c, name: 'C' },
          { optionId: a, name: 'A' },
        ],
      ],
      [multi, [b], [{ optionId: b, name: 'B' }]],
      [await aProperty('user_relation'), [userId], [person]],
      [await aProperty('user_relation'), userId, [person]],
      [
        await aProperty('document_relation'),
        [other, documentId, other],
        [
          { documentId: other, name: 'many' },
          { documentId, name: 'many' },
        ],
      ],
      [await aProperty('document_relation'), documentId, [{ documentId, name: 'many' }]],
    ];
    for (const [property, input, shown] of cases) {
      await service.set(ctx, documentId, property.id, input);
      expect((await values())[property.id]).toEqual(shown);
    }
  });

  it('removes a value, including by an empty list', async () => {
    const number = await aProperty('number');
    const multi = await aProperty('multi_select', ['A']);
    await service.set(ctx, documentId, number.id, 1);
    await service.set(ctx, documentId, multi.id, [multi.options[0]?.id]);
    await service.set(ctx, documentId, multi.id, []);
    await service.clear(ctx, documentId, number.id);
    await service.clear(ctx, documentId, number.id);
    expect(await values()).toEqual({});
    expect(await events()).toHaveLength(4);
  });

  it('records what really changes, as an event and as activity of the document, and leaves the revision', async () => {
    const property = await aProperty('text');
    const revision = async () =>
      (await poolOf(app).query<object>('select updated_at from document where id = $1', [documentId])).rows;
    const before = await revision();
    await service.set(ctx, documentId, property.id, 'one');
    await service.set(ctx, documentId, property.id, 'one');
    await service.set(ctx, documentId, property.id, 'x'.repeat(1_001));
    await service.clear(ctx, documentId, property.id);
    const updatedFields = [`customProperties.${property.key}`];
    const facts = { documentId, propertyId: property.id, propertyName: property.name, type: 'text', updatedFields };
    expect(await events()).toEqual([{ ...facts, value: 'one' }, facts, { ...facts, value: null }]);
    const entry = { event: 'updated', data: { updatedFields }, userId };
    expect(await activity()).toEqual([entry, entry, entry]);
    expect(await revision()).toEqual(before);
  });

  it('refuses values that refer to objects of another organization in the same way as unknown ones', async () => {
    const { ctx: otherCtx, userId: foreignUser } = await anArchive();
    const [foreignDocument = ''] = await documents(1, otherCtx);
    const foreignSelect = await aProperty('select', ['X'], otherCtx);
    const mine = await aProperty('select', ['A']);
    const alsoMine = await aProperty('select', ['A']);
    const cases: [CustomProperty, (string | undefined)[], string][] = [
      [
        mine,
        [foreignSelect.options[0]?.id, alsoMine.options[0]?.id, createId('cpso'), '', 'constructor'],
        'custom_property_select_option.not_found',
      ],
      [await aProperty('user_relation'), [foreignUser, createId('usr'), ''], 'custom_property_value.user_not_found'],
      [
        await aProperty('document_relation'),
        [foreignDocument, createId('doc'), '__proto__'],
        'custom_property_value.related_document_not_found',
      ],
    ];
    for (const [property, ids, code] of cases)
      for (const id of ids) await expect(service.set(ctx, documentId, property.id, id)).rejects.toMatchObject({ code });
    await expect(service.set(ctx, documentId, foreignSelect.id, 'x')).rejects.toMatchObject({
      code: 'custom_property_definition.not_found',
    });
    await expect(service.set(ctx, foreignDocument, mine.id, mine.options[0]?.id)).rejects.toMatchObject({
      code: 'document.not_found',
    });
    expect([await rows(), await events()]).toEqual([[], []]);
  });

  it('changes many documents and returns the differences, which restore the rows exactly', async () => {
    const ids = [documentId, ...(await documents(1_200))];
    const [number, multi, related] = [
      await aProperty('number'),
      await aProperty('multi_select', ['A', 'B']),
      await aProperty('document_relation'),
    ];
    const [a, b] = multi.options.map(({ id }) => id);
    await service.set(ctx, documentId, number.id, 7);
    await service.set(ctx, documentId, multi.id, [b, a]);
    await service.set(ctx, ids[1] ?? '', number.id, 8);
    const before = await rows();
    const set = [
      { propertyId: number.id, value: 8 },
      { propertyId: related.id, value: documentId },
    ];
    const differences = await change({ documentIds: [...ids, createId('doc')], set, clear: [multi.id] });
    expect(differences).toHaveLength(1_200 + 1_201 + 1);
    expect(differences).toContainEqual({ documentId, propertyId: number.id, before: 7, after: 8 });
    expect(differences).toContainEqual({ documentId, propertyId: multi.id, before: [b, a], after: null });
    expect(await values()).toMatchObject({ [number.id]: 8, [related.id]: [{ documentId }] });
    expect(await events()).toHaveLength(3 + differences.length);
    const stored = JSON.parse(JSON.stringify(differences)) as PropertyDifference[];
    expect(await restore(stored)).toEqual({ restored: 2_402, skipped: 0 });
    expect(await rows()).toEqual(before);
    expect(await restore(stored)).toMatchObject({ restored: 0, skipped: 2_402 });
  });

  it('restores only values that are still as the change left them', async () => {
    const [second = ''] = await documents(1);
    const [number, gone] = [await aProperty('number'), await aProperty('text')];
    const set = [
      { propertyId: number.id, value: 1 },
      { propertyId: gone.id, value: 'x' },
    ];
    const differences = await change({ documentIds: [documentId, second], set, clear: [] });
    await service.set(ctx, documentId, number.id, 2);
    await app.app.get(CustomPropertiesService, { strict: false }).delete(ctx, gone.id);
    expect(await restore(differences)).toEqual({ restored: 1, skipped: 3 });
    expect([await values(), await values(second)]).toEqual([{ [number.id]: 2 }, {}]);
  });

  it('restores a value without the options and documents that were deleted in the meantime', async () => {
    const [first = '', second = ''] = await documents(2);
    const multi = await aProperty('multi_select', ['A', 'B']);
    const related = await aProperty('document_relation');
    await service.set(
      ctx,
      documentId,
      multi.id,
      multi.options.map(({ id }) => id),
    );
    await service.set(ctx, documentId, related.id, [first, second]);
    const differences = await change({ documentIds: [documentId], set: [], clear: [multi.id, related.id] });
    const [kept] = multi.options;
    await app.app
      .get(CustomPropertiesService, { strict: false })
      .update(ctx, multi.id, { options: [{ id: kept?.id, name: 'A' }] });
    await poolOf(app).query('delete from document where id = $1', [first]);
    expect(await restore(differences)).toEqual({ restored: 2, skipped: 0 });
    expect(await values()).toMatchObject({ [multi.id]: [{ name: 'A' }], [related.id]: [{ documentId: second }] });
  });

  it('checks a change without making it', async () => {
    const number = await aProperty('number');
    const check = (value: unknown) =>
      run((tx) => service.check(tx, ctx, { set: [{ propertyId: number.id, value }], clear: [] }));
    await expect(check(1)).resolves.toBeUndefined();
    await expect(check('1')).rejects.toMatchObject({ code: 'custom_property_value.invalid' });
    await expect(run((tx) => service.check(tx, ctx, { set: [], clear: [createId('cpd')] }))).rejects.toMatchObject({
      code: 'custom_property_definition.not_found',
    });
    expect(await rows()).toEqual([]);
  });

  it('values are removed with either of two documents that refer to each other, even when both are purged at once', async () => {
    const related = await aProperty('document_relation');
    const [one = '', two = ''] = (await addDocumentRows(app, ctx.organizationId, 2, { trashed: true })).map(
      ({ id }) => id,
    );
    await service.set(ctx, one, related.id, [two]);
    await service.set(ctx, two, related.id, [one]);
    await service.set(ctx, documentId, related.id, [one, documentId]);
    const purge = app.app.get(PurgeService, { strict: false });
    await Promise.all([purge.purgeOne(ctx, one), purge.purgeOne(ctx, two)]);
    expect(await rows()).toHaveLength(1);
    expect((await values())[related.id]).toEqual([{ documentId, name: 'many' }]);
  });

  it('refuses values that take too much memory together, for one document and for many', async () => {
    const [other = ''] = await documents(1);
    const text = await aProperty('text');
    const long = 'x'.repeat(10_000);
    const tooLarge = { code: 'custom_property_value.invalid', message: expect.stringMatching(/200000 characters/) };
    for (let count = 0; count < 20; count += 1) await service.set(ctx, documentId, (await aProperty('text')).id, long);
    const before = await rows();
    await expect(service.set(ctx, documentId, text.id, long)).rejects.toMatchObject(tooLarge);
    const batch = { documentIds: [other, documentId], set: [{ propertyId: text.id, value: long }], clear: [] };
    await expect(change(batch)).rejects.toMatchObject(tooLarge);
    expect(await rows()).toEqual(before);
    await service.set(ctx, documentId, text.id, 'short');
    await service.set(ctx, other, text.id, long);
  });

  it('keeps one whole value when several requests set it at once', async () => {
    const multi = await aProperty('multi_select', ['A', 'B', 'C']);
    const ids = multi.options.map(({ id }) => id);
    await Promise.all(ids.map((_, index) => service.set(ctx, documentId, multi.id, ids.slice(index))));
    const shown = (await values())[multi.id] as { optionId: string }[];
    expect(ids.map((_, index) => ids.slice(index))).toContainEqual(shown.map(({ optionId }) => optionId));
  });
});
