import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ArchivoltError, createClient, followEvents, listEvents, type ArchivoltEvent } from '@archivolt/sdk';
import { ServerConfig } from '#config/server';
import { EventRepository, Signals } from '#ground/history';
import { ProcessingProgressed, type ProcessingProgress, PreviewEnded } from '#archive/documents';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { poolOf } from '../support/rows.js';
import { shortPause } from '../support/until.js';
import { Caller } from './caller.js';
import { EventStream } from './event-stream.js';

interface Page {
  events: { cursor: string; type: string; data: object; actor: object | null; requestId: string | null }[];
  nextCursor: string;
  hasMore: boolean;
}

let app: TestApp;
let archive: { userId: string; organizationId: string; api: ApiClient };
let events: string;
const open: EventStream[] = [];
let tags = 0;

beforeAll(async () => {
  app = await startApp({ LIVE_FEED_STREAMS_PER_USER: '3' });
});
afterAll(() => app.close());
beforeEach(async () => {
  archive = await app.anArchive();
  events = `/api/organizations/${archive.organizationId}/events`;
});
afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
});

const bearer = ({ token }: ApiClient) => ({ authorization: `Bearer ${token}` });

const follow = async (query = '', headers: Record<string, string> = bearer(archive.api)): Promise<EventStream> => {
  const stream = await EventStream.open(`${app.baseUrl}${events}/stream${query}`, headers);
  open.push(stream);
  return stream;
};

const addTag = async (name = `tag ${(tags += 1)}`): Promise<string> => {
  const path = `/api/organizations/${archive.organizationId}/tags`;
  const { body } = await archive.api.post<{ tag: { id: string } }>(path, { name, color: '#aa3366' });
  return body.tag.id;
};

const prune = async (): Promise<void> => {
  const log = app.app.get(EventRepository, { strict: false });
  const { events: all } = await log.read(archive, { limit: 500 });
  const ids = all.map(({ id }) => id);
  await log.prune(archive, ids);
};

describe('reading the events of an organization', () => {
  const read = (query = '') => archive.api.get<Page>(`${events}${query}`);

  it('the log returns events in order, page by page, with the actor and the request that caused each', async () => {
    const tagIds = [await addTag(), await addTag()];
    const first = (await read('?limit=2')).body;
    expect(first).toMatchObject({ hasMore: true, nextCursor: first.events[1]?.cursor });
    expect(first.events.map(({ type }) => type)).toEqual(['organization:created', 'tag:created']);
    expect(first.events[1]).toMatchObject({
      data: { tagId: tagIds[0] },
      actor: { type: 'api-key', userId: archive.userId, reason: null },
      requestId: expect.stringMatching(/^req_/),
    });
    const second = (await read(`?limit=2&after=${first.nextCursor}`)).body;
    expect(second).toMatchObject({ hasMore: false, events: [{ data: { tagId: tagIds[1] } }] });
    expect((await read(`?after=${second.nextCursor}`)).body).toEqual({
      events: [],
      nextCursor: second.nextCursor,
      hasMore: false,
    });
  });

  it('the log returns only events with the given names', async () => {
    const tagId = await addTag();
    await archive.api.delete(`/api/organizations/${archive.organizationId}/tags/${tagId}`);
    const { body } = await read('?name=tag:deleted&name=organization:created');
    expect(body.events.map(({ type }) => type)).toEqual(['organization:created', 'tag:deleted']);
  });

  it.each([
    ['?name=tag:exploded', 'tag:exploded'],
    ['?after=soon', 'after must be the cursor of an event'],
    ['?after=-1', 'after must be the cursor of an event'],
    ['?limit=501', 'limit'],
  ])('the log refuses %s and says what is wrong', async (query, named) => {
    const { status, body } = await archive.api.get<{ error: { details: { message: string }[] } }>(`${events}${query}`);
    expect(status).toBe(400);
    expect(body.error.details.map(({ message }) => message).join()).toContain(named);
  });

  it('the log returns 410 when events after the cursor were removed, or it does not reach the cursor', async () => {
    await addTag();
    await prune();
    for (const query of ['?after=0', '?after=1', '?after=999']) {
      expect(await archive.api.get(`${events}${query}`)).toMatchObject({
        status: 410,
        body: { error: { code: 'events.cursor_gone' } },
      });
    }
    const { body } = await read();
    expect(body).toEqual({ events: [], nextCursor: '2', hasMore: false });
    const tagId = await addTag();
    expect((await read('?after=2')).body.events).toMatchObject([{ type: 'tag:created', data: { tagId } }]);
  });
});

