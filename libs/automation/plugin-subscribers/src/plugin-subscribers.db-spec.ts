import { text } from 'node:stream/consumers';
import type { DocumentOperations, PluginEvent, Subscriber } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PluginHost } from '#ground/plugin-host';
import { definedSubscribers } from '#ground/history';
import { definedJobs } from '#ground/jobs';
import { Clock, createId } from '#ground/kernel';
import type { ApiClient } from '../../../../test/support/api-client.js';
import { startApp, type TestApp } from '../../../../test/support/app.js';
import { loadedPlugin } from '../../../../test/support/loaded-plugin.js';
import { poolOf } from '../../../../test/support/rows.js';
import { PluginDocuments } from './plugin-documents.js';
import { PluginSubscribers, queueOf } from './plugin-subscribers.js';

type Handle = Subscriber['handle'];

/** What the plugins of this file do is set by each test. */
const plugins = {
  busy: undefined as Handle | undefined,
  late: undefined as Handle | undefined,
  other: undefined as Handle | undefined,
  opened: 0,
};
const busy = loadedPlugin('subscriber-busy', {
  subscriber: {
    events: ['document:created', 'document:updated', 'document:tag:added'],
    permissions: ['documents:read', 'documents:update', 'tags:create', 'tags:read'],
    retries: 3,
    create: () => ({ handle: async (event, context) => plugins.busy?.(event, context) }),
  },
});
const other = loadedPlugin('subscriber-other', {
  subscriber: {
    events: ['document:tag:added'],
    create: () => ({ handle: async (event, context) => plugins.other?.(event, context) }),
  },
});

const late = loadedPlugin('subscriber-late', {
  subscriber: {
    events: ['document:deleted'],
    retries: 3,
    timeoutSeconds: 3,
    create: () => {
      plugins.opened += 1;
      return { handle: async (event, context) => plugins.late?.(event, context) };
    },
  },
});

