import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import { systemContext, type OrganizationContext } from '#ground/kernel';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import {
  CustomPropertiesService,
  CustomPropertyRepository,
  PropertyOptions,
  type CustomProperty,
  type NewCustomProperty,
} from './index.js';

let app: TestApp;
let service: CustomPropertiesService;
let repository: CustomPropertyRepository;
let ctx: OrganizationContext;

beforeAll(async () => {
  app = await startApp({ MAX_CUSTOM_PROPERTIES_PER_ORGANIZATION: '2' });
  service = app.app.get(CustomPropertiesService, { strict: false });
  repository = app.app.get(CustomPropertyRepository, { strict: false });
});
afterAll(() => app.close());
beforeEach(async () => {
  ctx = systemContext((await app.anArchive()).organizationId, 'command');
});

const create = (fields: NewCustomProperty): Promise<CustomProperty> =>
  app.app.get(UnitOfWork).run((tx) => service.create(tx, ctx, fields));

describe('the property of a role', () => {
  it('the property of a role is made once, also when several need it at the same moment', async () => {
    expect(await repository.list(ctx)).toEqual([]);
    const made = await Promise.all(Array.from({ length: 5 }, () => service.ensureRole(ctx, 'correspondent')));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await repository.list(ctx)).toMatchObject([
      { name: 'Correspondent', type: 'select', role: 'correspondent', hidden: false, options: [] },
    ]);
  });

  it('a property with the name and type of a role becomes that of the role, with its options', async () => {
    const own = await create({ type: 'select', name: 'document-type', options: [{ name: 'Invoice' }] });
    const ofRole = await service.ensureRole(ctx, 'document_type');
    expect(ofRole).toMatchObject({ id: own.id, name: 'document-type', options: [{ name: 'Invoice' }] });
    expect(ofRole.updatedAt > own.updatedAt).toBe(true);
    expect(await repository.list(ctx)).toHaveLength(1);
  });

  it('a property of another type keeps the name of a role, and that of the role gets a number', async () => {
    const text = await create({ type: 'text', name: 'Correspondent' });
    await create({ type: 'text', name: 'Correspondent 2' });
    expect(await service.ensureRole(ctx, 'correspondent')).toMatchObject({ name: 'Correspondent 3', type: 'select' });
    expect((await repository.byKeys(ctx, ['correspondent'])).get('correspondent')).toMatchObject({ id: text.id });
  });

  it('a new property of a role has the name that is given, and one with that name or the name of the role becomes it', async () => {
    expect(await service.ensureRole(ctx, 'correspondent', 'Absender')).toMatchObject({ name: 'Absender' });
    expect(await service.ensureRole(ctx, 'correspondent', 'Other')).toMatchObject({ name: 'Absender' });
    const own = await create({ type: 'select', name: 'Dokumenttyp', options: [{ name: 'Rechnung' }] });
    expect(await service.ensureRole(ctx, 'document_type', 'dokument-typ')).toMatchObject({ id: own.id });
  });

  it('properties of roles do not count for the limit of the organization', async () => {
    await service.ensureRole(ctx, 'correspondent');
    await service.ensureRole(ctx, 'document_type');
    await create({ type: 'text', name: 'One' });
    await create({ type: 'text', name: 'Two' });
    await expect(create({ type: 'text', name: 'Three' })).rejects.toMatchObject({
      code: 'custom_property_definition.organization_limit_reached',
    });
  });

  it('a search finds the property of a role by the name of the role after it was renamed, and before there is one', async () => {
    const before = (await repository.byKeys(ctx, ['documenttype', 'other'])).get('documenttype');
    expect(before).toEqual({ id: 'document_type', type: 'select', options: [] });
    const { id } = await service.ensureRole(ctx, 'document_type');
    await service.update(ctx, id, { name: 'Belegart', options: [{ name: 'Rechnung' }] });
    const found = await repository.byKeys(ctx, ['documenttype', 'belegart']);
    expect(found.get('documenttype')).toEqual(found.get('belegart'));
    expect(found.get('documenttype')).toMatchObject({ id, options: [{ key: 'rechnung' }] });
  });

  it('a property that was hidden keeps its role and options until it is shown again', async () => {
    const { id } = await service.ensureRole(ctx, 'correspondent');
    await service.update(ctx, id, { options: [{ name: 'Stadtwerke' }] });
    expect(await service.update(ctx, id, { hidden: true })).toMatchObject({ hidden: true });
    expect(await service.ensureRole(ctx, 'correspondent')).toMatchObject({
      ...{ id, hidden: true, role: 'correspondent' },
      options: [{ name: 'Stadtwerke' }],
    });
    expect(await service.update(ctx, id, { hidden: false })).toMatchObject({ hidden: false });
  });
});

describe('single options of a property', () => {
  const add = (propertyId: string, name: string) =>
    app.app
      .get(UnitOfWork)
      .run((tx) => app.app.get(PropertyOptions, { strict: false }).create(tx, ctx, propertyId, name));

  it('an option with the name of another one is refused, whatever the case, punctuation and form of Unicode', async () => {
    const { id } = await service.ensureRole(ctx, 'correspondent');
    await add(id, 'Müller & Söhne');
    for (const name of ['müller  &  söhne', 'Müller Söhne', 'Mu\u0308ller & So\u0308hne', 'Mül\u00adler & Söhne'])
      await expect(add(id, name)).rejects.toMatchObject({
        code: 'custom_property_select_option.already_exists',
        message: 'An option with this name already exists: Müller & Söhne',
      });
    const outcomes = await Promise.allSettled(['Post', 'POST'].map((name) => add(id, name)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('options are added behind the others, and each changes the revision of the property', async () => {
    const before = await service.ensureRole(ctx, 'correspondent');
    for (const name of ['B', 'A']) await add(before.id, name);
    const after = await repository.find(ctx, before.id);
    expect(after?.options.map(({ name, displayOrder }) => [name, displayOrder])).toEqual([
      ['B', 0],
      ['A', 1],
    ]);
    expect(after && after.updatedAt > before.updatedAt).toBe(true);
  });

  it('only a property that offers options gets one', async () => {
    const { id } = await create({ type: 'text', name: 'Text' });
    await expect(add(id, 'A')).rejects.toMatchObject({ code: 'custom_property_definition.invalid_update' });
  });
});
