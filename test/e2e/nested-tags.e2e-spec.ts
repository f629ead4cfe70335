/** @own-modules */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { untilTrue } from '../support/until.js';

interface ErrorBody {
  error: { code: string };
}
interface Tag {
  id: string;
  name: string;
  parentId?: string;
}

describe('tags below other tags', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let base: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    ({ api, organizationId } = await app.anArchive());
    base = `/api/organizations/${organizationId}`;
  });

  const post = (name: string, parentId?: string) =>
    api.post<{ tag: Tag } & ErrorBody>(`${base}/tags`, { name, color: '#00ff00', ...(parentId ? { parentId } : {}) });
  const aTag = async (name: string, above?: Tag): Promise<Tag> => (await post(name, above?.id)).body.tag;
  const put = (tag: Tag, parentId: string | null) =>
    api.put<{ tag: Tag } & ErrorBody>(`${base}/tags/${tag.id}`, { parentId });
  const tags = async (): Promise<Record<string, string | undefined>> => {
    const { body } = await api.get<{ tags: Tag[] }>(`${base}/tags`);
    const names = new Map(body.tags.map(({ id, name }) => [id, name]));
    return Object.fromEntries(body.tags.map(({ name, parentId }) => [name, parentId && names.get(parentId)]));
  };
  const aDocument = async (name: string, tag: Tag): Promise<void> => {
    const { body } = await api.upload(organizationId, { name, content: name });
    await api.post(`${base}/documents/${body.document.id}/tags`, { tagId: tag.id });
  };
  const found = async (query: string): Promise<string[]> => {
    const { body } = await api.get<{ documents: { name: string }[] }>(
      `${base}/documents?sortField=name&sortOrder=asc&searchQuery=${encodeURIComponent(query)}`,
    );
    return body.documents.map(({ name }) => name);
  };

  it('a search for a tag finds the documents of the tags below it, and an exclusion leaves them out', async () => {
    const money = await aTag('Money');
    const taxes = await aTag('Taxes', money);
    const vat = await aTag('VAT', taxes);
    await aDocument('budget.txt', money);
    await aDocument('return.txt', taxes);
    await aDocument('quarter.txt', vat);
    await aDocument('poem.txt', await aTag('Poems'));
    await app.drain();
    expect(await found('tag:money')).toEqual(['budget.txt', 'quarter.txt', 'return.txt']);
    expect(await found(`tag:${taxes.id}`)).toEqual(['quarter.txt', 'return.txt']);
    expect(await found('tag:vat')).toEqual(['quarter.txt']);
    expect(await found('-tag:money')).toEqual(['poem.txt']);

    // Clients that know nothing of this see the same tags on documents as before.
    const { body } = await api.get<{ documents: { tags: object[] }[] }>(`${base}/documents?searchQuery=tag:vat`);
    expect(body.documents[0]?.tags[0]).not.toHaveProperty('parentId');
    expect((await put(vat, null)).body.tag).not.toHaveProperty('parentId');
    expect(await found('tag:money')).toEqual(['budget.txt', 'return.txt']);
  });

  it('a place in a circle, below a strange tag or below five levels is refused', async () => {
    const other = await app.anArchive('Elsewhere');
    const { body } = await other.api.post<{ tag: Tag }>(`/api/organizations/${other.organizationId}/tags`, {
      name: 'Strange',
      color: '#00ff00',
    });
    const one = await aTag('1');
    const two = await aTag('2', one);
    const three = await aTag('3', two);
    const refused = async (answer: ReturnType<typeof put>) => {
      const { status, body: refusal } = await answer;
      return [status, refusal.error.code];
    };
    expect(await refused(put(one, three.id))).toEqual([400, 'tags.in_itself']);
    expect(await refused(put(one, one.id))).toEqual([400, 'tags.in_itself']);
    expect(await refused(put(one, body.tag.id))).toEqual([400, 'tags.parent_not_found']);
    expect(await refused(post('4', body.tag.id))).toEqual([400, 'tags.parent_not_found']);
    const five = await aTag('5', await aTag('4', three));
    expect(await refused(post('6', five.id))).toEqual([400, 'tags.too_deep']);
    const top = await aTag('top');
    expect(await refused(put(one, top.id))).toEqual([400, 'tags.too_deep']);
    expect(await tags()).toEqual({ '1': undefined, '2': '1', '3': '2', '4': '3', '5': '4', top: undefined });
  });

  it('two tags that are put below each other at the same time do not form a circle', async () => {
    const [one, other] = [await aTag('one'), await aTag('other')];
    const answers = await Promise.all([put(one, other.id), put(other, one.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('tags below a deleted tag stay, and those below a merged one go below the other', async () => {
    const money = await aTag('Money');
    const bills = await aTag('Bills', money);
    await aTag('Gas', bills);
    const paid = await aTag('Paid', bills);
    await aTag('2026', paid);
    await api.delete(`${base}/tags/${money.id}`);
    expect(await tags()).toEqual({ Bills: undefined, Gas: 'Bills', Paid: 'Bills', '2026': 'Paid' });
    await api.post(`${base}/tags/${bills.id}/merge`, { intoTagId: paid.id });
    await app.drain();
    expect(await tags()).toEqual({ Gas: 'Paid', Paid: undefined, '2026': 'Paid' });
  });

  it('tags that would be too deep below the one that theirs is merged into have none above them', async () => {
    const four = await aTag('4', await aTag('3', await aTag('2', await aTag('1'))));
    const merged = await aTag('Merged');
    await aTag('Short', merged);
    await aTag('End', await aTag('Long', merged));
    await api.post(`${base}/tags/${merged.id}/merge`, { intoTagId: four.id });
    await app.drain();
    expect(await tags()).toMatchObject({ Short: '4', Long: undefined, End: 'Long' });
  });

  it('a tag that is put below one that is being deleted is refused', async () => {
    const above = await aTag('above');
    const deleting = await poolOf(app).connect();
    try {
      await deleting.query('begin');
      await deleting.query('delete from tag where id = $1', [above.id]);
      const answer = post('below', above.id);
      await untilTrue('the new tag waits for the deletion', async () => {
        const { rows } = await poolOf(app).query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await deleting.query('commit');
      expect(await answer).toMatchObject({ status: 400, body: { error: { code: 'tags.parent_not_found' } } });
    } finally {
      deleting.release();
    }
  });
});
