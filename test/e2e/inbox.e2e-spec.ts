import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addMember } from '../authorization/archive.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';

interface Shown {
  id: string;
  isInInbox: boolean;
  updatedAt: string;
}

let files = 0;

describe('the inbox over HTTP', () => {
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

  const turn = async (isInboxEnabled: boolean | null): Promise<void> => {
    const { status } = await api.patch(`${base}/settings`, { documents: { isInboxEnabled } });
    expect(status).toBe(204);
  };
  const upload = async (content = `letter ${(files += 1)}`): Promise<string> => {
    const { body } = await api.upload<{ document: Shown }>(organizationId, { name: 'letter.txt', content });
    return body.document.id;
  };
  const documentOf = async (id: string) =>
    (await api.get<{ document: Shown }>(`${base}/documents/${id}`)).body.document;
  const find = async (searchQuery: string, from = base): Promise<string[]> => {
    const query = new URLSearchParams({ searchQuery, sortOrder: 'asc' }).toString();
    const { body } = await api.get<{ documents: Shown[] }>(`${from}/documents?${query}`);
    return body.documents.map(({ id }) => id);
  };
  const move = (id: string, isInInbox: boolean) => api.patch(`${base}/documents/${id}`, { isInInbox });
  const batch = <Body = { changedDocumentIds: string[]; changedCount: number }>(body: object, headers = {}) =>
    api.post<Body>(`${base}/documents/batch/inbox`, body, headers);

  it('new documents are in no inbox while the setting is off', async () => {
    const settings = await api.get(`${base}/settings`);
    expect(settings.body).toMatchObject({ organizationSettings: { documents: { isInboxEnabled: false } } });
    expect(await documentOf(await upload())).toMatchObject({ isInInbox: false });
    expect(await find('in:inbox')).toEqual([]);
  });

  it('documents that come in after the setting was turned on wait, and older ones do not', async () => {
    const older = await upload();
    await turn(true);
    const newer = await upload();
    expect([await find('in:inbox'), await find('-in:inbox')]).toEqual([[newer], [older]]);
    expect([(await documentOf(older)).isInInbox, (await documentOf(newer)).isInInbox]).toEqual([false, true]);
    await turn(false);
    const last = await upload();
    expect([await find('in:inbox'), await find('-in:inbox')]).toEqual([[newer], [older, last]]);
  });

  it('a confirmed document leaves the inbox, comes back when it is put back, and says both in its history', async () => {
    await turn(true);
    const id = await upload();
    const before = await documentOf(id);
    expect((await move(id, false)).body).toMatchObject({ document: { id, isInInbox: false } });
    expect((await documentOf(id)).updatedAt > before.updatedAt).toBe(true);
    expect(await find('in:inbox letter')).toEqual([]);
    await move(id, true);
    expect(await find('in:inbox letter')).toEqual([id]);
    const { body } = await api.get<{ events: { type: string; data: object }[] }>(`${base}/events`);
    const moves = body.events.filter(({ type, data }) => type === 'document:updated' && 'isInInbox' in data);
    expect(moves.map(({ data }) => data)).toEqual([
      { documentId: id, updatedFields: ['isInInbox'], isInInbox: false },
      { documentId: id, updatedFields: ['isInInbox'], isInInbox: true },
    ]);
  });

  it('a confirmation of an outdated revision is refused', async () => {
    await turn(true);
    const id = await upload();
    const { status } = await api.send('PATCH', `${base}/documents/${id}`, { isInInbox: false }, { 'if-match': '"0"' });
    expect([status, (await documentOf(id)).isInInbox]).toEqual([412, true]);
  });

  it('a batch confirms those that wait, names them, and puts them back', async () => {
    await turn(true);
    const [one, two, three] = [await upload(), await upload(), await upload()];
    await move(two, false);
    const confirmed = await batch({ filter: { query: 'in:inbox' }, isInInbox: false });
    expect([confirmed.status, confirmed.body.changedCount]).toEqual([200, 2]);
    expect([...confirmed.body.changedDocumentIds].sort()).toEqual([one, three].sort());
    expect(await find('in:inbox')).toEqual([]);
    await batch({ filter: { documentIds: confirmed.body.changedDocumentIds }, isInInbox: true });
    expect(await find('in:inbox')).toEqual([one, three]);
  });

  it('a batch in the background is undone without the documents that were put back meanwhile', async () => {
    await turn(true);
    const [one, two] = [await upload(), await upload()];
    const filter = { documentIds: [one, two] };
    const started = await batch<{ taskId: string }>({ filter, isInInbox: false }, { prefer: 'respond-async' });
    expect(started.status).toBe(202);
    await app.drain();
    expect(await find('in:inbox')).toEqual([]);
    await move(two, true);
    const undoing = await api.post<{ taskId: string }>(`${base}/tasks/${started.body.taskId}/undo`);
    await app.drain();
    const { body } = await api.get(`${base}/tasks/${undoing.body.taskId}`);
    expect(body).toMatchObject({ task: { type: 'undo-change-inbox', result: { changedCount: 1, skippedCount: 1 } } });
    expect(await find('in:inbox')).toEqual([one, two]);
  });

  it('a trashed document is not found in the inbox, and is there again after a restore', async () => {
    await turn(true);
    const [waiting, confirmed] = [await upload(), await upload()];
    await move(confirmed, false);
    for (const id of [waiting, confirmed]) await api.delete(`${base}/documents/${id}`);
    expect(await find('in:inbox')).toEqual([]);
    for (const id of [waiting, confirmed]) await api.post(`${base}/documents/${id}/restore`);
    expect(await find('in:inbox')).toEqual([waiting]);
  });

  it('the upload of a trashed file puts its document in the inbox, and that of a duplicate changes nothing', async () => {
    await turn(true);
    const content = `contract ${(files += 1)}`;
    const id = await upload(content);
    await move(id, false);
    const duplicate = await api.upload(organizationId, { name: 'again.txt', content });
    expect([duplicate.status, (await documentOf(id)).isInInbox]).toEqual([409, false]);
    await api.delete(`${base}/documents/${id}`);
    expect(await upload(content)).toBe(id);
    expect(await find('in:inbox')).toEqual([id]);
  });

  it('organizations have an inbox each, and ids of another one are refused', async () => {
    await turn(true);
    const id = await upload();
    const other = await app.anArchive();
    const theirs = `/api/organizations/${other.organizationId}/documents`;
    const alone = await other.api.patch(`${theirs}/${id}`, { isInInbox: false });
    expect(alone.status).toBe(404);
    const many = await other.api.post(`${theirs}/batch/inbox`, { filter: { documentIds: [id] }, isInInbox: false });
    expect(many.body).toMatchObject({ error: { code: 'documents.batch.documents_not_from_organization' } });
    const found = await other.api.get<{ documents: Shown[] }>(`${theirs}?searchQuery=in:inbox`);
    expect([found.body.documents, (await documentOf(id)).isInInbox]).toEqual([[], true]);
  });

  it('viewers see what is in the inbox and confirm nothing', async () => {
    await turn(true);
    const id = await upload();
    const viewer = await app.aUser();
    await addMember(app, organizationId, { userId: viewer.userId, role: 'viewer' });
    const found = await viewer.api.get<{ documents: Shown[] }>(`${base}/documents?searchQuery=in:inbox`);
    expect(found.body.documents.map((document) => document.id)).toEqual([id]);
    const alone = await viewer.api.patch(`${base}/documents/${id}`, { isInInbox: false });
    const many = await viewer.api.post(`${base}/documents/batch/inbox`, { filter: { query: '' }, isInInbox: false });
    const settings = await viewer.api.patch(`${base}/settings`, { documents: { isInboxEnabled: false } });
    expect([alone.status, many.status, settings.status]).toEqual([403, 403, 403]);
    expect((await documentOf(id)).isInInbox).toBe(true);
  });

  it('a body without a decision is refused, and with null the organization follows the server', async () => {
    await turn(true);
    const id = await upload();
    expect((await batch({ filter: { documentIds: [id] } })).status).toBe(400);
    expect((await api.patch(`${base}/documents/${id}`, { isInInbox: null })).status).toBe(400);
    expect((await api.patch(`${base}/documents/${id}`, { isInInbox: 'no' })).status).toBe(400);
    await turn(null);
    const { body } = await api.get(`${base}/settings`);
    expect(body).toMatchObject({ organizationSettings: { documents: { isInboxEnabled: false } } });
  });
});

describe('an inbox that the server turns on', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ DOCUMENTS_INBOX_ENABLED: 'true' });
  });
  afterAll(() => app.close());

  it('new documents wait unless the organization has turned its inbox off', async () => {
    const { api, organizationId } = await app.anArchive();
    const upload = async (content: string) =>
      (await api.upload<{ document: Shown }>(organizationId, { name: 'a.txt', content })).body.document.isInInbox;
    expect(await upload('first')).toBe(true);
    await api.patch(`/api/organizations/${organizationId}/settings`, { documents: { isInboxEnabled: false } });
    expect(await upload('second')).toBe(false);
  });
});
