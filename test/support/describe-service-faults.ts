import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExtractionInput, ExtractionResult, PluginManifest } from '@archivolt/plugin-kit';
import { aTestHost } from '@archivolt/plugin-kit/testing';
import { ExtractionServiceStub, type ServiceReply } from './extraction-service.js';

/** A plugin that sends files to the stub, and what a test reads with it. */
export class ServiceClient {
  readonly service = new ExtractionServiceStub();
  url = '';
  #folder = '';

  constructor(
    private readonly manifest: PluginManifest,
    private readonly settingsAt: (url: string) => object,
  ) {}

  async start(): Promise<void> {
    this.url = await this.service.start();
    this.#folder = await mkdtemp(join(tmpdir(), 'extraction-service-'));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Settings are those of `settingsAt`, then `settings`. */
  async read(
    content: Buffer | string,
    input: Pick<ExtractionInput, 'fileName' | 'type'>,
    settings: object = {},
  ): Promise<ExtractionResult> {
    const path = join(this.#folder, 'file');
    await writeFile(path, content);
    const declaration = this.manifest.provides.extraction;
    if (declaration?.form !== 'remote' || !this.manifest.config) throw new Error('it is not for a service');
    const config = Object.assign(new this.manifest.config(), this.settingsAt(this.url), settings);
    const extractor = await declaration.create(aTestHost(config));
    return extractor.extract(
      { ...input, path, size: Buffer.byteLength(content) },
      {
        config,
        signal: new AbortController().signal,
        deadline: Date.now() + 60_000,
        languages: ['eng'],
        limits: { maxOcrPages: 500, maxChars: 1_000, maxPixels: 1, maxInflatedBytes: 1, maxEntries: 1 },
        tempDir: this.#folder,
        ocr: () => Promise.reject(new Error('there is none here')),
        progress: () => undefined,
      },
    );
  }
}

interface Faults {
  /** The settings for a service at this address; a key in them is `s3cret`. */
  settingsAt: (url: string) => object;
  /** The setting that the message about a rejected key names. */
  keySetting: string;
  addressSetting: string;
  /** Responses of other shapes, each with what the message says; none for services that respond with plain text. */
  wrongShapes?: readonly [ServiceReply, RegExp][];
}

const FILE = { fileName: 'letter.pdf', type: 'application/pdf' };

/** What every plugin for a service must make of a service that does not work. */
export function describeServiceFaults(manifest: PluginManifest, faults: Faults): void {
  describe(`${manifest.id}, when its service does not work`, () => {
    const client = new ServiceClient(manifest, faults.settingsAt);
    beforeAll(() => client.start());
    afterAll(() => client.stop());
    beforeEach(() => void (client.service.requests.length = 0));

    const faultOf = async (reply: ServiceReply, settings?: object): Promise<Record<string, unknown>> => {
      client.service.answer = () => reply;
      const fault = await client.read('%PDF-1.7', FILE, settings).then(
        (result) => result,
        (error: unknown) => error,
      );
      expect(`${JSON.stringify(fault)} ${(fault as Error).message}`).not.toContain('s3cret');
      return fault as Record<string, unknown>;
    };

    it.each([401, 403])('names the setting of the key after status %d', async (status) => {
      const fault = await faultOf({ status, body: 'invalid key s3cret' });
      expect(fault).toMatchObject({
        name: 'PermanentPluginError',
        message: expect.stringContaining(faults.keySetting),
      });
    });

    it('passes on how long a service that is busy wants to wait', async () => {
      const fault = await faultOf({ status: 429, headers: { 'retry-after': '7' } });
      expect(fault).toMatchObject({ name: 'TransientPluginError', retryAfterMs: 7_000 });
    });

    it.each([500, 502, 503, 504])('throws TransientPluginError after status %d', async (status) => {
      expect(await faultOf({ status })).toMatchObject({ name: 'TransientPluginError', retryAfterMs: 0 });
    });

    it('names the setting of the address after status 404', async () => {
      const fault = await faultOf({ status: 404 });
      expect(fault).toMatchObject({
        name: 'PermanentPluginError',
        message: expect.stringContaining(faults.addressSetting),
      });
    });

    it.each([
      [400, 'insufficient'],
      [413, 'too-large'],
      [422, 'insufficient'],
    ])('returns an outcome for a file that is rejected with status %d', async (status, outcome) => {
      expect(await faultOf({ status, body: 'the file of s3cret' })).toMatchObject({ outcome, pages: [] });
    });

    it('reports that a service took too long after the time in its setting', async () => {
      const fault = await faultOf({ hangs: true }, { timeoutMs: 50 });
      expect(fault).toMatchObject({ name: 'TransientPluginError', isTimeout: true });
    });

    it('reads no response of more than 32 MiB', async () => {
      const fault = await faultOf({ body: Buffer.alloc(33 * 1024 * 1024, 'a') });
      expect(fault).toMatchObject({ name: 'PermanentPluginError', message: expect.stringContaining('larger than') });
    });

    it('follows no redirect to another address, and names the setting', async () => {
      const elsewhere = new ExtractionServiceStub();
      const location = await elsewhere.start();
      try {
        for (const status of [301, 307, 308]) {
          const fault = await faultOf({ status, headers: { location } });
          expect(fault).toMatchObject({ message: expect.stringMatching(/redirects are not followed/) });
          expect(fault['message']).toContain(faults.addressSetting);
        }
        expect(elsewhere.requests).toEqual([]);
      } finally {
        await elsewhere.stop();
      }
    });

    it('sends no request for an empty file', async () => {
      expect(await client.read('', FILE)).toMatchObject({ outcome: 'empty' });
      expect(client.service.requests).toEqual([]);
    });

    for (const [reply, message] of faults.wrongShapes ?? [])
      it(`rejects the response ${JSON.stringify(reply.body)}`, async () => {
        expect(await faultOf(reply)).toMatchObject({
          name: 'PermanentPluginError',
          message: expect.stringMatching(message),
        });
      });
  });
}
