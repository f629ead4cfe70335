import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DocumentsConfig } from '#config/documents';
import { startApp, type TestApp } from '../support/app.js';
import { until } from '../support/until.js';

const WITHIN_MS = 60_000;

interface Failure {
  id: string;
  fileName: string;
  reason: string;
  source: string;
  isRetryable: boolean;
}

describe('files put into the watched folder', () => {
  let root: string;
  let app: TestApp;
  let client: pg.Client;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'intake-folder-e2e-'));
    app = await startApp(
      {
        INGESTION_FOLDER_IS_ENABLED: 'true',
        INGESTION_FOLDER_ROOT_PATH: root,
        INGESTION_FOLDER_WATCHER_POLLING_INTERVAL_MS: '50',
        INGESTION_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS: '50',
        INGESTION_FOLDER_WATCHER_FILE_STABILITY_POLL_INTERVAL_MS: '10',
        INGESTION_FOLDER_POST_PROCESSING_STRATEGY: 'move',
        INTAKE_FOLDER_TAGS_FROM_FOLDERS: 'true',
        DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '1000',
      },
      { pollsForWork: true },
    );
    client = new pg.Client({ connectionString: app.installation.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await app.close();
    await rm(root, { recursive: true, force: true });
  });

  /** Complete at once, as good scanners do it. */
  async function put(organizationId: string, place: string, content: string): Promise<void> {
    const path = join(root, organizationId, place);
    await mkdir(dirname(path), { recursive: true });
    const hidden = join(dirname(path), `.${place.split('/').at(-1) ?? ''}`);
    await writeFile(hidden, content);
    await rename(hidden, path);
  }
  const names = async (organizationId: string, folder = '') =>
    (await readdir(join(root, organizationId, folder)).catch(() => [])).sort();
  const documents = async (organizationId: string) =>
    (
      await client.query<{ name: string; source: string; created_by: string | null; tags: string[] }>(
        `select d.name, d.source, d.created_by, array_remove(array_agg(t.name order by t.name), null) as tags
         from document d left join document_tag dt on dt.document_id = d.id left join tag t on t.id = dt.tag_id
         where d.organization_id = $1 group by d.id order by d.name`,
        [organizationId],
      )
    ).rows;
  const inDone = (organizationId: string, count: number) =>
    until(WITHIN_MS, `${count} files to be done`, async () => {
      const done = await names(organizationId, 'ingestion-done');
      return done.length === count;
    });

  it('files become documents of the organization of their folder, once each, with the folders in between as tags', async () => {
    const [one, other] = [await app.anArchive(), await app.anArchive()];
    for (let index = 0; index < 20; index += 1)
      await put(one.organizationId, `Bills/scan-${index}.txt`, `bill ${index}`);
    await put(other.organizationId, 'letter.txt', 'bill 1');
    await inDone(one.organizationId, 20);
    await inDone(other.organizationId, 1);
    const found = await documents(one.organizationId);
    expect(found).toHaveLength(20);
    expect(new Set(found.map(({ name }) => name)).size).toBe(20);
    expect(found[0]).toEqual({ name: 'scan-0.txt', source: 'folder', created_by: null, tags: ['Bills'] });
    expect(await documents(other.organizationId)).toMatchObject([{ name: 'letter.txt', tags: [] }]);
    await put(one.organizationId, 'same.txt', 'bill 3');
    await inDone(one.organizationId, 21);
    expect(await documents(one.organizationId)).toHaveLength(20);
  });

  it('refused files go to the error folder with the reason, and a retry takes them from there', async () => {
    const { api, organizationId } = await app.anArchive();
    const failures = `/api/organizations/${organizationId}/intake/failures`;
    await put(organizationId, 'large.txt', 'x'.repeat(1_001));
    const failure = await until(WITHIN_MS, 'the failure', async () => {
      const { body } = await api.get<{ failures: Failure[] }>(failures);
      return body.failures[0];
    });
    expect(failure).toMatchObject({ fileName: 'large.txt', source: 'folder', isRetryable: true });
    await until(WITHIN_MS, 'the move', async () => (await names(organizationId, 'ingestion-error')).length === 2);
    expect(await readFile(join(root, organizationId, 'ingestion-error/large.txt.reason.txt'), 'utf8')).toContain(
      failure.reason,
    );
    app.installation.config(DocumentsConfig).maxUploadBytes = 0;
    expect((await api.post(`${failures}/${failure.id}/retry`)).status).toBe(202);
    await inDone(organizationId, 1);
    await until(WITHIN_MS, 'the reason to be gone', async () => {
      const left = await names(organizationId, 'ingestion-error');
      return left.length === 0;
    });
    expect(await documents(organizationId)).toMatchObject([{ name: 'large.txt', source: 'folder' }]);
    expect((await api.get<{ failures: Failure[] }>(failures)).body.failures).toEqual([]);
  });

  it('files of a deleted organization, and behind symbolic links, are left in place', async () => {
    const [deleted, live] = [await app.anArchive(), await app.anArchive()];
    expect((await deleted.api.delete(`/api/organizations/${deleted.organizationId}`)).status).toBe(204);
    await put(deleted.organizationId, 'scan.txt', 'too late');
    await mkdir(join(root, live.organizationId));
    await symlink('/etc/passwd', join(root, live.organizationId, 'a-link.txt'));
    await symlink('/etc', join(root, live.organizationId, 'b-link'));
    for (const name of ['c.txt', 'd.txt']) {
      await put(live.organizationId, name, name);
      await until(WITHIN_MS, name, async () => (await names(live.organizationId, 'ingestion-done')).includes(name));
    }
    expect((await documents(live.organizationId)).map(({ name }) => name)).toEqual(['c.txt', 'd.txt']);
    expect(await names(deleted.organizationId)).toEqual(['scan.txt']);
    expect(await documents(deleted.organizationId)).toEqual([]);
  });
});
