import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  definePlugin,
  PermanentPluginError,
  TransientPluginError,
  type AutoTagger,
  type TaggingRequest,
} from '@archivolt/plugin-kit';
import { JobStates } from '#ground/jobs';
import manifest from '../../plugins/_template/auto-tagger/src/plugin.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { loaded } from '../support/loaded.js';
import { poolOf } from '../support/rows.js';

interface DocumentBody {
  document: { id: string; tags: { name: string; color: string }[] };
}

let suggest: AutoTagger['suggest'];
let requests: TaggingRequest[] = [];

const tagger = definePlugin({
  id: 'auto-tagger-test',
  contract: 2,
  provides: {
    'auto-tagger': {
      create: () => ({
        suggest: (request, context) => {
          requests.push(request);
          return suggest(request, context);
        },
      }),
    },
  },
});

class Archive {
  constructor(
    private readonly app: TestApp,
    readonly api: ApiClient,
    readonly organizationId: string,
  ) {}

  static async in(app: TestApp, autoTagging: object = { isEnabled: true }): Promise<Archive> {
    const { api, organizationId } = await app.anArchive();
    const archive = new Archive(app, api, organizationId);
    await api.patch(`${archive.base}/settings`, { ai: { autoTagging } });
    return archive;
  }

  get base(): string {
    return `/api/organizations/${this.organizationId}`;
  }

  async tag(name: string): Promise<void> {
    await this.api.post(`${this.base}/tags`, { name, color: '#00FF00' });
  }

  async upload(content = 'The invoice of the plumber.'): Promise<string> {
    const { body } = await this.api.upload(this.organizationId, { name: 'letter.txt', content });
    return body.document.id;
  }

  async processed(content?: string): Promise<string[]> {
    const id = await this.upload(content);
    await this.app.drain();
    return this.tagsOf(id);
  }

  async tagsOf(id: string): Promise<string[]> {
    const { body } = await this.api.get<DocumentBody>(`${this.base}/documents/${id}`);
    return body.document.tags.map(({ name }) => name).sort();
  }
}

