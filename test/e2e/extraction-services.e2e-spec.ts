import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { sqlOver, UnitOfWork } from '#ground/database';
import { openInstallation } from '#operation/installation';
import { PluginHost } from '#ground/plugin-host';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { ExtractionServiceStub, formIn, type ServiceReply } from '../support/extraction-service.js';

interface DocumentBody {
  content: string;
  extraction: {
    status: string;
    outcome: string | null;
    reason: string | null;
    provider: string | null;
    nextAttemptAt: string | null;
  };
}

const KEY = 's3cret-key-of-mistral';

const byDocling = (markdown: string): ServiceReply => ({
  body: { status: 'success', document: { md_content: markdown }, errors: [] },
});
const byMistral = (...pages: string[]): ServiceReply => ({
  body: {
    pages: pages.map((markdown, index) => ({ index, markdown, dimensions: { dpi: 200, height: 2200, width: 1700 } })),
    model: 'mistral-ocr-2505',
    usage_info: { pages_processed: pages.length },
  },
});

/** A server whose settings name the services, which are stubs, and one archive. */
class Chain {
  readonly docling = new ExtractionServiceStub();
  readonly mistral = new ExtractionServiceStub();
  app!: TestApp;
  api!: ApiClient;
  #path = '';

  async start(settings: Record<string, string>): Promise<void> {
    this.app = await startApp({
      DOCLING_BASE_URL: await this.docling.start(),
      MISTRAL_BASE_URL: await this.mistral.start(),
      ...settings,
    });
    const { api, organizationId } = await this.app.anArchive();
    this.api = api;
    this.#path = `/api/organizations/${organizationId}`;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await Promise.all([this.docling.stop(), this.mistral.stop()]);
  }

  reset(): void {
    for (const service of [this.docling, this.mistral]) {
      service.requests.length = 0;
      service.answer = () => ({ status: 404 });
    }
  }

  /** Uploads a file and runs what there is to do. */
  async upload(name: string, content: string): Promise<string> {
    const organizationId = this.#path.split('/').at(-1) ?? '';
    const { status, body } = await this.api.upload(organizationId, { name, content });
    expect(status).toBe(200);
    await this.app.drain();
    return body.document.id;
  }

  async document(id: string): Promise<DocumentBody> {
    return (await this.api.get<{ document: DocumentBody }>(`${this.#path}/documents/${id}`)).body.document;
  }

  async engineOf(id: string): Promise<unknown> {
    const { body } = await this.api.get<{ processing: unknown }>(`${this.#path}/documents/${id}/processing`);
    return JSON.stringify(body);
  }

  async reprocess(id: string): Promise<void> {
    expect((await this.api.post(`${this.#path}/documents/${id}/reprocess`)).status).toBeLessThan(300);
    await this.app.drain();
  }

  async passSeconds(seconds: number): Promise<void> {
    const { db } = this.app.app.get(UnitOfWork);
    await sqlOver(db).query(
      `update job.job set start_after = start_after - make_interval(secs => $1),
         data = case when data ? 'waitingSince'
           then jsonb_set(data, '{waitingSince}', to_jsonb((data ->> 'waitingSince')::bigint - $1 * 1000)) else data end
       where state = 'created'`,
      [seconds],
    );
    await sqlOver(db).query(`update remote_outage set next_attempt_at = next_attempt_at - make_interval(secs => $1)`, [
      seconds,
    ]);
    await this.app.drain();
  }
}

