import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { COMPRESSED_LISTS } from '../../apps/server/src/http/compress-lists.js';

describe('compressed lists of the API', () => {
  let app: TestApp;
  let api: ApiClient;
  let path: string;

  beforeAll(async () => {
    app = await startApp({ PROCESS_MODE: 'web' });
    const archive = await app.anArchive();
    ({ api } = archive);
    path = `/api/organizations/${archive.organizationId}`;
    for (let index = 0; index < 20; index += 1)
      await api.post(`${path}/tags`, { name: `Tag ${index}`, color: '#2E9E5B' });
  });
  afterAll(() => app.close());

  it.each(['br', 'gzip'])(
    'a long list is sent in %s to clients that take it, with the same content',
    async (encoding) => {
      const plain = await api.get(`${path}/tags`, { 'accept-encoding': 'identity' });
      const packed = await api.get(`${path}/tags`, { 'accept-encoding': encoding });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(packed.headers.get('content-encoding')).toBe(encoding);
      expect(packed.body).toEqual(plain.body);
      for (const { headers } of [plain, packed])
        expect(headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(
        Number(plain.headers.get('content-length')) / 2,
      );
    },
  );

  it('short lists, single things and refusals are sent as they are', async () => {
    for (const short of [`${path}/document-views`, path, `${path}/tags?pageIndex=x`, `${path}/share-links`])
      expect([short, (await api.get(short)).headers.get('content-encoding')]).toEqual([short, null]);
  });

  it('each list that may be compressed is there', async () => {
    for (const url of COMPRESSED_LISTS) {
      const { status } = await api.get(url.replace('/api/organizations/:organizationId', path));
      expect([url, status]).toEqual([url, 200]);
    }
  });
});