describe('automatic tagging', () => {
  let app: TestApp;
  const failedJobs = async () =>
    (await app.app.get(JobStates).counts()).find(({ name }) => name === 'document.suggest-tags')?.failed;

  beforeAll(async () => {
    app = await startApp({}, { plugins: [loaded(tagger)], choices: { autoTagger: 'auto-tagger-test' } });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    requests = [];
    suggest = () => Promise.resolve({ tags: ['invoice', 'Water', 'INVOICE'] });
  });

  it('existing suggested tags are added by the server, and the plugin gets what it needs', async () => {
    const archive = await Archive.in(app);
    await archive.tag('Invoice');
    const id = await archive.upload();
    await app.drain();
    expect(await archive.tagsOf(id)).toEqual(['Invoice']);
    expect(requests).toEqual([
      {
        organizationId: archive.organizationId,
        documentId: id,
        name: 'letter.txt',
        content: 'The invoice of the plumber.',
        tags: [{ name: 'Invoice', description: null }],
        mayCreateTags: false,
        maxTags: 5,
        maySuggestDetails: false,
      },
    ]);
    const { rows } = await poolOf(app).query(
      `select name, actor_kind, actor_reason, actor_user_id from event
       where organization_id = $1 and name = 'document:tag:added'`,
      [archive.organizationId],
    );
    expect(rows).toEqual([
      { name: 'document:tag:added', actor_kind: 'system', actor_reason: 'auto-tagger', actor_user_id: null },
    ]);
  });

  it('missing tags are created in grey when the organization allows it, up to its limit', async () => {
    const archive = await Archive.in(app, { isEnabled: true, canCreateNewTags: true, maxTags: 2 });
    suggest = () => Promise.resolve({ tags: ['Water', 'Heating', 'Pipes'] });
    expect(await archive.processed()).toEqual(['Heating', 'Water']);
    const { body } = await archive.api.get<{ tags: { name: string; color: string }[] }>(`${archive.base}/tags`);
    expect(body.tags.map(({ color }) => color)).toEqual(['#CCCCCC', '#CCCCCC']);
  });

  it('the plugin is not called when the organization has not turned tagging on', async () => {
    const archive = await Archive.in(app, { isEnabled: false });
    await archive.tag('Invoice');
    expect(await archive.processed()).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('the plugin is not called without tags that it could use, or for a document without text', async () => {
    const archive = await Archive.in(app);
    await archive.processed();
    await archive.tag('Invoice');
    await archive.processed(' ');
    expect(requests).toEqual([]);
  });

  it('a document that was trashed while the plugin worked is not changed', async () => {
    const archive = await Archive.in(app, { isEnabled: true, canCreateNewTags: true });
    suggest = async ({ documentId }) => {
      await archive.api.delete(`${archive.base}/documents/${documentId}`);
      return { tags: ['Water'] };
    };
    expect(await archive.processed()).toEqual([]);
    expect((await archive.api.get<{ tags: [] }>(`${archive.base}/tags`)).body.tags).toEqual([]);
  });

  it.each([
    ['nothing', { isEnabled: false, canCreateNewTags: true }, []],
    ['no new tags', { isEnabled: true, canCreateNewTags: false }, ['Invoice']],
  ])('adds %s when the organization changed that while the plugin worked', async (_, autoTagging, added) => {
    const archive = await Archive.in(app, { isEnabled: true, canCreateNewTags: true });
    await archive.tag('Invoice');
    suggest = async () => {
      await archive.api.patch(`${archive.base}/settings`, { ai: { autoTagging } });
      return { tags: ['Invoice', 'Water'] };
    };
    expect(await archive.processed()).toEqual(added);
  });

  it('retries after a transient failure, and tags the document once', async () => {
    const archive = await Archive.in(app);
    await archive.tag('Invoice');
    suggest = () => (requests.length < 3 ? Promise.reject(new Error('503')) : Promise.resolve({ tags: ['Invoice'] }));
    expect(await archive.processed()).toEqual(['Invoice']);
    expect(requests).toHaveLength(3);
  });

  it('a model that is too slow for a document is asked three times, with pauses between, and then no more', async () => {
    const archive = await Archive.in(app);
    await archive.tag('Invoice');
    const before = (await failedJobs()) ?? 0;
    suggest = () => Promise.reject(new TransientPluginError('too slow', { isTimeout: true }));
    await archive.processed();
    expect(requests).toHaveLength(1);
    for (const calls of [2, 3, 3]) {
      await poolOf(app).query(`update job.job set start_after = now() where name = 'document.suggest-tags'`);
      await app.drain();
      expect(requests).toHaveLength(calls);
    }
    expect(await failedJobs()).toBe(before + 1);
  });

  it.each<[string, AutoTagger['suggest']]>([
    ['refuses permanently', () => Promise.reject(new PermanentPluginError('the key was rejected'))],
    ['returns something else than a suggestion', () => Promise.resolve(['Invoice'] as never)],
  ])(
    'the job is dead-lettered after one attempt of a plugin that %s; the document does not change',
    async (_, fails) => {
      const archive = await Archive.in(app);
      await archive.tag('Invoice');
      const before = (await failedJobs()) ?? 0;
      suggest = fails;
      expect(await archive.processed()).toEqual([]);
      expect(requests).toHaveLength(1);
      expect(await failedJobs()).toBe(before + 1);
    },
  );

  it('automatic tagging runs again when a document is processed again', async () => {
    const archive = await Archive.in(app);
    const id = await archive.upload();
    await app.drain();
    await archive.tag('Invoice');
    expect((await archive.api.post(`${archive.base}/documents/${id}/reprocess`, {})).status).toBe(202);
    await app.drain();
    expect(await archive.tagsOf(id)).toEqual(['Invoice']);
  });

  it('automatic tagging is reported as available in GET /api/config', async () => {
    const { config } = (await (await fetch(`${app.baseUrl}/api/config`)).json()) as { config: object };
    expect(config).toMatchObject({ autoTagging: { isEnabled: true } });
  });
});

describe('the auto-tagger of the template', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { plugins: [loaded(manifest)], choices: { autoTagger: manifest.id } });
  });
  afterAll(() => app.close());

  it('tags an uploaded document with the tags whose names are in its text', async () => {
    const archive = await Archive.in(app);
    for (const name of ['Plumber', 'Recipe', 'Invoice']) await archive.tag(name);
    expect(await archive.processed()).toEqual(['Invoice', 'Plumber']);
  });
});