describe('services that CONTENT_EXTRACTION_STRATEGY names', () => {
  const chain = new Chain();
  const lines: string[] = [];
  beforeAll(async () => {
    await chain.start({
      CONTENT_EXTRACTION_STRATEGY: 'docling, internal,mistral-ocr',
      EXTRACTION_FALLBACK_SECONDS: '20',
      MISTRAL_API_KEY: KEY,
      DOCLING_MIME_TYPES_ALLOW_LIST: 'TEXT/*,!text/csv',
      MISTRAL_OCR_MIME_TYPES_ALLOW_LIST: 'text/plain',
    });
    const keep = (line: unknown): void => void lines.push(String(line));
    (chain.app.app as INestApplication).useLogger({ log: keep, error: keep, warn: keep });
  });
  afterAll(async () => {
    await chain.stop();
    expect(lines.join('\n')).not.toContain(KEY);
  });
  beforeEach(async () => {
    chain.reset();
    await sqlOver(chain.app.app.get(UnitOfWork).db).query('delete from remote_outage');
  });

  it('services that come first get the file first, even a short text', async () => {
    chain.docling.answer = () => byDocling('# Read by Docling');
    const id = await chain.upload('letter.txt', 'a short letter');
    expect(await chain.document(id)).toMatchObject({
      content: '# Read by Docling',
      extraction: { status: 'completed', outcome: 'text', provider: 'extraction-docling', reason: null },
    });
    const [sent, ...others] = chain.docling.requests;
    expect([others, chain.mistral.requests]).toEqual([[], []]);
    expect(await ((sent && (await formIn(sent)))?.get('files') as File).text()).toBe('a short letter');
  });

  it('a service gets no file of a type that its list excludes', async () => {
    const id = await chain.upload('table.csv', 'one;two');
    expect(await chain.document(id)).toMatchObject({
      content: 'one;two',
      extraction: { provider: 'extraction-plain-text' },
    });
    expect(chain.docling.requests).toEqual([]);
  });

  it('a service that rejects the key leaves the file to the next one at once', async () => {
    chain.docling.answer = () => ({ status: 401 });
    const id = await chain.upload('rejected.txt', 'read on this machine');
    expect(await chain.document(id)).toMatchObject({
      content: 'read on this machine',
      extraction: {
        outcome: 'text',
        provider: 'extraction-plain-text',
        reason: expect.stringMatching(/extraction-docling could not read it: .*EXTRACTION_DOCLING_API_KEY/),
      },
    });
  });

  it('services are asked after a local reading that found nothing', async () => {
    chain.docling.answer = () => byDocling('');
    chain.mistral.answer = () => byMistral('first page', 'second page');
    const id = await chain.upload('blank.txt', ' \n \n');
    expect(await chain.document(id)).toMatchObject({
      content: 'first page\fsecond page',
      extraction: { outcome: 'text', provider: 'extraction-mistral-ocr' },
    });
    expect(chain.mistral.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await chain.engineOf(id)).toContain('extraction-mistral-ocr 1.0.0 (mistral-ocr-2505)');
  });

  it('a busy service is waited for shortly, and asked again after the pause that it requests', async () => {
    chain.docling.answer = () => ({ status: 429, headers: { 'retry-after': '15' } });
    const before = Date.now();
    const id = await chain.upload('busy.txt', 'a letter that waits');
    const { extraction } = await chain.document(id);
    expect(extraction).toMatchObject({ status: 'waiting', reason: expect.stringContaining('status 429') });
    expect(Date.parse(extraction.nextAttemptAt ?? '')).toBeGreaterThan(before + 12_000);
    chain.docling.answer = () => byDocling('read by Docling at last');
    await chain.passSeconds(25);
    expect(await chain.document(id)).toMatchObject({ content: 'read by Docling at last' });
    expect(chain.docling.requests).toHaveLength(2);
  });

  it('a service that stays away is skipped, and further files do not wait for it', async () => {
    chain.docling.answer = () => ({ status: 500 });
    const first = await chain.upload('away.txt', 'the first text');
    expect(await chain.document(first)).toMatchObject({ extraction: { status: 'waiting' } });
    await chain.passSeconds(12);
    expect(await chain.document(first)).toMatchObject({
      content: 'the first text',
      extraction: {
        outcome: 'text',
        provider: 'extraction-plain-text',
        reason: expect.stringMatching(/extraction-docling could not read it: .*status 500/),
      },
    });
    const calls = chain.docling.requests.length;
    const second = await chain.upload('further.txt', 'the second text');
    expect(await chain.document(second)).toMatchObject({
      content: 'the second text',
      extraction: { provider: 'extraction-plain-text' },
    });
    expect([calls, chain.docling.requests.length]).toEqual([2, 2]);
    chain.docling.answer = () => byDocling('read by Docling');
    await chain.passSeconds(60);
    const third = await chain.upload('back.txt', 'the third text');
    expect(await chain.document(third)).toMatchObject({ content: 'read by Docling' });
  });

  it('a service is not followed to an address to which it redirects', async () => {
    chain.docling.answer = () => ({ status: 307, headers: { location: 'http://127.0.0.1:1/' } });
    const id = await chain.upload('redirected.txt', 'read on this machine too');
    expect(await chain.document(id)).toMatchObject({
      content: 'read on this machine too',
      extraction: { reason: expect.stringContaining('redirects are not followed') },
    });
  });

  it('an existing text is kept when all services fail', async () => {
    chain.docling.answer = () => byDocling('the text of the first reading');
    const id = await chain.upload('again.txt', ' \n\n ');
    chain.docling.answer = () => ({ body: '<html>' });
    chain.mistral.answer = () => ({ status: 403 });
    await chain.reprocess(id);
    const { content, extraction } = await chain.document(id);
    expect(content).toBe('the text of the first reading');
    expect(extraction).toMatchObject({
      status: 'completed',
      outcome: 'crashed',
      provider: 'extraction-mistral-ocr',
      reason: expect.stringContaining('EXTRACTION_MISTRAL_OCR_API_KEY'),
    });
    expect(JSON.stringify(extraction)).not.toContain(KEY);
  });
});

