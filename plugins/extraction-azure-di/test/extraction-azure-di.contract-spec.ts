import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describeServiceFaults, ServiceClient } from '../../../test/support/describe-service-faults.js';
import {
  ExtractionServiceStub,
  type SentToService,
  type ServiceReply,
} from '../../../test/support/extraction-service.js';
import { AzureDiConfig } from '../src/azure-di.config.js';
import manifest from '../src/plugin.js';

const OPERATION = '/documentintelligence/documentModels/prebuilt-layout/analyzeResults/1a2b?api-version=2024-11-30';
const succeeded = (content: string): ServiceReply => ({
  body: {
    status: 'succeeded',
    createdDateTime: '2026-11-25T10:00:00Z',
    analyzeResult: {
      apiVersion: '2024-11-30',
      modelId: 'prebuilt-layout',
      stringIndexType: 'textElements',
      content,
      contentFormat: 'markdown',
      pages: [{ pageNumber: 1, width: 8.5, height: 11, unit: 'inch', spans: [{ offset: 0, length: content.length }] }],
    },
  },
});

/** As the service answers: 202 for the file, then the given results in this order, the last one again and again. */
function analysis(address: () => string, ...results: ServiceReply[]): (sent: SentToService) => ServiceReply {
  return ({ method }) =>
    method === 'POST'
      ? { status: 202, headers: { 'operation-location': address() + OPERATION } }
      : ((results.length > 1 ? results.shift() : results[0]) ?? {});
}

const sound = new ExtractionServiceStub();
const url = await sound.start();
sound.answer = analysis(() => url, succeeded('# Letter\n\nThe plumber sends his invoice.'));
afterAll(() => sound.stop());

describeExtractor('extraction-azure-di', {
  manifest,
  config: { endpoint: url, apiKey: 'hush', pollingDelayMs: 1 },
  serviceAt: (endpoint) => ({ endpoint, apiKey: 'hush', pollingDelayMs: 1 }),
  samples: [
    {
      file: Buffer.from('%PDF-1.7 stands for a letter'),
      type: 'application/pdf',
      fileName: 'letter.pdf',
      expectWords: ['Letter', 'plumber', 'invoice'],
    },
  ],
});

describeServiceFaults(manifest, {
  settingsAt: (endpoint) => ({ endpoint, apiKey: 's3cret', pollingDelayMs: 1 }),
  keySetting: 'EXTRACTION_AZURE_DI_API_KEY',
  addressSetting: 'EXTRACTION_AZURE_DI_ENDPOINT',
  wrongShapes: [[{ status: 202, body: '{}' }, /did not say where its result will be/]],
});

describe('extraction-azure-di', () => {
  const client = new ServiceClient(manifest, (endpoint) => ({ endpoint, apiKey: 'hush', pollingDelayMs: 1 }));
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => void (client.service.requests.length = 0));

  const read = (settings?: object) =>
    client.read('%PDF-1.7', { fileName: 'a.pdf', type: 'application/pdf' }, settings).then(
      (result) => result,
      (error: unknown) => error,
    );
  const answer = (...results: ServiceReply[]) => void (client.service.answer = analysis(() => client.url, ...results));

  it('sends the bytes with the key, and polls for the result until the analysis has ended', async () => {
    answer({ body: { status: 'notStarted' } }, { body: { status: 'running' } }, succeeded('The plumber'));
    expect(await read()).toEqual({
      outcome: 'text',
      pages: [{ text: 'The plumber', source: 'ocr', width: 8.5, height: 11 }],
      truncated: false,
      engine: 'prebuilt-layout 2024-11-30',
    });
    const [file, ...looks] = client.service.requests;
    expect(file).toMatchObject({
      method: 'POST',
      path: '/documentintelligence/documentModels/prebuilt-layout:analyze?api-version=2024-11-30&outputContentFormat=markdown',
      headers: { 'content-type': 'application/octet-stream', 'ocp-apim-subscription-key': 'hush' },
      body: Buffer.from('%PDF-1.7'),
    });
    expect(looks).toHaveLength(3);
    for (const look of looks)
      expect(look).toMatchObject({ method: 'GET', path: OPERATION, headers: { 'ocp-apim-subscription-key': 'hush' } });
  });

  it('retries a failed request for the result, and does not send the file twice', async () => {
    answer({ status: 503 }, { status: 429, headers: { 'retry-after': '1' } }, succeeded('The plumber'));
    expect(await read()).toMatchObject({ outcome: 'text' });
    expect(client.service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('gives up after the number of requests in its setting, and names the setting', async () => {
    answer({ body: { status: 'running' } });
    expect(await read({ pollingAttempts: 3 })).toMatchObject({
      name: 'PermanentPluginError',
      message: expect.stringContaining('EXTRACTION_AZURE_DI_POLLING_ATTEMPTS'),
    });
    expect(client.service.requests).toHaveLength(4);
    answer({ status: 503 });
    expect(await read({ pollingAttempts: 3 })).toMatchObject({ name: 'TransientPluginError' });
  });

  it('returns no text when the analysis has failed', async () => {
    answer({ body: { status: 'failed', error: { code: 'InvalidContent', message: 'hush' } } });
    const reason = 'Azure Document Intelligence could not analyse the file.';
    expect(await read()).toEqual({ outcome: 'insufficient', pages: [], reason });
  });

  it.each([
    [{ body: '<html>' }, /did not respond with JSON/],
    [{ body: { status: 'lost' } }, /unknown status/],
    [{ body: { status: 'succeeded' } }, /without the content/],
    [{ body: { status: 'succeeded', analyzeResult: { content: 7 } } }, /without the content/],
    [{ status: 404 }, /EXTRACTION_AZURE_DI_ENDPOINT/],
    [{ status: 400 }, /status 400 to the request for the result/],
  ])('rejects the result %j', async (result, message) => {
    answer(result);
    expect(await read()).toMatchObject({ name: 'PermanentPluginError', message: expect.stringMatching(message) });
  });

  it('never sends its key to another host that a response names', async () => {
    const elsewhere = new ExtractionServiceStub();
    const address = await elsewhere.start();
    client.service.answer = analysis(() => address, succeeded('text'));
    expect(await read()).toMatchObject({
      name: 'PermanentPluginError',
      message: expect.stringMatching(/refers to the host 127\.0\.0\.1:\d+ for the result/),
    });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it('extraction-azure-di is configured with an address and a key', () => {
    const declaration = manifest.provides.extraction;
    const isConfigured = (settings: object) =>
      declaration?.form === 'remote' && declaration.isConfigured?.(Object.assign(new AzureDiConfig(), settings));
    const endpoint = 'https://example.cognitiveservices.azure.com';
    expect([{}, { endpoint }, { apiKey: 'hush' }, { endpoint, apiKey: 'hush' }].map(isConfigured)).toEqual([
      ...[false, false, false, true],
    ]);
  });
});
