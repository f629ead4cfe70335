import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  PermanentPluginError,
  TransientPluginError,
  type ExtractionContext,
  type ExtractionInput,
  type ExtractionResult,
  type FileType,
} from '@archivolt/plugin-kit';
import type { INestApplication } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { DocumentContent, RemoteOutages } from '#archive/documents';
import type { LoadedPlugin } from '#ground/plugin-host';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { until } from './server-process.js';

/** Generous: reached only on a machine that is busy with other work. */
const WITHIN_MS = 120_000;
const PLUGIN = 'extraction-service';
const TYPE: FileType = { type: 'application/x-service', extensions: ['svc'] };

type Answer = (context: ExtractionContext, input: ExtractionInput) => Promise<ExtractionResult>;
interface ExtractionBody {
  status: string;
  outcome: string | null;
  reason: string | null;
  provider: string | null;
  nextAttemptAt: string | null;
  progress: { done: number; total: number | null } | null;
}

const text = (words: string): ExtractionResult => ({ outcome: 'text', pages: [{ text: words, source: 'ocr' }] });
const away: Answer = () => Promise.reject(new TransientPluginError('connection refused'));

/** A service that answers as the test says. */
class Service {
  calls = 0;
  creations = 0;
  underWay = 0;
  mostUnderWay = 0;
  canStart = true;
  answer: Answer = async () => text('read by the service');

  readonly plugin: LoadedPlugin = {
    id: PLUGIN,
    packageName: PLUGIN,
    version: '1.0.0',
    kinds: ['extraction'],
    config: undefined,
    manifest: {
      id: PLUGIN,
      contract: 2,
      types: [TYPE],
      provides: {
        extraction: {
          form: 'remote',
          accepts: [TYPE.type],
          concurrency: 3,
          create: () => {
            this.creations += 1;
            if (!this.canStart) throw new Error('no route to the service');
            return { extract: (input, context) => this.#extract(input, context) };
          },
        },
      },
    },
  };

  async #extract(input: ExtractionInput, context: ExtractionContext): Promise<ExtractionResult> {
    this.calls += 1;
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    try {
      return await this.answer(context, input);
    } finally {
      this.underWay -= 1;
    }
  }
}

class Archive {
  private constructor(
    readonly app: TestApp,
    readonly api: ApiClient,
    readonly organizationId: string,
  ) {}

  static async of(app: TestApp): Promise<Archive> {
    const { api, organizationId } = await app.anArchive();
    return new Archive(app, api, organizationId);
  }

  async upload(name: string, content = name): Promise<string> {
    const { status, body } = await this.api.upload(this.organizationId, { name, content });
    expect(status).toBe(200);
    return body.document.id;
  }

  uploads(count: number): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.upload(`file ${index}.svc`)));
  }

  async document(id: string): Promise<{ content: string; updatedAt: string; extraction: ExtractionBody }> {
    const path = `/api/organizations/${this.organizationId}/documents/${id}`;
    return (await this.api.get<{ document: { content: string; updatedAt: string; extraction: ExtractionBody } }>(path))
      .body.document;
  }

  async extraction(id: string): Promise<ExtractionBody> {
    return (await this.document(id)).extraction;
  }

  async countOf(searchQuery: string): Promise<number> {
    const path = `/api/organizations/${this.organizationId}/documents?searchQuery=${searchQuery}`;
    return (await this.api.get<{ documentsCount: number }>(path)).body.documentsCount;
  }
}

