import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import pg from 'pg';
import sharp from 'sharp';
import { MARKER_KEY } from '#capabilities/storage';
import { startEmbeddedPostgres } from '#ground/embedded-postgres';
import type { ApiClient } from '../support/api-client.js';
import { inTurn } from '../support/in-turn.js';
import { isFullSet } from '../support/sample.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const READ_WITHIN_MS = 180_000;
/** Far less than reading a long document or waiting for a stalled upload may take. */
const STOPS_WITHIN_MS = 60_000;
const TEST_MS = 400_000;
/** How many uploads are answered before each kill: the gate kills once. */
const KILLS_AFTER = isFullSet ? [10, 25] : [20];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface ListBody {
  documents: { id: string; name: string; extraction: { status: string; outcome: string | null } }[];
  documentsCount: number;
}

describe('a server that is killed or stopped', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess | undefined;
  let api: ApiClient;
  let organizationId: string;
  let documents: string;

  const start = async () => (server = await ServerProcess.start(installation.settings));
  const stop = async () => {
    const ended = server?.kill('SIGTERM');
    await until(STOPS_WITHIN_MS, 'the server to stop', () => server?.isRunning === false);
    return ended;
  };

  beforeAll(async () => {
    installation = await ownInstallation({ hasOwnPostgres: true });
    api = await clientOfNewUser((await start()).baseUrl);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Crashes' });
    organizationId = body.organization.id;
    documents = `/api/organizations/${organizationId}/documents`;
  }, TEST_MS);

  beforeEach(async () => {
    if (!server?.isRunning) await start();
  }, TEST_MS);
  afterAll(async () => {
    await server?.kill('SIGKILL');
    await installation.remove();
  });

  const found = async (word: string): Promise<string[]> =>
    (await api.get<ListBody>(`${documents}?searchQuery=${word}`)).body.documents.map(({ name }) => name);
  const list = async () => (await api.get<ListBody>(documents)).body;

  /** Uploads scans of one word each; resolves when one of them is being extracted. */
  const uploadScans = async (words: readonly string[]) => {
    for (const word of words) {
      const { status } = await api.upload(organizationId, {
        name: `${word}.png`,
        content: await scan(word),
        type: 'image/png',
      });
      expect(status).toBe(200);
    }
    await until(READ_WITHIN_MS, 'a scan to be read', async () =>
      (await list()).documents.some(({ extraction }) => extraction.status === 'running'),
    );
  };
  const allAreFound = (words: readonly string[]) =>
    Promise.all(
      words.map((word) =>
        until(READ_WITHIN_MS, `${word} to be found`, async () =>
          (await found(`content:${word}`)).includes(`${word}.png`),
        ),
      ),
    );

  // Of either kind, the gate ends the server in one of the two ways, and while two scans are to be read.
  const whileReading = inTurn(2);
  const duringUploads = inTurn(2);

  whileReading(
    'reads all scans after a restart when kill -9 interrupted OCR',
    async () => {
      const words = ['walrus', 'penguin'];
      await uploadScans(words);
      expect(await server?.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' });
      await start();
      await allAreFound(words);
    },
    TEST_MS,
  );

  whileReading(
    'stops within seconds on SIGTERM during OCR and reads all scans after a restart',
    async () => {
      const words = isFullSet ? ['elephant', 'hedgehog', 'squirrel'] : ['elephant', 'hedgehog'];
      await uploadScans(words);
      const ended = await stop();
      expect(ended).toMatchObject({ code: 0 });
      expect(ended?.output).not.toMatch(/"level":"(error|warn)"|ERROR|WARN|failed/);
      await start();
      await allAreFound(words);
    },
    TEST_MS,
  );

  duringUploads(
    'stops on SIGTERM during uploads, one of them stalled, and loses no acknowledged upload',
    async () => {
      const stalled = fetch(`${api.baseUrl}${documents}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${api.token}`, 'content-type': 'multipart/form-data; boundary=x' },
        body: new ReadableStream({
          start: (controller) =>
            controller.enqueue(
              Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="s"\r\n\r\nhalf'),
            ),
        }),
        duplex: 'half',
      }).then(
        (answer) => answer.status,
        () => 'cut',
      );
      const kept = uploadUntilTheEnd();
      await until(READ_WITHIN_MS, 'uploads', () => kept.answered.size >= 20);
      expect(await stop()).toMatchObject({ code: 0 });
      expect(await stalled).not.toBe(200);
      await kept.ended;
      expect(kept.refused.filter((status) => status !== 503)).toEqual([]);
      await start();
      await expectKept(kept.answered);
    },
    TEST_MS,
  );

  duringUploads(
    'keeps every acknowledged upload byte for byte, and no stray file, after kill -9 in a burst of uploads',
    async () => {
      for (const after of KILLS_AFTER) {
        const kept = uploadUntilTheEnd();
        await until(READ_WITHIN_MS, 'uploads', () => kept.answered.size >= after);
        await server?.kill('SIGKILL');
        await kept.ended;
        await start();
        await expectKept(kept.answered);
      }
      await server?.kill('SIGTERM');
      expect(await untidiness(installation.dataDir)).toEqual([]);
    },
    TEST_MS,
  );

  /** Eight clients that upload until the server stops responding. */
  function uploadUntilTheEnd() {
    const answered = new Map<string, string>();
    const refused: number[] = [];
    const client = async () => {
      for (;;) {
        const content = randomBytes(30_000);
        const answer = await api.upload(organizationId, { name: 'burst.bin', content }).catch(() => undefined);
        if (!answer) return;
        if (answer.status === 200) answered.set(answer.body.document.id, sha256(content));
        else refused.push(answer.status);
      }
    };
    return { answered, refused, ended: Promise.all(Array.from({ length: 8 }, client)) };
  }

  async function expectKept(answered: ReadonlyMap<string, string>): Promise<void> {
    for (const [id, hash] of answered) {
      const file = await fetch(`${api.baseUrl}${documents}/${id}/file`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect([id, file.status, sha256(Buffer.from(await file.arrayBuffer()))]).toEqual([id, 200, hash]);
    }
  }
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function scan(word: string): Promise<Buffer> {
  const lines = Array.from(
    { length: 15 },
    (_, line) =>
      `<text x="80" y="${150 + line * 45}" font-size="32" font-family="DejaVu Sans, sans-serif">The ${word} is on line ${line} of this letter</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1600"><rect width="100%" height="100%" fill="white"/>${lines.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Lists rows without a file, files without a row and uncommitted files of a server that is not running. */
async function untidiness(dataDir: string): Promise<string[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'guest', log: silent });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; state: string; documents: number }>(
      `select coalesce(f.storage_key, d.key) as key, f.state, count(d.key)::int as documents
       from stored_file f full join (
         select original_storage_key as key from document
         union all select storage_key from document_preview where storage_key is not null) d
       on d.key = f.storage_key group by 1, 2`,
    );
    const folder = join(dataDir, 'documents');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = new Set(
      entries
        .filter((entry) => entry.isFile() && entry.name !== MARKER_KEY)
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)),
    );
    const wrong = rows.filter(
      ({ key, state, documents }) => state !== 'committed' || documents !== 1 || !files.has(key),
    );
    const keys = new Set(rows.map(({ key }) => key));
    return [...wrong.map((row) => JSON.stringify(row)), ...[...files].filter((file) => !keys.has(file))];
  } finally {
    await client.end();
    await postgres.stop();
  }
}
