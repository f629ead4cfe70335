import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import sharp from 'sharp';
import type { LoadedPlugin } from '#ground/plugin-host';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { inTurn } from '../support/in-turn.js';
import { tiffOf } from './many-page-tiff.js';
import { until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const READ_WITHIN_MS = 180_000;
const TEST_MS = 400_000;
const HANGS = 'application/x-hangs';

/** An extractor for one type that never returns. */
const hangs: LoadedPlugin = {
  id: 'extraction-hangs',
  packageName: 'extraction-hangs',
  version: '1.0.0',
  kinds: ['extraction'],
  config: undefined,
  manifest: {
    id: 'extraction-hangs',
    contract: 2,
    provides: {
      extraction: {
        form: 'sandboxed',
        accepts: [HANGS],
        extractor: new URL('../../libs/capabilities/sandbox/test/bad-extractors/hangs.mjs', import.meta.url),
      },
    },
  },
};

interface DocumentBody {
  document: { id: string; extraction: { status: string; outcome: string | null; reason: string | null } };
}

/** The gate tries some of the ways to keep others waiting. */
const hostility = inTurn(2);

class Archive {
  constructor(
    private readonly api: ApiClient,
    private readonly organizationId: string,
  ) {}

  async upload(name: string, content: string | Uint8Array, type: string): Promise<string> {
    const { status, body } = await this.api.upload(this.organizationId, { name, content, type });
    expect(status).toBe(200);
    return body.document.id;
  }

  async extraction(id: string): Promise<DocumentBody['document']['extraction']> {
    const path = `/api/organizations/${this.organizationId}/documents/${id}`;
    return (await this.api.get<DocumentBody>(path)).body.document.extraction;
  }

  isRead(id: string) {
    return until(READ_WITHIN_MS, 'a document to be read', async () => {
      const extraction = await this.extraction(id);
      return extraction.status === 'completed' && extraction;
    });
  }

  isBeingRead(id: string) {
    return until(READ_WITHIN_MS, 'the reading to begin', async () => (await this.extraction(id)).status === 'running');
  }
}

describe('fairness between organizations', () => {
  let app: TestApp;
  let hostile: Archive;
  let victim: Archive;
  let many: Archive;

  beforeAll(async () => {
    // The extraction timeout outlasts these tests: a document extracted meanwhile did not wait for a timeout.
    const environment = { EXTRACTION_TIMEOUT_MS: '3600000', DOCUMENTS_OCR_LANGUAGES: 'eng' };
    app = await startApp(environment, { pollsForWork: true, plugins: [hangs] });
    const anArchive = async (name: string): Promise<Archive> => {
      const { api, organizationId } = await app.anArchive(name);
      return new Archive(api, organizationId);
    };
    [hostile, victim, many] = [await anArchive('Hostile'), await anArchive('Victim'), await anArchive('Many files')];
  }, TEST_MS);
  afterAll(() => app.close(), TEST_MS);

  hostility(
    'runs OCR for one organization while a scan of many pages of another organization is in progress',
    async () => {
      const picture = await drawing('gooseberry');
      const tiff = await hostile.upload('many.tif', await tiffOf(picture, 500), 'image/tiff');
      const scan = await victim.upload('scan.png', await drawing('blackcurrant'), 'image/png');
      expect(await victim.isRead(scan)).toMatchObject({ outcome: 'text' });
      expect((await hostile.extraction(tiff)).status).not.toBe('completed');
    },
    TEST_MS,
  );

  hostility(
    'extracts documents of one organization while six files of another organization hang',
    async () => {
      const files = [1, 2, 3, 4, 5, 6].map((number) => Uint8Array.of(0, 1, 2, 255, number));
      const ids = await Promise.all(files.map((content, index) => hostile.upload(`${index}.hang`, content, HANGS)));
      await hostile.isBeingRead(ids[0] ?? '');
      for (const word of ['gooseberry', 'blackcurrant']) {
        expect(await victim.isRead(await victim.upload(`${word}.txt`, word, 'text/plain'))).toMatchObject({
          outcome: 'text',
        });
      }
      const states = await Promise.all(ids.map((id) => hostile.extraction(id)));
      expect(states.filter(({ status }) => status === 'completed')).toEqual([]);
    },
    TEST_MS,
  );

  hostility(
    'extracts documents of one organization while mails with 10,000 files of another organization are read',
    async () => {
      const mails = ['a.eml', 'b.eml', 'c.eml', 'd.eml'];
      const ids = await Promise.all(
        mails.map((name) => many.upload(name, mailWithFiles(name, 10_000), 'message/rfc822')),
      );
      await many.isBeingRead(ids[0] ?? '');
      const text = await victim.upload('medlar.txt', 'medlar '.repeat(10_000), 'text/plain');
      expect(await victim.isRead(text)).toMatchObject({ outcome: 'text' });
      const states = await Promise.all(ids.map((id) => many.extraction(id)));
      expect(states.some(({ status }) => status !== 'completed')).toBe(true);
      for (const id of ids) {
        const { outcome, reason } = await many.isRead(id);
        expect(outcome).toBe('text');
        expect(reason).toContain('Only the first 100 files in it were read.');
        expect(reason).toContain('9000 more files in it are not listed.');
      }
    },
    TEST_MS,
  );
});

/** Short headers, so that there is room for many. */
function mailWithFiles(subject: string, count: number): string {
  const parts = Array.from(
    { length: count },
    (_, index) => `--b\nContent-Disposition: attachment; filename=${index}.txt\n\nnumber ${index}\n`,
  );
  const head = `From: a@example.com\nSubject: ${subject}\nContent-Type: multipart/mixed; boundary=b\n\n`;
  return `${head}--b\nContent-Type: text/plain\n\nSee below.\n${parts.join('')}--b--\n`;
}

const drawing = (word: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="80"><rect width="320" height="80" fill="white"/>
       <text x="20" y="52" font-size="32" font-family="sans-serif">${word}</text></svg>`,
    ),
  )
    .png()
    .toBuffer();
