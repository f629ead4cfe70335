import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sqlOver, UnitOfWork } from '#ground/database';
import type { ApiResponse, ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { untilTrue } from '../support/until.js';

interface TagBody {
  tag: { id: string; name: string; normalizedName: string; color: string; description: string | null };
}
interface ErrorBody {
  error: { code: string; details?: { path: string | null }[] };
}

describe('tags', () => {
  let app: TestApp;
  let api: ApiClient;
  let tags: string;

  beforeAll(async () => {
    app = await startApp({ MAX_TAGS_PER_ORGANIZATION: '40' });
    let organizationId: string;
    ({ api, organizationId } = await app.anArchive());
    tags = `/api/organizations/${organizationId}/tags`;
  });
  afterAll(() => app.close());

  const form = (fields: Record<string, string>): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };

  const sendUrlEncoded = async (
    method: string,
    path: string,
    fields: Record<string, string>,
  ): Promise<ApiResponse<TagBody>> => {
    const response = await fetch(app.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${api.token}` },
      body: new URLSearchParams(fields),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as TagBody };
  };

  it('records the user, the API key and the request id with the event of a created tag', async () => {
    const { body } = await api.post<TagBody>(
      tags,
      { name: 'recorded', color: '#aabbcc' },
      { 'x-request-id': 'req-of-mine' },
    );
    const rows = await sqlOver(app.app.get(UnitOfWork).db).query(
      `select e.name, e.actor_kind, e.request_id, k.user_id = e.actor_user_id as "isOfUser" from event e
       join api_key k on k.id = e.actor_api_key_id where e.payload ->> 'tagId' = $1`,
      [body.tag.id],
    );
    expect(rows).toEqual([{ name: 'tag:created', actor_kind: 'api-key', request_id: 'req-of-mine', isOfUser: true }]);
    await api.delete(`${tags}/${body.tag.id}`);
  });

  it('accepts a tag as JSON, as a multipart form and as a urlencoded form', async () => {
    const fields = { name: ' Grün & gelb ', color: '#aaBBcc', description: ' for the garden ' };
    const expected = {
      name: 'Grün & gelb',
      normalizedName: 'grün & gelb',
      color: '#AABBCC',
      description: 'for the garden',
    };
    const asJson = await api.post<TagBody>(tags, fields);
    expect(asJson).toMatchObject({ status: 200, body: { tag: expected } });
    await api.delete(`${tags}/${asJson.body.tag.id}`);
    const asForm = await api.post<TagBody>(tags, form(fields));
    expect(asForm).toMatchObject({ status: 200, body: { tag: expected } });
    await api.delete(`${tags}/${asForm.body.tag.id}`);
    const created = await sendUrlEncoded('POST', tags, fields);
    expect(created).toMatchObject({ status: 200, body: { tag: expected } });
    const tag = `${tags}/${created.body.tag.id}`;
    const renamed = await api.send('PUT', tag, form({ name: 'Red' }));
    expect(renamed).toMatchObject({ status: 200, body: { tag: { ...expected, name: 'Red', normalizedName: 'red' } } });
    expect(await sendUrlEncoded('PUT', tag, { color: '#000000' })).toMatchObject({
      body: { tag: { color: '#000000' } },
    });
    expect(await api.put(tag, {})).toMatchObject({ status: 200, body: { tag: { name: 'Red', color: '#000000' } } });
  });

  it.each<[string, object, string]>([
    ['a name of spaces', { name: '   ' }, 'name'],
    ['a name of 65 letters', { name: 'x'.repeat(65) }, 'name'],
    ['a colour by name', { color: 'red' }, 'color'],
    ['a short colour', { color: '#ABC' }, 'color'],
    ['null as description', { description: null }, 'description'],
    ['a description of 257 letters', { description: 'x'.repeat(257) }, 'description'],
    ['a key that does not exist', { icon: 'x' }, 'icon'],
  ])('rejects a tag with %s', async (_, change, path) => {
    const { status, body } = await api.post<ErrorBody>(tags, { name: 'Fine', color: '#123456', ...change });
    expect([status, body.error.code, body.error.details?.[0]?.path]).toEqual([
      400,
      'server.invalid_request.body',
      path,
    ]);
  });

  it('rejects a tag form that is incomplete, holds a file or repeats a field', async () => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': 'multipart/form-data; boundary=x' };
    const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n#123456\r\n`;
    for (const body of [part('name'), `${part('name')}${part('color')}${part('color')}--x--\r\n`, 'nothing', '']) {
      const answer = await fetch(app.baseUrl + tags, { method: 'POST', headers, body });
      expect([answer.status, ((await answer.json()) as ErrorBody).error.code]).toEqual([
        400,
        'server.invalid_request.body',
      ]);
    }
    const withFile = form({ name: 'With file', color: '#123456' });
    withFile.append('icon', new File(['x'], 'icon.png'));
    expect(await api.post(tags, withFile)).toMatchObject({ status: 400 });
  });

  it('accepts form bodies only on routes that declare them', async () => {
    const organization = tags.replace(/\/tags$/, '');
    const renamed = await api.send<ErrorBody>('PUT', organization, form({ name: 'From a form' }));
    expect(renamed.status).toBe(400);
    expect((await sendUrlEncoded('PUT', organization, { name: 'From a form' })).status).toBe(400);
  });

  it('creates one tag when fifty requests create it at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.post<ErrorBody>(tags, { name: index % 2 ? 'Same NAME' : 'same name', color: '#123456' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 409);
    expect(refused).toHaveLength(49);
    expect(new Set(refused.map((answer) => answer.body.error.code))).toEqual(new Set(['tags.already_exists']));
  });

  it('enforces the limit of tags per organization when many are created at once', async () => {
    const { organizationId } = await app.anArchive();
    const own = await app.anArchive('Limited');
    const limited = `/api/organizations/${own.organizationId}/tags`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        own.api.post<ErrorBody>(limited, { name: `t${index}`, color: '#123456' }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(40);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refused.map((answer) => `${answer.status} ${answer.body.error.code}`))).toEqual(
      new Set(['403 tags.organization_limit_reached']),
    );
    expect((await own.api.get<{ tags: object[] }>(limited)).body.tags).toHaveLength(40);
    expect((await own.api.get(`/api/organizations/${organizationId}/tags`)).status).toBe(403);
  });

  it('lists tags newest first with the number of their active documents', async () => {
    const own = await app.anArchive('Counted');
    const there = `/api/organizations/${own.organizationId}`;
    const ids: string[] = [];
    for (const name of ['Old', 'Middle', 'New']) {
      ids.push((await own.api.post<TagBody>(`${there}/tags`, { name, color: '#123456' })).body.tag.id);
    }
    for (const [index, content] of ['one', 'two', 'three'].entries()) {
      const { body } = await own.api.upload(own.organizationId, { name: `${content}.txt`, content });
      await own.api.post(`${there}/documents/${body.document.id}/tags`, { tagId: ids[0] });
      if (index < 2) await own.api.post(`${there}/documents/${body.document.id}/tags`, { tagId: ids[1] });
      if (index === 0) await own.api.delete(`${there}/documents/${body.document.id}`);
    }
    const { body } = await own.api.get<{ tags: { name: string; documentsCount: number }[] }>(`${there}/tags`);
    expect(body.tags.map(({ name, documentsCount }) => [name, documentsCount])).toEqual([
      ['New', 0],
      ['Middle', 1],
      ['Old', 2],
    ]);
  });

  it('a tag of another organization is not changed or deleted', async () => {
    const { body } = await api.post<TagBody>(tags, { name: 'Mine', color: '#123456' });
    const other = await app.anArchive('Elsewhere');
    const there = `/api/organizations/${other.organizationId}/tags/${body.tag.id}`;
    expect(await other.api.put(there, { name: 'Yours' })).toMatchObject({
      status: 404,
      body: { error: { code: 'tags.not_found' } },
    });
    expect(await other.api.delete(there)).toMatchObject({ status: 404, body: { error: { code: 'tags.not_found' } } });
    expect(await api.delete(`${tags}/${body.tag.id}`)).toMatchObject({ status: 204 });
    expect(await api.delete(`${tags}/${body.tag.id}`)).toMatchObject({ status: 404 });
  });

  it('refuses to add a tag to a document while the tag is being deleted', async () => {
    const own = await app.anArchive();
    const there = `/api/organizations/${own.organizationId}`;
    const { body } = await own.api.post<TagBody>(`${there}/tags`, { name: 'Going', color: '#123456' });
    const { body: uploaded } = await own.api.upload(own.organizationId, { name: 'late.txt', content: 'late' });
    const unitOfWork = app.app.get(UnitOfWork);
    const isLockWaiting = async (): Promise<boolean> => {
      const rows = await sqlOver(unitOfWork.db).query(
        `select from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`,
      );
      return rows.length > 0;
    };
    const given = await unitOfWork.run(async (tx) => {
      await tx.sql.query('delete from tag where id = $1', [body.tag.id]);
      const answer = own.api.post(`${there}/documents/${uploaded.document.id}/tags`, { tagId: body.tag.id });
      await untilTrue('a wait for a lock', isLockWaiting);
      return { answer };
    });
    expect(await given.answer).toMatchObject({ status: 404, body: { error: { code: 'tags.not_found' } } });
  });
});
