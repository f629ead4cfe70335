import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { clientOfNewUser } from '../e2e/server-process.js';
import { isChanged } from '../support/is-changed.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { until } from '../support/until.js';
import { InstalledCopy, packageFile } from './installed-copy.js';
import { LocalRegistry } from './local-registry.js';
import { OutsideAuthor } from './outside-author.js';

interface DocumentBody {
  document: {
    id: string;
    content: string;
    extraction: { status: string; outcome: string | null; provider: string | null };
  };
}

const SERVER = 'dist/apps/server/src/main.js';
const PACKAGE = '@acme/extraction-epub';
/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 180_000;

/** What the plugin is made from, and what reads it. */
const SOURCES = [
  'docs/guides/plugins/extraction.md',
  'docs/guides/plugins/outside-this-repository.md',
  'libs/capabilities/sandbox/src/',
  'libs/ground/plugin-host/',
  'libs/ground/plugin-kit/',
  'test/guides/guide-blocks.ts',
  'test/plugins/external-plugin.e2e-spec.ts',
  'test/plugins/installed-copy.ts',
  'test/plugins/local-registry.ts',
  'test/plugins/outside-author.ts',
];
const itWhenChanged = isChanged(SOURCES) ? it : it.skip;

/** Starts compilers, package managers and servers on a machine that runs other tests at the same time. */
jest.setTimeout(600_000);

// The gate makes, installs and runs the plugin when one of `SOURCES` has changed, the full set always.
describe('a plugin outside this repository, made as the guide prints it,', () => {
  let home: string;
  let registry: LocalRegistry;
  let author: OutsideAuthor;
  let copy: InstalledCopy;
  let database: TestDatabase;
  let environment: Record<string, string>;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'archivolt-outside-'));
    registry = await LocalRegistry.start();
    author = new OutsideAuthor(home, registry.address);
    copy = new InstalledCopy(join(home, 'server'));
    database = await createTestDatabase();
    environment = { DATABASE_URL: database.url, DATA_DIR: join(home, 'data'), PORT: String(await freePort()) };
  });
  afterAll(async () => {
    await registry.stop();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });

  itWhenChanged('compiles against the packed kit and passes its contract suite', async () => {
    author.makeClone();
    author.writeFiles();
    await author.runCommandsIn('clone');
    const packed = await author.namesInPackedKit();
    expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json', ...exportedFiles()]));
    expect(
      packed.filter((name) => !/^(LICENSE|README.md|package.json|dist\/.*(?<!spec)\.(d\.ts|js))$/.test(name)),
    ).toEqual([]);
    expect(await author.runCommandsIn('acme-epub')).toMatch(/Tests: +(\d+) passed, \1 total/);
  });

  it('stops the server at startup with an install command while it is not installed', async () => {
    const settings = { ...environment, PLUGINS_EXTERNAL: PACKAGE };
    const { code, output } = await copy.run(SERVER, [], settings);
    expect({ code, output }).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Remedy: run \`npm install --no-save ${PACKAGE}\``),
    });
  });

  itWhenChanged(
    'reads files with its settings in a server that got the folder which the Dockerfile copies',
    async () => {
      cpSync(await author.makeFolderForImage(), join(copy.root, 'node_modules/@acme'), { recursive: true });
      const settings = { ...environment, PLUGINS_EXTERNAL: PACKAGE, EXTRACTION_EPUB_MAX_CHAPTERS: 'many' };
      expect(await copy.run(SERVER, [], settings)).toMatchObject({
        code: 1,
        output: expect.stringContaining('EXTRACTION_EPUB_MAX_CHAPTERS'),
      });
      settings.EXTRACTION_EPUB_MAX_CHAPTERS = '3';
      const server = copy.start(SERVER, [], settings);
      try {
        await untilServer(() => server.output().includes('is ready at'), server);
        const api = await clientOfNewUser(`http://127.0.0.1:${environment['PORT'] ?? ''}`);
        const made = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Kitchen' });
        const documents = `/api/organizations/${made.body.organization.id}/documents`;
        const file = { name: 'book.epub', content: 'Call me Ishmael.\0 A whale.', type: 'application/epub+zip' };
        const { body } = await api.upload(made.body.organization.id, file);
        let read: DocumentBody | undefined;
        await untilServer(async () => {
          ({ body: read } = await api.get<DocumentBody>(`${documents}/${body.document.id}`));
          return read.document.extraction.outcome !== null;
        }, server);
        expect(read?.document).toMatchObject({
          content: 'Call me Ishmael. A whale.',
          extraction: { outcome: 'text', provider: 'extraction-epub' },
        });
        const found = await api.get<{ documents: unknown[] }>(`${documents}?searchQuery=whale`);
        expect(found.body.documents).toMatchObject([{ name: 'book.epub' }]);
      } finally {
        server.child.kill('SIGTERM');
        await server.ended;
      }
    },
  );
});

/** The files that the package.json of the kit names. */
function exportedFiles(): string[] {
  const { exports = {}, main = '', types = '' } = packageFile('libs/ground/plugin-kit');
  const targets = Object.values(exports).filter((target) => typeof target === 'object');
  const files = [main, types, ...targets.flatMap((target) => [target['types'] ?? '', target['default'] ?? ''])];
  return files.map((file) => file.replace(/^\.\//, ''));
}

/** The server is another process and sends no signal when its work is done, so this polls. */
function untilServer(
  isSo: () => Promise<boolean> | boolean,
  { child, output }: { child: ChildProcess; output(): string },
): Promise<true> {
  return until(WITHIN_MS, 'the server to reach the expected state', () => {
    if (child.exitCode !== null) throw new Error(output());
    return isSo();
  });
}
