import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '#ground/database';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface TagResponse {
  tag: { id: string; name: string };
}

describe('Idempotency-Key', () => {
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

  it('a repeated request returns the first response for the same key and body and changes nothing', async () => {
    const headers = key();
    const body = aTag();
    const first = await api.post<TagResponse>(tags, body, headers);
    const again = await api.post<TagResponse>(tags, body, headers);
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await api.post(tags, body)).toMatchObject({ status: 409, body: { error: { code: 'tags.already_exists' } } });
  });

  it('rejects the same key with another body with 409', async () => {
    const headers = key();
    await api.post(tags, aTag(), headers);
    expect(await api.post(tags, aTag(), headers)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency.key_reused' } },
    });
  });

  it('creates one organization when the same request arrives twenty times at once', async () => {
    const headers = key();
    const before = await countOf('organization');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post<object>('/api/organizations', { name: 'Only one' }, headers)),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(await countOf('organization')).toBe(before + 1);
  });

  it('a repeated request waits for a running one with the same key and returns its response', async () => {
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

  it('creates one document and keeps one file for a repeated upload', async () => {
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

  it('treats the key of another caller, of another route or of the day before as a new request', async () => {
    const headers = key();
    const body = aTag();
    const first = await api.post<TagResponse>(tags, body, headers);
    const other = await app.anArchive();
    const elsewhere = await other.api.post<TagResponse>(
      `/api/organizations/${other.organizationId}/tags`,
      body,
      headers,
    );
    expect(elsewhere.status).toBe(200);
    expect(elsewhere.body.tag.id).not.toBe(first.body.tag.id);
    await app.app
      .get(UnitOfWork)
      .run((tx) => tx.sql.query(`update idempotency_key set created_at = created_at - interval '25 hours'`));
    expect((await api.post(tags, aTag(), headers)).status).toBe(200);
  });

  it('runs a request again when the first one failed', async () => {
    const headers = key();
    const rule = { name: 'rule', conditions: [], tagIds: [`tag_${'0'.repeat(24)}`] };
    const rules = `/api/organizations/${organizationId}/tagging-rules`;
    expect((await api.post(rules, rule, headers)).status).toBe(404);
    const { body } = await api.post<TagResponse>(tags, aTag());
    const answer = await api.post<object>(rules, { ...rule, tagIds: [body.tag.id] }, headers);
    expect(answer.status).toBe(200);
    expect(await api.post(rules, { ...rule, tagIds: [body.tag.id] }, headers)).toMatchObject({ body: answer.body });
  });

  it.each(['', 'ä', 'x'.repeat(256)])('rejects the key %j with 400', async (value) => {
    const answer = await api.post(tags, aTag(), { 'idempotency-key': encodeURI(value) === value ? value : 'a\tb' });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency.invalid_key' } } });
  });
});

describe('If-Match', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;

  beforeAll(async () => {
    app = await startApp();
    ({ api, organizationId } = await app.anArchive());
  });
  afterAll(() => app.close());

  const changed = { status: 412, body: { error: { code: 'server.precondition_failed' } } };

  it('rejects a change with an outdated ETag with 412 and accepts the newest one, on every resource with ETags', async () => {
    const organization = `/api/organizations/${organizationId}`;
    const { body: uploaded } = await api.upload(organizationId, { name: 'etag.txt', content: 'etag' });
    const { body: tagged } = await api.post<TagResponse>(`${organization}/tags`, { name: 'etag', color: '#000000' });
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

  it('accepts one of ten simultaneous changes with the same ETag', async () => {
    const organization = `/api/organizations/${organizationId}`;
    const { body } = await api.upload(organizationId, { name: 'race.txt', content: 'race' });
    const { body: tagged } = await api.post<TagResponse>(`${organization}/tags`, { name: 'race', color: '#000000' });
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
