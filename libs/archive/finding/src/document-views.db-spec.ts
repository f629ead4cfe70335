import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DocumentViewsConfig } from '#config/document-views';
import { Clock, revisionOf, type OrganizationContext } from '#ground/kernel';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { DocumentViewRepository, type DocumentView } from './document-view.repository.js';
import { DocumentViews, type DocumentViewFields } from './document-views.js';

const MAX_VIEWS = 12;

let database: OpenDatabase;
let views: DocumentViewRepository;
let service: DocumentViews;
let ada: OrganizationContext;
let bob: OrganizationContext;
let other: OrganizationContext;

beforeAll(async () => {
  database = await openDatabase();
  const { unitOfWork, changes } = database;
  views = new DocumentViewRepository(unitOfWork);
  const config = Object.assign(new DocumentViewsConfig(), { maxPerOrganization: MAX_VIEWS });
  service = new DocumentViews(unitOfWork, views, changes, config, new Clock());
});
afterAll(() => database.close());
beforeEach(async () => {
  ada = await database.anOrganization();
  bob = { ...ada, ...(await database.aUser()), role: 'member' };
  other = await database.anOrganization();
});

type Given = Partial<DocumentViewFields>;

const create = (name: string, fields: Given = {}, by = ada): Promise<DocumentView> =>
  database.unitOfWork.run((tx) => service.create(tx, by, { name, query: 'tag:bill', ...fields }));
const change = (view: DocumentView, fields: Given, by = ada, expected?: string[]): Promise<DocumentView> =>
  service.update(by, view.id, { name: view.name, query: view.query, ...fields }, expected);

/** The views that a user sees, as `name` or `parent/name`, in the order of a tree. */
async function treeOf(by = ada): Promise<string[]> {
  const listed = await views.list(by);
  const below = (parentId: string | null, path: string): string[] =>
    listed
      .filter((view) => view.parentId === parentId)
      .sort((a, b) => a.position - b.position)
      .flatMap((view) => [`${path}${view.name}`, ...below(view.id, `${path}${view.name}/`)]);
  return below(null, '');
}

async function eventsOf({ organizationId }: OrganizationContext): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string; view: string }>(
    `select name, payload ->> 'name' as view from event where organization_id = $1 order by position`,
    [organizationId],
  );
  return rows.map(({ name, view }) => `${name.split(':')[1] ?? ''} ${view}`);
}

