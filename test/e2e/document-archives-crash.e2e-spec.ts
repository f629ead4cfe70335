import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MARKER_KEY } from '#capabilities/storage';
import { ArchiveClient } from './document-archives.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const TEST_MS = 360_000;
const FILE_BYTES = 15_000_000;
const FILES = 8;

interface TaskBody {
  status: string;
  progress: { processed: number; total: number | null };
  result: { url: string } | null;
}

describe('a server that is killed while it prepares an archive', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess | undefined;

  const settings = () => ({
    ...installation.settings,
    DOCUMENT_STORAGE_MAX_UPLOAD_SIZE: '0',
    DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    PREVIEWS_ENABLED: 'false',
  });

  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
    server = await ServerProcess.start(settings());
  }, TEST_MS);
  afterAll(async () => {
    await server?.kill('SIGKILL');
    await installation.remove();
  });

  it(
    'writes the archive after a restart, once and whole, and leaves no other file',
    async () => {
      const api = await clientOfNewUser(`http://127.0.0.1:${installation.settings['PORT']}`);
      const { organization } = (
        await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Crashes' })
      ).body;
      const archives = new ArchiveClient(api, organization.id);
      const contents = Array.from({ length: FILES }, () => randomBytes(FILE_BYTES));
      for (const [number, content] of contents.entries())
        expect((await api.upload(organization.id, { name: `${number}.bin`, content })).status).toBe(200);
      const requested = await archives.request<{ taskId: string }>({ query: '' }, { prefersPrepared: true });
      const task = async () =>
        (await api.get<{ task: TaskBody }>(`${archives.base}/tasks/${requested.body.taskId}`)).body.task;
      const status = await until(WITHIN_MS, 'the task to run', async () => {
        const found = await task();
        return found.status === 'pending' ? undefined : found.status;
      });
      expect(status).toBe('running');
      await server?.kill('SIGKILL');
      server = await ServerProcess.start(settings());
      const { result } = await until(WITHIN_MS, 'the archive', async () => {
        const found = await task();
        return found.status === 'completed' ? found : undefined;
      });
      const { files, manifest } = await archives.download(result?.url ?? '');
      expect([...files.values()].map((file, number) => file.equals(contents[number] ?? Buffer.of()))).toEqual(
        contents.map(() => true),
      );
      expect(manifest).toMatchObject({ filesCount: FILES, problemsCount: 0 });
      const entries = await readdir(join(installation.dataDir, 'documents'), { recursive: true, withFileTypes: true });
      expect(entries.filter((entry) => entry.isFile() && entry.name !== MARKER_KEY)).toHaveLength(FILES + 1);
    },
    TEST_MS,
  );
});
