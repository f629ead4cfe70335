import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { createId, systemContext, type OrganizationContext } from '#ground/kernel';
import { DocumentProperties } from '#archive/metadata';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { addDocumentRows, poolOf } from '../../../../test/support/rows.js';
import {
  CustomPropertiesService,
  CustomPropertyRepository,
  PropertyUsers,
  PropertyValues,
  type CustomProperty,
  type NewCustomProperty,
} from './index.js';

let app: TestApp;
let service: CustomPropertiesService;
let repository: CustomPropertyRepository;
let ctx: OrganizationContext;
let userId: string;

beforeAll(async () => {
  app = await startApp();
  service = app.app.get(CustomPropertiesService, { strict: false });
  repository = app.app.get(CustomPropertyRepository, { strict: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  const archive = await app.anArchive();
  userId = archive.userId;
  ctx = systemContext(archive.organizationId, 'command');
});

const create = (fields: NewCustomProperty, owner = ctx): Promise<CustomProperty> =>
  app.app.get(UnitOfWork).run((tx) => service.create(tx, owner, fields));
const eventNames = async () => {
  const { rows } = await poolOf(app).query<{ name: string; payload: object }>(
    `select name, payload from event where organization_id = $1 and name like 'custom-property:%' order by position`,
    [ctx.organizationId],
  );
  return rows;
};

describe('a custom property', () => {
  it('a custom property is recorded when it is created, changed and deleted, and not when a change changes nothing', async () => {
    const { id: propertyId } = await create({ type: 'select', name: 'One!', options: [{ name: 'A' }] });
    await service.update(ctx, propertyId, {});
    await service.update(ctx, propertyId, { options: [{ name: 'B' }] });
    await service.delete(ctx, propertyId);
    const facts = { propertyId, name: 'One!', key: 'one', type: 'select' };
    expect(await eventNames()).toEqual([
      { name: 'custom-property:created', payload: facts },
      { name: 'custom-property:updated', payload: facts },
      { name: 'custom-property:deleted', payload: facts },
    ]);
  });

  it('a property gets its place from an order that names it, and stays behind the named ones otherwise', async () => {
    const made = [];
    for (const name of ['A', 'B', 'C', 'D']) made.push(await create({ type: 'text', name }));
    const [a = '', b = '', c = '', d = ''] = made.map(({ id }) => id);
    const names = (all: CustomProperty[]) => all.map(({ name }) => name).join('');
    expect(names(await service.reorder(ctx, [d, b]))).toBe('DBAC');
    expect(names(await service.reorder(ctx, [c]))).toBe('CDBA');
    const orders = [
      [a, b, c, d],
      [d, c, b, a],
    ].map((ids) => service.reorder(ctx, ids));
    await Promise.all(orders);
    expect(['ABCD', 'DCBA']).toContain(names(await repository.list(ctx)));
    const eventsBefore = (await eventNames()).length;
    await service.reorder(
      ctx,
      (await repository.list(ctx)).map(({ id }) => id),
    );
    expect(await eventNames()).toHaveLength(eventsBefore);
  });

  it('a property of another organization cannot be given a place', async () => {
    const mine = await create({ type: 'text', name: 'Mine' });
    const other = systemContext((await app.anArchive()).organizationId, 'command');
    const theirs = await create({ type: 'text', name: 'Theirs', displayOrder: 7 }, other);
    await expect(service.reorder(ctx, [mine.id, theirs.id])).rejects.toMatchObject({
      code: 'custom_property_definition.not_found',
    });
    expect(await repository.find(other, theirs.id)).toMatchObject({ displayOrder: 7 });
  });

  it('a property cannot take the name of another one, even when two exchange their names at once', async () => {
    const [one, two] = [await create({ type: 'text', name: 'One' }), await create({ type: 'text', name: 'Two' })];
    const outcomes = await Promise.allSettled([
      service.update(ctx, one.id, { name: 'Two' }),
      service.update(ctx, two.id, { name: 'One' }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect((await repository.list(ctx)).map(({ name }) => name)).toEqual(['One', 'Two']);
  });

  it('all properties share one limit of options, even when several get theirs at once', async () => {
    const options = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Option ${index}` }));
    for (let index = 0; index < 9; index += 1)
      await create({ type: 'select', name: `${index}`, options: options(500) });
    const [one, two] = [
      await create({ type: 'select', name: 'One', options: options(1) }),
      await create({ type: 'multi_select', name: 'Two', options: options(1) }),
    ];
    const outcomes = await Promise.allSettled(
      [one, two].map(({ id }) => service.update(ctx, id, { options: options(400) })),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const limitReached = { code: 'custom_property_definition.organization_limit_reached' };
    await expect(create({ type: 'select', name: 'Three', options: options(200) })).rejects.toMatchObject(limitReached);
    await create({ type: 'select', name: 'Four', options: options(99) });
  });

  it('a property is removed with its values when its organization is purged', async () => {
    const { id } = await create({ type: 'select', name: 'One', options: [{ name: 'A' }] });
    await poolOf(app).query('delete from organization where id = $1', [ctx.organizationId]);
    const { rows } = await poolOf(app).query(
      `select id from custom_property where id = $1 union all select id from custom_property_option where property_id = $1`,
      [id],
    );
    expect(rows).toEqual([]);
  });
});

describe('properties and members in a search', () => {
  it('a search for keys gets the properties with these keys and their options, of its organization only', async () => {
    const other = systemContext((await app.anArchive()).organizationId, 'command');
    const state = await create({ type: 'select', name: 'State', options: [{ name: 'In progress' }] });
    await create({ type: 'text', name: 'Not asked for' });
    await create({ type: 'number', name: 'Weight' }, other);
    const found = await repository.byKeys(ctx, ['state', 'weight', 'constructor', '']);
    expect(Array.from(found)).toEqual([
      ['state', { id: state.id, type: 'select', options: [{ id: state.options[0]?.id, key: 'inprogress' }] }],
    ]);
  });

  it('a search finds members by id, address or name, and former members that a value names', async () => {
    const { userId: outsider } = await app.aUser({ email: 'outsider@example.com' });
    const { userId: former } = await app.aUser({ email: 'former@example.com' });
    await poolOf(app).query(`update "user" set name = 'Ann Lee' where id = any($1)`, [[outsider, former, userId]]);
    const { rows } = await poolOf(app).query<{ email: string }>('select email from "user" where id = $1', [userId]);
    const email = rows[0]?.email ?? '';
    const users = app.app.get(PropertyUsers, { strict: false });
    const texts = [userId, email, email.toUpperCase(), 'Ann Lee', 'ann lee', 'outsider@example.com', outsider, former];
    const found = () => users.idsByText(ctx, texts, { includeMembers: true }).then((map) => Object.fromEntries(map));
    expect(await found()).toEqual({ [userId]: [userId], [email]: [userId], 'Ann Lee': [userId] });
    const { id: propertyId } = await create({ type: 'user_relation', name: 'Person' });
    const [document] = await addDocumentRows(app, ctx.organizationId, 1);
    await poolOf(app).query(
      'insert into document_custom_property (document_id, property_id, user_id) values ($1, $2, $3)',
      [document?.id, propertyId, former],
    );
    expect(await found()).toMatchObject({ [former]: [former], 'Ann Lee': [userId, former].sort() });
    const withoutMembers = await users.idsByText(ctx, texts, { includeMembers: false });
    expect(Object.fromEntries(withoutMembers)).toEqual({ [former]: [former], 'Ann Lee': [former] });
  });
});

describe('the values of documents', () => {
  it('values are shown for every document and property, and never those of another organization', async () => {
    const other = systemContext((await app.anArchive()).organizationId, 'command');
    const [mine, foreign] = [
      await addDocumentRows(app, ctx.organizationId, 2),
      await addDocumentRows(app, other.organizationId, 1),
    ];
    const [one = '', two = ''] = mine.map(({ id }) => id);
    const theirs = await create({ type: 'text', name: 'Theirs' }, other);
    const text = await create({ type: 'text', name: 'Text' });
    const properties = app.app.get(DocumentProperties, { strict: false });
    await properties.set(ctx, one, text.id, 'x');
    await properties.set(other, foreign[0]?.id ?? '', theirs.id, 'secret');
    const values = app.app.get(PropertyValues, { strict: false });
    const shown = await values.ofDocuments(ctx, [two, one, foreign[0]?.id ?? '', createId('doc')]);
    expect(Array.from(shown.values(), (all) => all.map(({ key, value }) => [key, value]))).toEqual([
      [['text', null]],
      [['text', 'x']],
      [['text', null]],
      [['text', null]],
    ]);
    expect(await values.ofDocuments(ctx, [])).toEqual(new Map());
  });
});
