import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { InstalledCopy } from './installed-copy.js';
import { OutsideAuthor } from './outside-author.js';

interface DocumentBody {
  document: { id: string; content: string; extraction: { status: string; outcome: string | null } };
}

const SERVER = 'dist/apps/server/src/main.js';
const CLI = 'dist/apps/cli/src/main.js';
const EMAIL = 'ada@example.com';

/** Starts compilers, package managers and servers on a machine that runs other tests at the same time. */
jest.setTimeout(180_000);

describe('an external plugin', () => {
  let home: string;
  let author: OutsideAuthor;
  let copy: InstalledCopy;
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'archivolt-outside-'));
    author = new OutsideAuthor(home);
    copy = new InstalledCopy(join(home, 'server'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: join(home, 'data'), PORT: String(await freePort()) };
  });
  afterAll(async () => {
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  it('compiles with plain TypeScript against the packed kit and passes its contract suite in plain jest', async () => {
    await author.getKit();
    await author.compile();
    expect(await author.test()).toMatch(/Tests: +9 passed, 9 total/);
  });

  it('stops the server at startup with an install command while the plugin is not installed', async () => {
    const settings = { ...environment, PLUGINS_EXTERNAL: '@acme/extraction-notes' };
    const { code, output } = await copy.run(SERVER, [], settings);
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining('Remedy: run `npm install --no-save @acme/extraction-notes`'),
    });
  });

  it('extracts files of its type once it is installed and listed', async () => {
    copy.install(await author.install());
    const settings = { ...environment, PLUGINS_EXTERNAL: '@acme/extraction-notes', EXTRACTION_NOTES_MASK: '85' };
    const server = copy.start(SERVER, [], settings);
    try {
      await until(() => server.output().includes('is ready at'), server);
      await copy.run(CLI, ['user', 'create', '--email', EMAIL], settings);
      const { output } = await copy.run(CLI, ['api-key', 'create', '--email', EMAIL], settings);
      const api = new ApiClient(`http://127.0.0.1:${environment['PORT'] ?? ''}`, output.trim().split('\n').at(-1));
      const made = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Kitchen' });
      const documents = `/api/organizations/${made.body.organization.id}/documents`;
      const content = Buffer.from('Ugooseberry jam').map((byte) => byte ^ 85); // U is 85: the first byte becomes zero
      const file = { name: 'recipe.note', content, type: 'application/x-acme-notes' };
      const { body } = await api.upload(made.body.organization.id, file);
      let read: DocumentBody | undefined;
      await until(async () => {
        ({ body: read } = await api.get<DocumentBody>(`${documents}/${body.document.id}`));
        return read.document.extraction.outcome !== null;
      }, server);
      expect(read?.document).toMatchObject({ content: 'gooseberry jam', extraction: { outcome: 'text' } });
      const found = await api.get<{ documents: unknown[] }>(`${documents}?searchQuery=gooseberry`);
      expect(found.body.documents).toMatchObject([{ name: 'recipe.note' }]);
    } finally {
      server.child.kill('SIGTERM');
      await server.ended;
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The server is another process and sends no signal when its work is done, so this polls. */
async function until(
  isSo: () => Promise<boolean> | boolean,
  { child, output }: { child: ChildProcess; output(): string },
): Promise<void> {
  const start = Date.now();
  while (!(await isSo())) {
    if (child.exitCode !== null || Date.now() - start > 30_000)
      throw new Error(`the server did not reach the expected state:\n${output()}`);
    await delay(50);
  }
}
