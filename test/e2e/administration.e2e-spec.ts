import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerConfig } from '#config/server';
import { startApp, type TestApp } from '../support/app.js';
import { Caller } from './caller.js';

const SECRET = 'a-kept-value-that-no-one-may-read-0123456789';

interface Setting {
  name: string;
  value: string | null;
  isSet: boolean;
  isSecret: boolean;
  plugin: string | null;
}

describe('administration routes', () => {
  let app: TestApp;
  let administrator: Caller;

  beforeAll(async () => {
    app = await startApp({ AUTH_SECRET: SECRET, MAX_TAGS_PER_ORGANIZATION: '7' });
    const { port } = app.installation.config(ServerConfig);
    administrator = new Caller(app.baseUrl, `http://localhost:${port}`);
    const account = { name: 'First', email: 'first@example.com', password: 'correct horse' };
    expect((await administrator.post('/api/auth/sign-up/email', account)).status).toBe(200);
  });
  afterAll(() => app.close());

  it('administration returns which plugin keeps the search index', async () => {
    expect((await administrator.get('/api/admin/search-index')).body).toEqual({
      plugin: 'search-segments',
      indexVersion: 3,
      isTransactional: true,
      documentsWaiting: 0,
      waitingSince: null,
      documentsRefused: 0,
      failingSince: null,
      lastError: null,
      nextAttemptAt: null,
      rebuild: null,
    });
  });

  it('administration returns the number of waiting jobs of each queue', async () => {
    const { api, organizationId } = await app.anArchive();
    await api.upload(organizationId, { name: 'waits.txt', content: 'waits' });
    const waiting = { name: 'document.process', waiting: 1, active: 0, failed: 0 };
    expect((await administrator.get('/api/admin/queues')).body).toMatchObject({
      queues: expect.arrayContaining([expect.objectContaining(waiting)]) as unknown,
    });
    await app.drain();
    expect((await administrator.get('/api/admin/queues')).body).toMatchObject({
      queues: expect.arrayContaining([expect.objectContaining({ ...waiting, waiting: 0 })]) as unknown,
    });
  });

  it('administration returns the loaded plugins', async () => {
    const { body } = await administrator.get('/api/admin/plugins');
    const { plugins } = body as { plugins: { id: string }[] };
    expect(plugins).toContainEqual({
      id: 'storage-local',
      packageName: '@archivolt/storage-local',
      version: '1.0.0',
      kinds: ['storage'],
      contract: 2,
      state: 'ready',
      lastError: null,
    });
    expect(plugins.map(({ id }) => id)).toEqual(expect.arrayContaining(['search-segments', 'ocr-tesseract']));
  });

  it('administration returns the effective settings, but of secrets only whether they are set', async () => {
    const { body } = await administrator.get('/api/admin/configuration');
    const { settings } = body as { settings: Setting[] };
    const setting = (name: string) => settings.find((candidate) => candidate.name === name);
    expect(setting('MAX_TAGS_PER_ORGANIZATION')).toMatchObject({ value: '7', isSecret: false });
    expect(setting('AUTH_SECRET')).toMatchObject({ value: null, isSet: true, isSecret: true });
    expect(setting('DATABASE_URL')).toMatchObject({ value: null, isSet: true, isSecret: true });
    expect(setting('DOCUMENT_STORAGE_FILESYSTEM_ROOT')).toMatchObject({ plugin: 'storage-local', isSet: false });
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(JSON.stringify(body)).not.toContain(new URL(app.installation.databaseUrl).password);
  });
});