describe('services that CONTENT_EXTRACTION_STRATEGY does not name, or that lack a setting', () => {
  const chain = new Chain();
  beforeAll(() => chain.start({ CONTENT_EXTRACTION_STRATEGY: 'mistral-ocr,internal' }));
  afterAll(() => chain.stop());

  it('a service that the strategy does not name, or that lacks a setting, gets no file', async () => {
    chain.reset();
    const id = await chain.upload('letter.txt', 'a letter');
    expect(await chain.document(id)).toMatchObject({
      content: 'a letter',
      extraction: { provider: 'extraction-plain-text', reason: null },
    });
    expect([chain.docling.requests, chain.mistral.requests]).toEqual([[], []]);
  });

  it('a service is checked only when the strategy names it, and then the missing setting is reported', async () => {
    const faults = await chain.app.app.get(PluginHost).checkAll(new AbortController().signal);
    expect(faults.map(({ plugin, error }) => [plugin.id, error])).toEqual([
      ['extraction-mistral-ocr', expect.stringContaining('Remedy: set EXTRACTION_MISTRAL_OCR_API_KEY')],
    ]);
    expect([chain.docling.requests, chain.mistral.requests]).toEqual([[], []]);
  });
});

describe('the settings of extraction services', () => {
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  it.each([
    [
      'CONTENT_EXTRACTION_STRATEGY',
      'internal,textract',
      /names of loaded plugins .*internal, archive, azure-di, custom-http/,
    ],
    ['DOCLING_MIME_TYPES_ALLOW_LIST', 'application/pdf,pdf', /each must be \*, a type such as image\/png/],
    ['MISTRAL_OCR_MIME_TYPES_ALLOW_LIST', '*/pdf', /each must be \*, a type such as image\/png/],
    ['CONTENT_EXTRACTION_CUSTOM_HTTP_HEADERS', 'authorization: s3cret', /must be JSON/],
    ['CONTENT_EXTRACTION_CUSTOM_HTTP_JSON_RESPONSE_TEXT_PATH', 'a..b', /separated by single dots/],
    ['AZURE_DI_POLLING_ATTEMPTS', '0', /must not be less than 1/],
    ['DOCLING_BASE_URL', 'localhost', /must be a URL/],
  ])('the start stops when %s is %s', async (name, value, message) => {
    const environment = { NODE_ENV: 'test', DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://nowhere', [name]: value };
    const start = openInstallation(environment, 'guest', silent);
    await expect(start).rejects.toThrow(message);
    await expect(start).rejects.not.toThrow(/s3cret/);
  });
});
