import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#libs/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface TagAnswer {
  tag: { id: string; name: string };
}

describe('a request that is sent again', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let tags: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
    tags = `/api/organizations/${organizationId}/tags`;
  });
  afterAll(() => app.close());

  const key = (value = randomUUID()) => ({ 'idempotency-key': value });
  const aTag = (name = `tag ${randomUUID()}`) => ({ name, color: '#112233' });
  const countOf = async (table: string): Promise<number> => {
    const [row] = await app.app
      .get(UnitOfWork)
      .run((tx) => tx.sql.query<{ count: number }>(`select count(*)::int as count from ${table}`));
    return row?.count ?? -1;
  };

  it('with the same key and body gets the same answer and changes nothing', async () => {
    const headers = key();
    const body = aTag();
    const first = await api.post<TagAnswer>(tags, body, headers);
    const again = await api.post<TagAnswer>(tags, body, headers);
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await api.post(tags, body)).toMatchObject({ status: 409, body: { error: { code: 'tags.already_exists' } } });
  });

  it('with the same key and another body is refused', async () => {
    const headers = key();
    await api.post(tags, aTag(), headers);
    expect(await api.post(tags, aTag(), headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency.key_reused' } },
    });
  });

  it('creates one thing when it is sent twenty times at once', async () => {
    const headers = key();
    const before = await countOf('organization');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post<object>('/api/organizations', { name: 'Only one' }, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await countOf('organization')).toBe(before + 1);
  });

  it('gets the same answer while the first is still at work, also where a second thing may not exist', async () => {
    const headers = key();
    const body = aTag();
    const upload = () => {
      const form = new FormData();
      form.append('file', new File(['sent at once'], 'at-once.txt'));
      return api.send<object>('POST', `/api/organizations/${organizationId}/documents`, form, headers);
    };
    const sends = [() => api.post<object>(tags, body, headers), upload];
    for (const send of sends) {
      const answers = await Promise.all(Array.from({ length: 8 }, send));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(8).fill(200));
      expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    }
    expect(await countOf('stored_file')).toBe(await countOf('document'));
  });

  it('creates one document of an upload and leaves no second file', async () => {
    const headers = key();
    const upload = (content: string) => {
      const form = new FormData();
      form.append('file', new File([content], 'again.txt'));
      return api.send<object>('POST', `/api/organizations/${organizationId}/documents`, form, headers);
    };
    const [first, again] = [await upload('sent twice'), await upload('sent twice')];
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await upload('something else')).toMatchObject({ status: 409 });
    expect(await countOf('stored_file')).toBe(await countOf('document'));
  });

  it('is a new request for another caller, another route, and after a day', async () => {
    const headers = key();
    const body = aTag();
    const first = await api.post<TagAnswer>(tags, body, headers);
    const other = await app.anArchive();
    const elsewhere = await other.api.post<TagAnswer>(`/api/organizations/${other.organizationId}/tags`, body, headers);
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body.tag.id).not.toBe(first.body.tag.id);
    await app.app
      .get(UnitOfWork)
      .run((tx) => tx.sql.query(`update idempotency_key set created_at = created_at - interval '25 hours'`));
    expect((await api.post(tags, aTag(), headers)).status).toBe(200);
  });

  it('that failed is tried anew', async () => {
    const headers = key();
    const rule = { name: 'rule', conditions: [], tagIds: [`tag_${'0'.repeat(24)}`] };
    const rules = `/api/organizations/${organizationId}/tagging-rules`;
    expect((await api.post(rules, rule, headers)).status).toBe(404);
    const { body } = await api.post<TagAnswer>(tags, aTag());
    const answer = await api.post<object>(rules, { ...rule, tagIds: [body.tag.id] }, headers);
    expect(answer.status).toBe(200);
    expect(await api.post(rules, { ...rule, tagIds: [body.tag.id] }, headers)).toMatchObject({ body: answer.body });
  });

  it.each(['', 'ä', 'x'.repeat(256)])('with the key %j is refused', async (value) => {
    const answer = await api.post(tags, aTag(), { 'idempotency-key': encodeURI(value) === value ? value : 'a\tb' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency.invalid_key' } } });
  });
});

describe('a change of something that was changed meanwhile', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  const changed = { status: 412, body: { error: { code: 'server.precondition_failed' } } };

  it('is refused for documents, organizations, tags and rules, and accepted with the newest ETag', async () => {
    const organization = `/api/organizations/${organizationId}`;
    const { body: uploaded } = await api.upload(organizationId, { name: 'etag.txt', content: 'etag' });
    const { body: tagged } = await api.post<TagAnswer>(`${organization}/tags`, { name: 'etag', color: '#000000' });
    const rule = { name: 'etag', conditions: [], tagIds: [tagged.tag.id] };
    const { body: ruled } = await api.post<{ taggingRule: { id: string } }>(`${organization}/tagging-rules`, rule);
    const changes = [
      ['PUT', organization, { name: 'Renamed' }],
      ['PATCH', `${organization}/documents/${uploaded.document.id}`, { name: 'renamed.txt' }],
      ['PUT', `${organization}/tags/${tagged.tag.id}`, { color: '#ffffff' }],
      ['PUT', `${organization}/tagging-rules/${ruled.taggingRule.id}`, { ...rule, name: 'renamed' }],
    ] as const;
    for (const [method, path, body] of changes) {
      const first = await api.send(method, path, body, { 'if-match': '*' });
      const etag = first.headers.get('etag') ?? (await api.get(path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[a-z0-9]+"$/);
      expect([path, (await api.send(method, path, body, { 'if-match': etag })).status]).toEqual([path, first.status]);
      expect(await api.send(method, path, body, { 'if-match': etag })).toMatchObject(changed);
    }
  });

  it('wins once when many send the same ETag at the same time', async () => {
    const organization = `/api/organizations/${organizationId}`;
    const { body } = await api.upload(organizationId, { name: 'race.txt', content: 'race' });
    const { body: tagged } = await api.post<TagAnswer>(`${organization}/tags`, { name: 'race', color: '#000000' });
    const changes = [
      ['PATCH', `${organization}/documents/${body.document.id}`],
      ['PUT', `${organization}/tags/${tagged.tag.id}`],
      ['PUT', organization],
    ] as const;
    for (const [method, path] of changes) {
      const { headers } = await api.send(method, path, { name: 'race' }, { 'if-match': '*' });
      const etag = headers.get('etag') ?? (await api.get(path)).headers.get('etag') ?? '';
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, number) =>
          api.send(method, path, { name: `race ${number}` }, { 'if-match': etag }),
        ),
      );
      const statuses = answers.map((answer) => answer.status).sort();
      expect([path, statuses]).toEqual([path, [200, ...Array<number>(9).fill(412)]]);
    }
  });
});