describe('saved views', () => {
  it('names of saved views are unique in an organization, and differ when their case differs', async () => {
    await create('Bills');
    await expect(create('Bills', {}, bob)).rejects.toMatchObject({ code: 'document_views.already_exists' });
    await create('bills');
    await create('Bills', {}, other);
    const letters = await create('Letters');
    await expect(change(letters, { name: 'Bills' })).rejects.toMatchObject({ code: 'document_views.already_exists' });
  });

  it('one of two views with equal names that arrive at once is created', async () => {
    const outcomes = await Promise.allSettled([create('Bills'), create('Bills', {}, bob)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('an update keeps what it does not contain, and records nothing when nothing changes', async () => {
    const columns = ['name', 'tags'];
    const view = await create('Bills', { description: 'To pay', isPinned: true, columns, sortField: 'name' });
    expect(await change(view, {})).toEqual(view);
    const changed = await change(view, { query: 'tag:letter', sortOrder: 'asc' });
    expect(changed).toMatchObject({
      description: 'To pay',
      isPinned: true,
      columns,
      sortField: 'name',
      sortOrder: 'asc',
    });
    expect(revisionOf(changed.updatedAt)).not.toBe(revisionOf(view.updatedAt));
    expect(await change(changed, { columns: null, sortField: null })).toMatchObject({ columns: null, sortField: null });
    expect(await eventsOf(ada)).toEqual(['created Bills', 'updated Bills', 'updated Bills']);
  });

  it('a change for another revision than the expected one is refused', async () => {
    const view = await create('Bills');
    const revision = revisionOf(view.updatedAt);
    await change(view, { name: 'First' }, ada, [revision]);
    await expect(change(view, { name: 'Second' }, ada, [revision])).rejects.toMatchObject({
      code: 'server.precondition_failed',
    });
  });

  it('a saved view is not found from another organization', async () => {
    const view = await create('Bills');
    await expect(change(view, { name: 'Mine' }, other)).rejects.toMatchObject({ code: 'document_views.not_found' });
    await expect(service.delete(other, view.id)).rejects.toMatchObject({ code: 'document_views.not_found' });
    await expect(create('Below', { parentId: view.id }, other)).rejects.toMatchObject({
      code: 'document_views.parent_not_found',
    });
    expect(await views.list(other)).toEqual([]);
  });

  it('the limit of saved views holds when many are created at once', async () => {
    const names = Array.from({ length: MAX_VIEWS + 5 }, (_, index) => `view ${index}`);
    const outcomes = await Promise.allSettled(names.map((name) => create(name)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_VIEWS);
    await expect(create('one more')).rejects.toMatchObject({ code: 'document_views.limit_reached' });
  });

  it('the limit does not count the private views of other users', async () => {
    for (let index = 0; index < MAX_VIEWS; index += 1) await create(`view ${index}`, { isShared: false });
    await expect(create('one more')).rejects.toMatchObject({ code: 'document_views.limit_reached' });
    await expect(create('one more', {}, bob)).resolves.toMatchObject({ isShared: true });
  });

  it('the limit of shared views holds when members share their private ones', async () => {
    const mine = await create('mine', { isShared: false });
    for (let index = 0; index < MAX_VIEWS; index += 1) await create(`view ${index}`, {}, bob);
    await expect(change(mine, { isShared: true })).rejects.toMatchObject({ code: 'document_views.limit_reached' });
    await change(mine, { name: 'still mine' });
    expect(await treeOf(bob)).toHaveLength(MAX_VIEWS);
  });
});

describe('the tree of saved views', () => {
  it('saved views are ordered by hand, among siblings and below another view', async () => {
    const [bills, letters] = [await create('Bills'), await create('Letters')];
    await create('Old');
    await create('2026', { parentId: bills.id });
    await create('2025', { parentId: bills.id });
    await create('2024', { parentId: bills.id, position: 1 });
    expect(await treeOf()).toEqual(['Bills', 'Bills/2026', 'Bills/2024', 'Bills/2025', 'Letters', 'Old']);
    expect(await change(letters, { position: 0 })).toMatchObject({ position: 0 });
    expect(await treeOf()).toEqual(['Letters', 'Bills', 'Bills/2026', 'Bills/2024', 'Bills/2025', 'Old']);
    expect(await change(bills, { parentId: letters.id })).toMatchObject({ parentId: letters.id, position: 0 });
    expect((await treeOf())[1]).toBe('Letters/Bills');
    expect(await change(bills, { parentId: null })).toMatchObject({ parentId: null, position: 2 });
  });

  it('the tree has no cycle after two simultaneous moves that would make one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await create(`one ${round}`), await create(`two ${round}`)];
      const outcomes = await Promise.allSettled([
        change(one, { parentId: two.id }),
        change(two, { parentId: one.id }, bob),
      ]);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'document_views.inside_itself' },
      });
    }
  });

  it('the views below a deleted one take its place', async () => {
    await create('First');
    const bills = await create('Bills');
    await create('Last');
    const year = await create('2026', { parentId: bills.id });
    await create('2025', { parentId: bills.id });
    await create('May', { parentId: year.id });
    await service.delete(ada, bills.id);
    expect(await treeOf()).toEqual(['First', '2026', '2026/May', '2025', 'Last']);
    expect((await eventsOf(ada)).slice(-3)).toEqual(['updated 2026', 'updated 2025', 'deleted Bills']);
    const moved = await service.get(ada, year.id);
    expect(revisionOf(moved.updatedAt)).not.toBe(revisionOf(year.updatedAt));
  });
});

