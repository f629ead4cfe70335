import { createHmac } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { moveTime } from '../support/movable-time.js';
import { isFullSet } from '../support/sample.js';
import { clientOfNewUser, ownInstallation, ServerProcess, until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 600_000;
const TEST_MS = 900_000;
/** The gate has a tenth of what the full set has, and kills the server once. */
const MAILS = isFullSet ? 500 : 50;
const FILES = MAILS;
/** Every tenth mail comes from somewhere else, and every tenth file is empty: both belong on the list of failures. */
const FAULTY_EVERY = 10;
/** Documents that are there when the server is killed. */
const KILLED_AT = isFullSet ? [60, 200, 450, 700] : [30];
const SENDERS = 4;
const SECRET = 'a secret of sixteen or more';

interface Failure {
  fileName: string | null;
}

describe('a server that is killed while mails and files come in', () => {
  let installation: Awaited<ReturnType<typeof ownInstallation>>;
  let server: ServerProcess;
  let api: ApiClient;
  let base: string;
  let organizationId: string;

  const settings = () => ({
    ...installation.settings,
    DOCUMENTS_CONTENT_EXTRACTION_ENABLED: 'false',
    PREVIEWS_ENABLED: 'false',
    INTAKE_EMAILS_IS_ENABLED: 'true',
    INTAKE_EMAILS_WEBHOOK_SECRET: SECRET,
    INGESTION_FOLDER_IS_ENABLED: 'true',
    INGESTION_FOLDER_ROOT_PATH: join(installation.dataDir, 'ingestion'),
    INGESTION_FOLDER_WATCHER_POLLING_INTERVAL_MS: '200',
    INGESTION_FOLDER_WATCHER_FILE_STABILITY_THRESHOLD_MS: '200',
  });

  beforeAll(async () => {
    installation = await ownInstallation();
    server = await ServerProcess.start(settings());
    api = await clientOfNewUser(server.baseUrl);
    const { body } = await api.post<{ organization: { id: string } }>('/api/organizations', { name: 'Crashes' });
    organizationId = body.organization.id;
    base = `/api/organizations/${organizationId}`;
  }, TEST_MS);
  afterAll(async () => {
    await server.kill('SIGKILL');
    await installation.remove();
  });

  const documentsCount = async () =>
    (await api.get<{ documentsCount: number }>(`${base}/documents?pageSize=1`).catch(() => undefined))?.body
      .documentsCount ?? 0;

  /** As a mail service does it: sends until the server has answered that it has the mail. */
  const deliver = async (number: number, address: string): Promise<void> => {
    const form = new FormData();
    const isFaulty = number % FAULTY_EVERY === 0;
    const from = { address: isFaulty ? 'other@example.com' : 'sender@example.com' };
    form.append('email', JSON.stringify({ from, to: [{ address }] }));
    form.append('attachments[]', new Blob([`mail ${number}`]), `mail-${number}.txt`);
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const body = Buffer.from(await request.arrayBuffer());
    const headers = {
      'content-type': request.headers.get('content-type') ?? '',
      'x-signature': createHmac('sha256', SECRET).update(body).digest('base64'),
    };
    await until(WITHIN_MS, `mail ${number} to be accepted`, async () => {
      const answer = await fetch(`${api.baseUrl}/api/intake-emails/ingest`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      if (answer && answer.status >= 400 && answer.status < 500) throw new Error(await answer.text());
      return answer?.status === 202;
    });
  };

  const deliverAll = async (address: string): Promise<void> => {
    const numbers = Array.from({ length: MAILS }, (_, number) => number)[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: SENDERS }, async () => {
        for (const number of numbers) await deliver(number, address);
      }),
    );
  };

  const killAndRestart = async (): Promise<void> => {
    for (const [kills, documents] of KILLED_AT.entries()) {
      await until(WITHIN_MS, `${documents} documents`, async () => (await documentsCount()) >= documents);
      await server.kill('SIGKILL');
      // The jobs of a process that has sent no heartbeat for some time go to another one.
      await moveTime(installation.settings['DATABASE_URL'] ?? '', (kills + 1) * 60_000);
      server = await ServerProcess.start(settings());
    }
  };

  /** Every page of a list. */
  const all = async <Item>(path: string, key: string): Promise<Item[]> => {
    const items: Item[] = [];
    for (let pageIndex = 0; ; pageIndex += 1) {
      const { body } = await api.get<Record<string, Item[]>>(`${base}${path}?pageIndex=${pageIndex}&pageSize=100`);
      const page = body[key] ?? [];
      if (page.length === 0) return items;
      items.push(...page);
    }
  };

  const namesOf = (kind: string, count: number, isFaulty: boolean) =>
    Array.from({ length: count }, (_, number) => number)
      .filter((number) => (number % FAULTY_EVERY === 0) === isFaulty)
      .map((number) => `${kind}-${number}.txt`);

  it(
    'the killed server has each mail and file exactly once, as a document or on the list of failures',
    async () => {
      const { body } = await api.post<{ intakeEmail: { id: string; emailAddress: string } }>(`${base}/intake-emails`);
      const { id, emailAddress } = body.intakeEmail;
      const change = { allowedOrigins: ['sender@example.com'] };
      expect((await api.put(`${base}/intake-emails/${id}`, change)).status).toBe(200);
      const folder = join(settings().INGESTION_FOLDER_ROOT_PATH, organizationId);
      await mkdir(folder, { recursive: true });

      const delivered = deliverAll(emailAddress);
      const killed = killAndRestart();
      for (let number = 0; number < FILES; number += 1)
        await writeFile(join(folder, `file-${number}.txt`), number % FAULTY_EVERY === 0 ? '' : `file ${number}`);
      await Promise.all([delivered, killed]);
      await until(WITHIN_MS, 'the folder to be empty', async () => {
        const entries = await readdir(folder, { withFileTypes: true });
        return entries.every((entry) => entry.isDirectory());
      });

      const documents = await all<{ name: string }>('/documents', 'documents');
      expect(documents.map(({ name }) => name).sort()).toEqual(
        [...namesOf('mail', MAILS, false), ...namesOf('file', FILES, false)].sort(),
      );
      const failures = await all<Failure>('/intake/failures', 'failures');
      expect(failures.map(({ fileName }) => fileName).sort()).toEqual(
        [...namesOf('mail', MAILS, true), ...namesOf('file', FILES, true)].sort(),
      );
    },
    TEST_MS,
  );
});
