import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdf, textLines } from '../../plugins/extraction-pdf/test/a-pdf.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const TEST_MS = 360_000;
const PARTS = 20;
const PAGES_OF_PART = 2;

interface TaskBody {
  status: string;
  result: { documentIds: string[] } | null;
}

interface DocumentBody {
  content: string;
  isDeleted: boolean;
}

describe('a server that is killed while it splits a document', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
    server = await ServerProcess.start(installation.settings);
  }, TEST_MS);
  afterAll(async () => {
    await server?.kill('SIGKILL');
    await installation.remove();
  });

  it(
    'the restarted server ends with all parts, each page once, and the original in the trash',
    async () => {
      const api = await clientOfNewUser(`http://127.0.0.1:${installation.settings['PORT']}`);
      const created = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Crashes' });
      const organizationId = created.body.organization.id;
      const base = `/api/organizations/${organizationId}`;
      const pages = Array.from({ length: PARTS * PAGES_OF_PART }, (_, page) => ({
        drawing: textLines([`Sheet number ${page + 1} of the delivery`]),
      }));
      const content = aPdf(...pages);
      const uploaded = await api.upload<{ document: { id: string } }>(organizationId, { name: 'stack.pdf', content });
      const original = uploaded.body.document.id;
      const documentOf = async (id: string) =>
        (await api.get<{ document: DocumentBody }>(`${base}/documents/${id}`)).body.document;
      const hasText = async (id: string) => ((await documentOf(id)).content === '' ? undefined : true);
      await until(WITHIN_MS, 'the stack to be read', () => hasText(original));

      const parts = Array.from({ length: PARTS }, (_, part) => ({
        from: part * PAGES_OF_PART + 1,
        to: (part + 1) * PAGES_OF_PART,
      }));
      const requested = await api.post<{ taskId: string }>(`${base}/documents/${original}/split`, { parts });
      expect(requested.status).toBe(202);
      const storedFiles = async () => {
        const names = await readdir(join(installation.dataDir, 'documents'), { recursive: true });
        return names.filter((name) => name.includes('originals/') && name.endsWith('.pdf')).length;
      };
      await until(WITHIN_MS, 'the file of a first part', async () => (await storedFiles()) > 1);
      await server?.kill('SIGKILL');
      expect(await storedFiles()).toBeLessThan(PARTS + 1);
      server = await ServerProcess.start(installation.settings);
      const { documentIds } = await until(WITHIN_MS, 'the end of the split', async () => {
        const { body } = await api.get<{ task: TaskBody }>(`${base}/tasks/${requested.body.taskId}`);
        expect(body.task.status).not.toBe('failed');
        return body.task.result ?? undefined;
      });
      for (const id of documentIds) await until(WITHIN_MS, `the text of ${id}`, () => hasText(id));

      const texts = await Promise.all(documentIds.map(async (id) => (await documentOf(id)).content));
      const numbers = texts.map((text) =>
        [...text.matchAll(/Sheet number (\d+)/g)].map(([, number]) => Number(number)),
      );
      expect(numbers).toEqual(parts.map(({ from, to }) => [from, to]));
      const { body } = await api.get<{ documentsCount: number }>(`${base}/documents?pageSize=1`);
      expect(body.documentsCount).toBe(PARTS);
      expect((await documentOf(original)).isDeleted).toBe(true);
    },
    TEST_MS,
  );
});
