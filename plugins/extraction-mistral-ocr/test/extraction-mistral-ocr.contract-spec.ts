import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describeServiceFaults, ServiceClient } from '../../../test/support/describe-service-faults.js';
import { ExtractionServiceStub, type ServiceReply } from '../../../test/support/extraction-service.js';
import { MistralOcrConfig } from '../src/mistral-ocr.config.js';
import manifest from '../src/plugin.js';

const read = (...pages: string[]): ServiceReply => ({
  body: {
    pages: pages.map((markdown, index) => ({
      index,
      markdown,
      images: [],
      dimensions: { dpi: 200, height: 2200, width: 1700 },
    })),
    model: 'mistral-ocr-2505-completion',
    document_annotation: null,
    usage_info: { pages_processed: pages.length, doc_size_bytes: 3002783 },
  },
});

const sound = new ExtractionServiceStub();
sound.answer = () => read('# Letter', 'The plumber sends his invoice.');
const url = await sound.start();
afterAll(() => sound.stop());

describeExtractor('extraction-mistral-ocr', {
  manifest,
  config: { baseUrl: url, apiKey: 'hush' },
  serviceAt: (baseUrl) => ({ baseUrl, apiKey: 'hush' }),
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
  settingsAt: (baseUrl) => ({ baseUrl, apiKey: 's3cret' }),
  keySetting: 'EXTRACTION_MISTRAL_OCR_API_KEY',
  addressSetting: 'EXTRACTION_MISTRAL_OCR_BASE_URL',
  wrongShapes: [
    [{ body: '<html>' }, /did not respond with JSON\. Remedy: .*EXTRACTION_MISTRAL_OCR_BASE_URL/],
    [{ body: '[]' }, /without the text of pages/],
    [{ body: { pages: [{ markdown: 'text' }] } }, /without the text of pages/],
    [{ body: { pages: [{ markdown: null }], usage_info: { pages_processed: 1 } } }, /without the text of pages/],
    [{ body: { pages: [{ markdown: 'a' }], usage_info: { pages_processed: 'one' } } }, /without the text of pages/],
  ],
});

describe('extraction-mistral-ocr', () => {
  const client = new ServiceClient(manifest, (baseUrl) => ({ baseUrl: `${baseUrl}/v1`, apiKey: 'hush' }));
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => void (client.service.requests.length = 0));

  it('sends a PDF as a data URL and returns the pages with their sizes and the model', async () => {
    client.service.answer = () => read('first', 'second');
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 256));
    const result = await client.read(bytes, { fileName: 'a.pdf', type: 'application/pdf' });
    expect(result).toEqual({
      outcome: 'text',
      pages: [
        { text: 'first', source: 'ocr', width: 1700, height: 2200 },
        { text: 'second', source: 'ocr', width: 1700, height: 2200 },
      ],
      truncated: false,
      engine: 'mistral-ocr-2505-completion',
    });
    const [sent] = client.service.requests;
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/ocr' });
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer hush',
      'content-type': 'application/json',
      'content-length': String(sent?.body.length),
    });
    expect(JSON.parse(String(sent?.body))).toEqual({
      model: 'mistral-ocr-latest',
      include_image_base64: false,
      include_blocks: false,
      table_format: null,
      document: { type: 'document_url', document_url: `data:application/pdf;base64,${bytes.toString('base64')}` },
    });
  });

  it('sends a picture as one, and names the model of the settings when the service names none', async () => {
    client.service.answer = () => ({ body: { pages: [{ markdown: 'a' }], usage_info: { pages_processed: 1 } } });
    const settings = { modelName: 'mistral-ocr-2512' };
    const result = await client.read('png', { fileName: 'a.png', type: 'image/png' }, settings);
    expect(result).toMatchObject({ outcome: 'text', pages: [{ text: 'a' }], engine: 'mistral-ocr-2512' });
    expect(JSON.parse(String(client.service.requests[0]?.body))).toMatchObject({
      model: 'mistral-ocr-2512',
      document: { type: 'image_url', image_url: 'data:image/png;base64,cG5n' },
    });
  });

  it('returns empty for pages without text', async () => {
    client.service.answer = () => read('', ' ');
    expect(await client.read('x', { fileName: 'a.png', type: 'image/png' })).toMatchObject({ outcome: 'empty' });
  });

  const declaration = manifest.provides.extraction;
  const remote = declaration?.form === 'remote' ? declaration : undefined;
  const takes = (type: string, size = 1) => remote?.takes?.({ fileName: 'a', type, size }, new MistralOcrConfig());

  it('accepts PDFs and pictures below 50 MiB by default', () => {
    expect([takes('application/pdf'), takes('image/tiff'), takes('text/plain')]).toEqual([true, true, false]);
    const limit = 50 * 1024 * 1024;
    expect([takes('application/pdf', limit - 1), takes('application/pdf', limit)]).toEqual([true, false]);
  });

  it('extraction-mistral-ocr is not configured without a key', () => {
    expect(remote?.isConfigured?.(new MistralOcrConfig())).toBe(false);
    expect(remote?.isConfigured?.(Object.assign(new MistralOcrConfig(), { apiKey: 'hush' }))).toBe(true);
  });
});