describe('files that a plugin sends to a service', () => {
  describe('while jobs run', () => {
    const service = new Service();
    let app: TestApp;
    let archive: Archive;

    beforeAll(async () => {
      app = await startApp({}, { pollsForWork: true, plugins: [service.plugin] });
      archive = await Archive.of(app);
    });
    afterAll(() => app.close());

    it('waiting files do not delay a text: it is found while the service holds twelve of them, three at a time', async () => {
      const gate = Promise.withResolvers<void>();
      service.answer = () => gate.promise.then(() => text('read by the service'));
      const files = await archive.uploads(12);
      await until(WITHIN_MS, 'the service to be busy', () => service.underWay === 3);
      const letter = await archive.upload('letter.txt', 'an unmistakable albatross');
      await until(WITHIN_MS, 'the text', async () => (await archive.extraction(letter)).status === 'completed');
      expect(await archive.countOf('albatross')).toBe(1);
      expect(service.calls).toBe(3);
      gate.resolve();
      for (const file of files)
        await until(WITHIN_MS, 'a file', async () => (await archive.extraction(file)).status === 'completed');
      expect(await archive.countOf('service')).toBe(12);
      expect(service.mostUnderWay).toBe(3);
    });

    it('the progress of a file is shown without a new revision of the document', async () => {
      const gate = Promise.withResolvers<void>();
      service.answer = async ({ progress }) => {
        progress(3, 40);
        await gate.promise;
        return text('read in forty steps');
      };
      const id = await archive.upload('long.svc');
      const before = await until(WITHIN_MS, 'progress', async () => {
        const document = await archive.document(id);
        return document.extraction.progress !== null && document;
      });
      expect(before.extraction).toMatchObject({ status: 'running', progress: { done: 3, total: 40 } });
      const changed = await archive.api.send(
        'PATCH',
        `/api/organizations/${archive.organizationId}/documents/${id}`,
        { notes: 'meanwhile' },
        { 'if-match': `"${new Date(before.updatedAt).getTime().toString(36)}"` },
      );
      expect(changed.status).toBe(200);
      gate.resolve();
      await until(WITHIN_MS, 'the end', async () => (await archive.extraction(id)).status === 'completed');
      expect(await archive.extraction(id)).toMatchObject({ outcome: 'text', progress: null });
    });
  });

  describe('when the service is away', () => {
    let service: Service;
    let app: TestApp;
    let archive: Archive;

    beforeEach(async () => {
      service = new Service();
      app = await startApp({ EXTRACTION_REMOTE_RETRY_HOURS: '2' }, { plugins: [service.plugin] });
      archive = await Archive.of(app);
    });
    afterEach(() => app.close());

    const query = <Row extends object>(statement: string, values: unknown[] = []) =>
      sqlOver(app.app.get(UnitOfWork).db).query<Row>(statement, values);
    /** The clock of the queue, of the outage and of the documents goes forward. */
    const passSeconds = async (seconds: number) => {
      const earlier = `- make_interval(secs => $1)`;
      await query(
        `update job.job set start_after = start_after ${earlier},
           data = case when data ? 'waitingSince'
             then jsonb_set(data, '{waitingSince}', to_jsonb((data ->> 'waitingSince')::bigint - $1 * 1000)) else data end
         where state = 'created'`,
        [seconds],
      );
      await query(`update remote_outage set next_attempt_at = next_attempt_at ${earlier}`, [seconds]);
      await app.drain();
    };

    it('files wait with the reason and the time of the next attempt, lose nothing, and are all read afterwards', async () => {
      service.answer = away;
      const ids = await archive.uploads(8);
      const before = Date.now();
      await app.drain();
      const callsAtFirst = service.calls;
      for (const id of ids) {
        const extraction = await archive.extraction(id);
        expect(extraction).toMatchObject({
          status: 'waiting',
          outcome: null,
          reason: `The service of ${PLUGIN} is not available: connection refused`,
        });
        expect(Date.parse(extraction.nextAttemptAt ?? '')).toBeGreaterThan(before + 5_000);
      }
      for (let passed = 0; passed < 600; passed += 20) await passSeconds(20);
      const statuses = await Promise.all(ids.map(async (id) => (await archive.extraction(id)).status));
      expect(new Set(statuses)).toEqual(new Set(['waiting']));
      // 10 s, 30 s, 1 min, 2 min, 5 min: one call for each pause that ended, whichever document it is.
      expect(service.calls - callsAtFirst).toBeLessThanOrEqual(6);
      const [queue] = await query<{ failed: number }>(
        `select count(*)::int as failed from job.job where name like '%.failed'`,
      );
      expect(queue).toEqual({ failed: 0 });

      service.answer = async () => text('read by the service');
      await passSeconds(600);
      for (const id of ids)
        expect(await archive.extraction(id)).toMatchObject({
          status: 'completed',
          outcome: 'text',
          provider: PLUGIN,
          reason: null,
          nextAttemptAt: null,
        });
      expect(await archive.countOf('service')).toBe(8);
    });

    it('the log says once that files wait, and once that the service is back', async () => {
      const lines: string[] = [];
      const keep = (line: unknown) => void lines.push(String(line));
      (app.app as INestApplication).useLogger({ log: keep, error: keep, warn: keep });
      service.answer = away;
      await archive.uploads(4);
      await app.drain();
      await passSeconds(20);
      service.answer = async () => text('read by the service');
      await passSeconds(600);
      expect(lines.filter((line) => line.includes(PLUGIN))).toEqual([
        `Documents wait for a service. The service of ${PLUGIN} is not available: connection refused`,
        `The service of ${PLUGIN} is available again: the documents that wait for it are sent.`,
      ]);
    });

    it('a file that is purged or edited while it waits leaves no task behind and loses no edit', async () => {
      service.answer = away;
      const [purged = '', edited = ''] = await archive.uploads(2);
      await app.drain();
      const path = `/api/organizations/${archive.organizationId}`;
      const tasks: string[] = [];
      for (const id of [purged, edited]) {
        const { body } = await archive.api.post<{ taskId: string }>(`${path}/documents/${id}/reprocess`);
        tasks.push(body.taskId);
      }
      await app.drain();
      await archive.api.patch(`${path}/documents/${edited}`, { content: 'corrected by hand' });
      await archive.api.delete(`${path}/documents/${purged}`);
      expect((await archive.api.delete(`${path}/documents/trash/${purged}`)).status).toBeLessThan(300);
      await query("update remote_outage set next_attempt_at = now() + interval '1 hour'", []);
      await query(`update job.job set start_after = now() where name = 'document.extract-remotely'`, []);
      await app.drain();
      const statusOf = async (taskId: string) =>
        (await archive.api.get<{ task: { status: string } }>(`${path}/tasks/${taskId}`)).body.task.status;
      expect(await Promise.all(tasks.map(statusOf))).toEqual(['cancelled', 'running']);
      service.answer = async () => text('read by the service');
      await passSeconds(3_600);
      await passSeconds(60);
      expect(await archive.document(edited)).toMatchObject({
        content: 'corrected by hand',
        extraction: { status: 'completed', outcome: 'text' },
      });
      expect(await statusOf(tasks[1] ?? '')).toBe('completed');
    });

    it('a file that was in the trash while it waited is sent once', async () => {
      service.answer = away;
      const id = await archive.upload('restored.svc');
      await app.drain();
      const path = `/api/organizations/${archive.organizationId}/documents/${id}`;
      await archive.api.delete(path);
      expect((await archive.api.post(`${path}/restore`)).status).toBeLessThan(300);
      await app.drain();
      service.answer = async () => text('read by the service');
      const { calls } = service;
      await passSeconds(60);
      await passSeconds(60);
      expect(await archive.extraction(id)).toMatchObject({ status: 'completed', outcome: 'text' });
      expect(service.calls - calls).toBe(1);
    });

    it('a file is read when the service comes back between its admission and its wait', async () => {
      service.answer = away;
      await archive.upload('first.svc');
      await app.drain();
      const id = await archive.upload('second.svc');
      const content = app.app.get(DocumentContent, { strict: false });
      const wait = content.wait.bind(content);
      content.wait = async (...wanted) => {
        content.wait = wait;
        const waits = await wait(...wanted);
        await app.app.get(RemoteOutages, { strict: false }).end(PLUGIN);
        return waits;
      };
      service.answer = async () => text('read by the service');
      await app.drain();
      expect(await archive.extraction(id)).toMatchObject({ status: 'completed', outcome: 'text' });
    });

    it('a file fails with the reason when the service stays away for longer than the setting allows', async () => {
      service.answer = away;
      const id = await archive.upload('a.svc');
      await app.drain();
      await passSeconds(3600);
      expect(await archive.extraction(id)).toMatchObject({ status: 'waiting' });
      await passSeconds(3700);
      expect(await archive.extraction(id)).toMatchObject({
        status: 'completed',
        outcome: 'failed',
        reason: 'The service is not available: connection refused',
        nextAttemptAt: null,
      });
    });

    it('a file waits when the plugin cannot be created, and is read by the next attempt to create it', async () => {
      service.canStart = false;
      const id = await archive.upload('a.svc');
      await app.drain();
      expect(await archive.extraction(id)).toMatchObject({
        status: 'waiting',
        reason: expect.stringContaining('no route to the service'),
      });
      service.canStart = true;
      // The pause after a failed start follows the clock of the process, which the test cannot move.
      await until(WITHIN_MS, 'the plugin to start', async () => {
        await passSeconds(60);
        return (await archive.extraction(id)).status === 'completed';
      });
      expect(await archive.extraction(id)).toMatchObject({ status: 'completed', outcome: 'text' });
      expect(service.creations).toBe(2);
    });

    it('a file fails at once, with the reason, when the service rejects it permanently', async () => {
      service.answer = () => Promise.reject(new PermanentPluginError('the key is not accepted'));
      const id = await archive.upload('a.svc');
      await app.drain();
      expect(await archive.extraction(id)).toMatchObject({
        status: 'completed',
        outcome: 'crashed',
        reason: 'The plugin failed: the key is not accepted',
      });
      expect(service.calls).toBe(1);
    });

    it('other files are read when the service fails for one of them only, which is tried again later', async () => {
      const answer: Answer = (context, { fileName }) =>
        fileName === 'broken.svc' ? away(context, {} as never) : Promise.resolve(text('read by the service'));
      service.answer = answer;
      const broken = await archive.upload('broken.svc');
      await app.drain();
      const others = await archive.uploads(3);
      await app.drain();
      await passSeconds(12);
      await passSeconds(32);
      for (const id of others) expect(await archive.extraction(id)).toMatchObject({ outcome: 'text' });
      expect(await archive.extraction(broken)).toMatchObject({ status: 'waiting' });
      service.answer = async () => text('read at last');
      await passSeconds(3600);
      expect(await archive.extraction(broken)).toMatchObject({ outcome: 'text' });
    });
  });
});