describe('private views', () => {
  it('private views are seen and changed only by their creator, and cause no events', async () => {
    const secret = await create('Secret', { isShared: false });
    expect(await treeOf()).toEqual(['Secret']);
    expect(await views.list(bob)).toEqual([]);
    await expect(service.get(bob, secret.id)).rejects.toMatchObject({ code: 'document_views.not_found' });
    await expect(change(secret, { name: 'Found' }, bob)).rejects.toMatchObject({ code: 'document_views.not_found' });
    await expect(service.delete(bob, secret.id)).rejects.toMatchObject({ code: 'document_views.not_found' });
    await change(secret, { name: 'Hidden' });
    await service.delete(ada, secret.id);
    expect(await eventsOf(ada)).toEqual([]);
  });

  it('a private view may have the name of a shared view or of a private one of another user', async () => {
    await create('Bills');
    const mine = await create('Bills', { isShared: false });
    await create('Bills', { isShared: false }, bob);
    await expect(create('Bills', { isShared: false })).rejects.toMatchObject({ code: 'document_views.already_exists' });
    await expect(change(mine, { isShared: true })).rejects.toMatchObject({ code: 'document_views.already_exists' });
  });

  it('a private view can be shared, and made private again by its creator', async () => {
    const view = await create('Bills', { isShared: false });
    await change(view, { isShared: true });
    expect(await treeOf(bob)).toEqual(['Bills']);
    await expect(change(view, { isShared: false }, bob)).rejects.toMatchObject({ code: 'document_views.not_creator' });
    await change(view, { isShared: false });
    expect(await treeOf(bob)).toEqual([]);
    expect(await eventsOf(ada)).toEqual(['created Bills', 'deleted Bills']);
  });

  it('a view that becomes private leaves behind the views below it that other members see', async () => {
    const bills = await create('Bills');
    await create('Last');
    await create('Shared', { parentId: bills.id });
    await create('Mine', { parentId: bills.id, isShared: false });
    await create('His', { parentId: bills.id, isShared: false }, bob);
    await change(bills, { isShared: false });
    expect(await treeOf()).toEqual(['Bills', 'Bills/Mine', 'Shared', 'Last']);
    expect(await treeOf(bob)).toEqual(['Shared', 'His', 'Last']);
  });

  it('a view that moves below a private one leaves outside what is shared below it at the same time', async () => {
    const mine = await create('Mine', { isShared: false });
    const bills = await create('Bills');
    await create('Shared', { parentId: bills.id });
    await change(bills, { isShared: false, parentId: mine.id });
    expect(await treeOf()).toEqual(['Mine', 'Mine/Bills', 'Shared']);
    expect(await treeOf(bob)).toEqual(['Shared']);
  });

  it('a view below a private one is private by default, and cannot be shared there', async () => {
    const mine = await create('Mine', { isShared: false });
    const parentId = mine.id;
    await expect(create('Below', { parentId })).resolves.toMatchObject({ isShared: false });
    await expect(create('Shared', { parentId, isShared: true })).rejects.toMatchObject({
      code: 'document_views.parent_private',
    });
    await expect(create('His', { parentId }, bob)).rejects.toMatchObject({ code: 'document_views.parent_not_found' });
  });

  it('positions of views have no gaps for any user', async () => {
    await create('a');
    await create('hidden', { isShared: false }, bob);
    const b = await create('b');
    expect(b.position).toBe(1);
    expect((await views.list(bob)).map(({ name, position }) => `${name} ${position}`).sort()).toEqual([
      'a 0',
      'b 2',
      'hidden 1',
    ]);
  });

  it('private views are deleted with the account, while shared ones stay', async () => {
    await create('Private', { isShared: false }, bob);
    await create('Shared', {}, bob);
    await database.pool.query('delete from "user" where id = $1', [bob.actor.via === 'system' ? '' : bob.actor.userId]);
    const { rows } = await database.pool.query<{ name: string }>(
      'select name from document_view where organization_id = $1 and created_by is null',
      [ada.organizationId],
    );
    expect(rows).toEqual([{ name: 'Shared' }]);
  });
});