describe('the stream of events', () => {
  it('the stream starts now, names its start, and sends each event with its cursor as the id', async () => {
    await addTag();
    const stream = await follow();
    expect(await stream.until(() => true)).toEqual([{ event: 'cursor', id: '2', data: { cursor: '2' } }]);
    const tagId = await addTag();
    const message = await stream.next();
    expect(message).toMatchObject({
      event: undefined,
      id: '3',
      data: { cursor: '3', type: 'tag:created', data: { tagId } },
    });
    const { body } = await archive.api.get<Page>(`${events}?after=2`);
    expect(message?.data).toEqual(body.events[0]);
  });

  it('the stream has headers that keep proxies from storing, changing or buffering it', async () => {
    const { response } = await follow();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.stringMatching(/^req_/),
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('the stream continues after the cursor in the address, or rather after the one in Last-Event-ID', async () => {
    await addTag();
    await addTag();
    const all = await follow('?after=0');
    const ids = (await all.until(({ id, event }) => id === '3' && event === undefined)).map(({ id, event }) => [
      event,
      id,
    ]);
    expect(ids).toEqual([
      ['cursor', '0'],
      [undefined, '1'],
      [undefined, '2'],
      [undefined, '3'],
    ]);
    const resumed = await follow('?after=0', { ...bearer(archive.api), 'last-event-id': '2' });
    expect(await resumed.next()).toMatchObject({ id: '3' });
  });

  it('the stream sends only events with the given names', async () => {
    const stream = await follow('?name=tag:deleted');
    const tagId = await addTag();
    await archive.api.delete(`/api/organizations/${archive.organizationId}/tags/${tagId}`);
    expect(await stream.next()).toMatchObject({ id: '3', data: { type: 'tag:deleted' } });
  });

  it('the stream sends the progress of processing without an id, and not to other organizations', async () => {
    const [stream, other] = [await follow(), await app.anArchive()];
    const progress: ProcessingProgress = {
      organizationId: other.organizationId,
      documentId: 'doc_0mc5t1k8a0q7w2e9r4t6y1u3',
      status: 'running',
      step: 'ocr',
      pagesDone: 2,
      pagesTotal: 9,
      reason: null,
      nextAttemptAt: null,
    };
    const signals = app.app.get(Signals, { strict: false });
    await signals.send(ProcessingProgressed, progress);
    const { organizationId } = archive;
    await signals.send(ProcessingProgressed, { ...progress, organizationId, pagesDone: 3 });
    const { organizationId: _, ...shown } = progress;
    expect(await stream.next()).toEqual({ event: 'progress', id: undefined, data: { ...shown, pagesDone: 3 } });
  });

  it('the stream reports a new picture of a page, only to the organization of the document', async () => {
    const [stream, other] = [await follow(), await app.anArchive()];
    const shown = { documentId: 'doc_0mc5t1k8a0q7w2e9r4t6y1u3', page: 2, width: 800, status: 'available' } as const;
    const signals = app.app.get(Signals, { strict: false });
    await signals.send(PreviewEnded, { ...shown, page: 1, organizationId: other.organizationId });
    await signals.send(PreviewEnded, { ...shown, organizationId: archive.organizationId });
    expect(await stream.next()).toEqual({ event: 'preview', id: undefined, data: shown });
  });

  it.each([
    ['?after=x', {}, '400 server.invalid_request.query'],
    ['?name=tag:exploded', {}, '400 server.invalid_request.query'],
    ['', { 'last-event-id': 'x' }, '400 events.invalid_cursor'],
    ['?after=999', {}, '410 events.cursor_gone'],
  ])('the stream refuses %s %j with %s', async (query, headers, expected) => {
    const { status, body } = await archive.api.get<{ error: { code: string } }>(`${events}/stream${query}`, headers);
    expect(`${status} ${body.error.code}`).toBe(expected);
  });

  it('the number of streams is limited for each user, and a free place can be used again', async () => {
    const [first] = [await follow(), await follow(), await follow()];
    const { status, headers, body } = await archive.api.get<{ error: { code: string } }>(`${events}/stream`);
    expect([status, body.error.code]).toEqual([429, 'events.too_many_streams_of_user']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await first.close();
    let again = await fetch(`${app.baseUrl}${events}/stream`, { headers: bearer(archive.api) });
    while (again.status === 429) {
      await again.text();
      await shortPause();
      again = await fetch(`${app.baseUrl}${events}/stream`, { headers: bearer(archive.api) });
    }
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

describe('a stream whose caller may no longer read', () => {
  const sql = (text: string, values: unknown[]) => poolOf(app).query(text, values);
  const { organizationId, userId } = { organizationId: () => archive.organizationId, userId: () => archive.userId };

  it.each<[string, () => Promise<unknown>, string]>([
    ['the key is revoked', () => sql('delete from api_key where user_id = $1', [userId()]), 'auth.unauthorized'],
    [
      'the key expires',
      () => sql(`update api_key set expires_at = now() - interval '1 s' where user_id = $1`, [userId()]),
      'auth.unauthorized',
    ],
    [
      'the key loses the permission',
      () => sql(`update api_key set permissions = '{tags:read}' where user_id = $1`, [userId()]),
      'auth.forbidden',
    ],
    [
      'the key loses the organization',
      () => sql(`update api_key set all_organizations = false where user_id = $1`, [userId()]),
      'user.not_in_organization',
    ],
    [
      'the member is removed',
      () => sql('delete from organization_member where organization_id = $1', [organizationId()]),
      'user.not_in_organization',
    ],
    ['the user is deleted', () => sql('delete from "user" where id = $1', [userId()]), 'auth.unauthorized'],
    [
      'the organization is deleted',
      () => archive.api.delete(`/api/organizations/${organizationId()}`),
      'user.not_in_organization',
    ],
  ])('the stream ends with a reason when %s', async (_, change, reason) => {
    const stream = await follow('?name=tag:created');
    const tagId = await addTag();
    expect(await stream.next()).toMatchObject({ data: { data: { tagId } } });
    await change();
    expect(await stream.next()).toEqual({ event: 'end', id: undefined, data: { reason } });
    await stream.ended();
  });

  it.each([
    ['the member is removed', () => sql('delete from organization_member where user_id = $1', [userId()])],
    ['the key is revoked', () => sql('delete from api_key where user_id = $1', [userId()])],
  ])('nothing of a change is sent after %s, even at the same moment', async (_, change) => {
    const colleague = await app.aUser();
    await addMember(app, organizationId(), { userId: colleague.userId, role: 'member' });
    const stream = await follow('?name=tag:created');
    await change();
    await colleague.api.post(`/api/organizations/${organizationId()}/tags`, { name: 'secret', color: '#aa3366' });
    expect(await stream.next()).toMatchObject({ event: 'end' });
    await stream.ended();
  });

  it('the stream ends when its session is signed out or expires, but not for another session of the user', async () => {
    const origin = `http://localhost:${app.installation.config(ServerConfig).port}`;
    const email = 'session@example.test';
    const first = new Caller(app.baseUrl, origin);
    await first.post('/api/auth/sign-up/email', { name: 'Ada', email, password: 'a good password' });
    const others = [new Caller(app.baseUrl, origin), new Caller(app.baseUrl, origin)] as const;
    for (const other of others) await other.post('/api/auth/sign-in/email', { email, password: 'a good password' });
    const { body } = await first.post('/api/organizations', { name: 'Sessions' });
    const { organization } = body as { organization: { id: string } };
    const openAs = async (caller: Caller) => {
      const address = `${app.baseUrl}/api/organizations/${organization.id}/events/stream`;
      const stream = await EventStream.open(address, { cookie: caller.cookieHeader() });
      open.push(stream);
      return stream;
    };
    const [signedOut, expired, kept] = [await openAs(first), await openAs(others[0]), await openAs(others[1])];
    const cookie = decodeURIComponent(/session_token=([^;.]+)/.exec(others[0].cookieHeader())?.[1] ?? '');
    await first.post('/api/auth/sign-out', {});
    const { rowCount } = await sql(`update auth_session set expires_at = now() - interval '1 s' where token = $1`, [
      cookie,
    ]);
    expect(rowCount).toBe(1);
    for (const stream of [signedOut, expired]) {
      expect(await stream.next()).toMatchObject({ event: 'end', data: { reason: 'auth.unauthorized' } });
    }
    const path = `/api/organizations/${organization.id}/tags`;
    expect((await others[1].post(path, { name: 'kept', color: '#123456' })).status).toBe(200);
    expect(await kept.next()).toMatchObject({ data: { type: 'tag:created' } });
  });
});

describe('the SDK', () => {
  const client = (send?: typeof fetch) =>
    createClient({ baseUrl: app.baseUrl, token: archive.api.token ?? '', ...(send ? { fetch: send } : {}) });

  it('lists events with a type that narrows their data', async () => {
    const tagId = await addTag();
    const { organizationId } = archive;
    const { events: found, nextCursor } = await listEvents(client(), {
      organizationId,
      names: ['tag:created'],
      limit: 5,
    });
    const tagged = found.map((event) => (event.type === 'tag:created' ? event.data.tagId : undefined));
    expect(tagged).toEqual([tagId]);
    expect(await listEvents(client(), { organizationId, after: nextCursor })).toMatchObject({ events: [] });
  });

  it('the SDK follows events, each once, through broken connections, until its signal aborts', async () => {
    const stop = new AbortController();
    const connections: AbortController[] = [];
    const breaking: typeof fetch = (input, init) => {
      const connection = new AbortController();
      connections.push(connection);
      const signals = [connection.signal, ...(init?.signal ? [init.signal] : [])];
      return fetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
    const { organizationId } = archive;
    const wanted = [await addTag(), await addTag(), await addTag()];
    const got: string[] = [];
    for await (const event of followEvents(client(breaking), { organizationId, after: '0', signal: stop.signal })) {
      if (event.type !== 'tag:created') continue;
      got.push(event.data.tagId);
      if (got.length === 2) {
        connections.at(-1)?.abort();
        wanted.push(await addTag());
      }
      if (got.length === 4) stop.abort();
    }
    expect(got).toEqual(wanted);
    expect(connections.length).toBeGreaterThan(1);
  });

  it('the SDK returns where it starts without a cursor, so that nothing is missed from then on', async () => {
    const stop = new AbortController();
    const { organizationId } = archive;
    let starts = 0;
    let wanted: Promise<string> | undefined;
    const onStart = (): void => {
      starts += 1;
      wanted = addTag();
    };
    await addTag();
    for await (const event of followEvents(client(), { organizationId, onStart, signal: stop.signal })) {
      expect(event).toMatchObject({ type: 'tag:created', data: { tagId: await wanted } });
      stop.abort();
    }
    expect(starts).toBe(1);
    const fromTheFirst = followEvents(client(), { organizationId, after: '0', onStart });
    expect((await fromTheFirst.next()).value).toMatchObject({ type: 'organization:created' });
    await fromTheFirst.return(undefined);
    expect(starts).toBe(1);
  });

  it('the SDK throws when the cursor is gone, and when the key is revoked while it follows', async () => {
    const { organizationId, userId } = archive;
    const next = (iterator: AsyncGenerator<ArchivoltEvent>) => iterator.next();
    await expect(next(followEvents(client(), { organizationId, after: '99' }))).rejects.toMatchObject({
      status: 410,
      code: 'events.cursor_gone',
    });
    const followed = followEvents(client(), { organizationId, after: '0' });
    expect((await next(followed)).value).toMatchObject({ type: 'organization:created' });
    await poolOf(app).query('delete from api_key where user_id = $1', [userId]);
    await expect(next(followed)).rejects.toBeInstanceOf(ArchivoltError);
  });
});