describe('subscriber plugins', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let userId: string;

  beforeAll(async () => {
    app = await startApp({}, { plugins: [busy, other, late] });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    Object.assign(plugins, { busy: undefined, late: undefined, other: undefined });
    ({ api, organizationId, userId } = await app.anArchive());
  });

  const upload = async (content: string): Promise<string> =>
    (await api.upload(organizationId, { name: 'letter.txt', content, type: 'text/plain' })).body.document.id;
  const events = async () =>
    (
      await poolOf(app).query<{ name: string; reason: string | null }>(
        'select name, actor_reason as reason from event where organization_id = $1 order by position',
        [organizationId],
      )
    ).rows;
  const operations = (permissions: readonly string[], organization = organizationId): DocumentOperations =>
    app.app.get(PluginDocuments, { strict: false }).for({
      pluginId: 'subscriber-busy',
      organizationId: organization,
      permissions: permissions as Parameters<PluginDocuments['for']>[0]['permissions'],
    });

  it('a subscriber gets each event with its payload, its user and the documents of its organization', async () => {
    const got: { event: PluginEvent; attempt: number; name: string | undefined }[] = [];
    plugins.busy = async (event, { attempt, documents }) => {
      const document = await documents.find(String(event.payload['documentId']));
      got.push({ event, attempt, name: document?.name });
    };
    const documentId = await upload('Dear reader');
    await app.drain();
    got.sort((a, b) => (a.event.name < b.event.name ? -1 : 1)); // created, and updated by the extraction
    expect(got).toHaveLength(2);
    expect(got[0]).toMatchObject({
      event: { name: 'document:created', organizationId, payload: { documentId }, userId },
      attempt: 1,
      name: 'letter.txt',
    });
    expect(got[1]?.event).toMatchObject({ name: 'document:updated', userId: null });
    expect(got[0]?.event.createdAt).toBeInstanceOf(Date);
  });

  it('a subscriber changes documents in its own name, and gets no event of its own changes while others do', async () => {
    const seen: string[] = [];
    const seenByOther: string[] = [];
    plugins.busy = async ({ name, payload }, { documents }) => {
      seen.push(name);
      if (name !== 'document:created') return;
      const documentId = String(payload['documentId']);
      const tag = await documents.createTag({ name: 'Announced' });
      await documents.addTag(documentId, tag.id);
      await documents.update(documentId, { name: 'announced.txt' });
    };
    plugins.other = ({ name, userId: by }) => {
      seenByOther.push(`${name} ${by}`);
      return Promise.resolve();
    };
    const id = await upload('Announce me');
    await app.drain();
    expect(seen.sort()).toEqual(['document:created', 'document:updated']); // the update is that of the extraction
    expect(seenByOther).toEqual(['document:tag:added null']);
    const byPlugin = (await events()).filter(({ reason }) => reason === 'plugin:subscriber-busy');
    expect(byPlugin.map(({ name }) => name)).toEqual(['tag:created', 'document:tag:added', 'document:updated']);
    const { body } = await api.get(`/api/organizations/${organizationId}/documents/${id}`);
    expect(body).toMatchObject({ document: { name: 'announced.txt', tags: [{ name: 'Announced' }] } });
  });

  it('a subscriber is called again after a failure with the same event id, without a second change', async () => {
    const attempts: [id: string, attempt: number][] = [];
    plugins.busy = async ({ id, name, payload }, { attempt, documents }) => {
      if (name !== 'document:created') return;
      attempts.push([id, attempt]);
      const documentId = String(payload['documentId']);
      await documents.update(documentId, { content: 'Written by a plugin', documentDate: new Date('2026-01-02') });
      const { id: tagId } = await documents.createTag({ name: 'Seen' });
      await documents.addTag(documentId, tagId);
      if (attempt < 3) throw new Error('broken off at the very end');
    };
    await upload('Try me again');
    await app.drain();
    expect(attempts.map(([, attempt]) => attempt)).toEqual([1, 2, 3]);
    expect(new Set(attempts.map(([id]) => id)).size).toBe(1);
    const byPlugin = (await events()).filter(({ reason }) => reason === 'plugin:subscriber-busy');
    expect(byPlugin.map(({ name }) => name)).toEqual(['document:updated', 'tag:created', 'document:tag:added']);
  });

  it('a subscriber is created once, at the first event', async () => {
    plugins.opened = 0;
    const handled: number[] = [];
    plugins.late = (_, { attempt }) => Promise.resolve(void handled.push(attempt));
    const id = await upload('Late');
    expect(plugins.opened).toBe(0);
    await operations(['documents:delete']).trash(id);
    await app.drain();
    await operations(['documents:delete']).trash(await upload('Later'));
    await app.drain();
    expect([plugins.opened, handled]).toEqual([1, [1, 1]]);
  });

  it('a subscriber that names an unknown event stops the start', () => {
    const events = ['document:created', 'document:creatd'];
    const create = () => ({ handle: () => Promise.resolve() });
    const host = new PluginHost([loadedPlugin('subscriber-wrong', { subscriber: { events, create } })], {
      ...aTestHost({}),
      networkFor: () => aTestHost({}),
      clock: new Clock(),
    });
    expect(() => new PluginSubscribers(host)).toThrow(
      /subscriber-wrong subscribes to document:creatd, which is not an event[^]*Remedy: .*document:created/,
    );
  });

  it('a subscriber is defined until the last application that has its plugin is released', () => {
    const brief = loadedPlugin('subscriber-brief', {
      subscriber: { events: ['document:created'], create: () => ({ handle: () => Promise.resolve() }) },
    });
    const parts = { ...aTestHost({}), networkFor: () => aTestHost({}), clock: new Clock() };
    const [first, second] = [1, 2].map(() => new PluginSubscribers(new PluginHost([brief], parts)));
    const isDefined = (): boolean =>
      definedSubscribers().some(({ name }) => name === 'plugin.subscriber-brief') &&
      definedJobs().some(({ name }) => name === queueOf('subscriber-brief'));
    first?.release();
    first?.release();
    expect(isDefined()).toBe(true);
    second?.release();
    expect(isDefined()).toBe(false);
  });

  describe('operations on documents', () => {
    const all = ['documents:read', 'documents:update', 'documents:delete', 'tags:create', 'tags:read'];

    it('an operation needs the permission that the plugin declares, and its error names the missing one', async () => {
      const id = await upload('Guarded');
      const nothing = operations([]);
      const calls: [string, () => Promise<unknown>][] = [
        ['documents:read', () => nothing.find(id)],
        ['documents:read', () => nothing.openFile(id)],
        ['documents:update', () => nothing.update(id, { name: 'x' })],
        ['documents:delete', () => nothing.trash(id)],
        ['documents:update', () => nothing.addTag(id, createId('tag'))],
        ['documents:update', () => nothing.removeTag(id, createId('tag'))],
        ['tags:read', () => nothing.tags()],
        ['tags:create', () => nothing.createTag({ name: 'x' })],
      ];
      for (const [permission, call] of calls)
        await expect(call()).rejects.toMatchObject({
          name: 'PermanentPluginError',
          message: expect.stringContaining(`no permission ${permission}`),
        });
    });

    it('operations read, change, tag and trash a document', async () => {
      const documents = operations(all);
      const id = await upload('The whole file');
      expect(await text(await documents.openFile(id))).toBe('The whole file');
      await documents.update(id, { name: 'new.txt', content: 'new\0 text', documentDate: new Date('2026-03-04') });
      const tag = await documents.createTag({ name: ' Invoice ', color: '#abcdef', description: 'to pay' });
      expect(await documents.createTag({ name: 'INVOICE' })).toEqual(tag);
      expect(tag).toMatchObject({ name: 'Invoice', color: '#ABCDEF', description: 'to pay' });
      expect(await documents.tags()).toEqual([tag]);
      await documents.addTag(id, tag.id);
      await documents.addTag(id, tag.id);
      expect(await documents.find(id)).toMatchObject({
        name: 'new.txt',
        content: 'new text',
        documentDate: new Date('2026-03-04'),
        size: 14,
        isTrashed: false,
        tags: [tag],
      });
      await documents.removeTag(id, tag.id);
      await documents.update(id, { documentDate: null });
      await documents.trash(id);
      await documents.trash(id);
      expect(await documents.find(id)).toMatchObject({ documentDate: null, isTrashed: true, tags: [] });
    });

    it('operations reach no other organization', async () => {
      const foreign = await app.anArchive('Other');
      const documents = operations(all, foreign.organizationId);
      const id = await upload('Private');
      const { id: tagId } = await operations(all).createTag({ name: 'Private' });
      expect(await documents.find(id)).toBeUndefined();
      expect(await documents.tags()).toEqual([]);
      for (const call of [
        () => documents.update(id, { name: 'stolen' }),
        () => documents.trash(id),
        () => documents.addTag(id, tagId),
        () => documents.openFile(id),
      ])
        await expect(call()).rejects.toMatchObject({
          name: 'PermanentPluginError',
          message: 'document.not_found: Document not found.',
        });
    });

    it.each<[string, (documents: DocumentOperations, id: string) => Promise<unknown>]>([
      ['an empty name', (documents, id) => documents.update(id, { name: ' ' })],
      ['a name that is too long', (documents, id) => documents.update(id, { name: 'x'.repeat(256) })],
      ['a date that is none', (documents, id) => documents.update(id, { documentDate: new Date(NaN) })],
      ['a tag without a name', (documents) => documents.createTag({ name: '' })],
      ['a tag whose name has nothing that can be stored', (documents) => documents.createTag({ name: '\0' })],
      ['a color that is not a text', (documents) => documents.createTag({ name: 'x', color: 7 as unknown as string })],
      ['a color in another form', (documents) => documents.createTag({ name: 'x', color: 'red' })],
    ])('operations refuse %s permanently', async (_, call) => {
      const id = await upload(`Checked ${_}`);
      await expect(call(operations(all), id)).rejects.toMatchObject({ name: 'PermanentPluginError' });
    });
  });

  it('a subscriber is called again when its signal has ended an attempt that took too long', async () => {
    const attempts: string[] = [];
    plugins.late = async (event, { attempt, signal }) => {
      if (event.organizationId !== organizationId) return;
      if (attempt === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      attempts.push(`${attempt} ${signal.aborted ? 'aborted' : 'in time'}`);
    };
    await operations(['documents:delete']).trash(await upload('Slow'));
    await app.drain();
    expect(attempts.sort()).toEqual(['1 aborted', '2 in time']);
  });
});

describe('subscriber plugins of a process that runs no jobs', () => {
  it('a process that runs no jobs adds jobs for the events of its requests', async () => {
    const web = await startApp({ PROCESS_MODE: 'web' }, { plugins: [busy] });
    try {
      const archive = await web.anArchive();
      await archive.api.upload(archive.organizationId, { name: 'letter.txt', content: 'Dear reader' });
      const { rows } = await poolOf(web).query('select state from job.job where name = $1', [
        queueOf('subscriber-busy'),
      ]);
      expect(rows).toEqual([{ state: 'created' }]);
    } finally {
      await web.close();
    }
  });
});
