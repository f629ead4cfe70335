import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describeServiceFaults, ServiceClient } from '../../../test/support/describe-service-faults.js';
import { ExtractionServiceStub, formIn, type ServiceReply } from '../../../test/support/extraction-service.js';
import manifest from '../src/plugin.js';

const converted = (markdown: string): ServiceReply => ({
  body: {
    document: { filename: 'letter.pdf', md_content: markdown, json_content: null, html_content: null },
    status: 'success',
    errors: [],
    processing_time: 1.5,
    timings: {},
  },
});
const LETTER = '## Letter\n\n<!-- image -->\n\nThe plumber sends his invoice.';

const sound = new ExtractionServiceStub();
sound.answer = () => converted(LETTER);
const url = await sound.start();
afterAll(() => sound.stop());

describeExtractor('extraction-docling', {
  manifest,
  config: { baseUrl: url },
  serviceAt: (baseUrl) => ({ baseUrl }),
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
  keySetting: 'EXTRACTION_DOCLING_API_KEY',
  addressSetting: 'EXTRACTION_DOCLING_BASE_URL',
  wrongShapes: [
    [{ body: '<html>' }, /did not respond with JSON\. Remedy: .*EXTRACTION_DOCLING_BASE_URL/],
    [{ body: 'null' }, /without a converted document/],
    [{ body: { status: 'success', document: { md_content: 7 } } }, /without a converted document/],
    [{ body: { status: 's3cret', document: { md_content: 'text' } } }, /without a converted document/],
  ],
});

describe('extraction-docling', () => {
  const client = new ServiceClient(manifest, (baseUrl) => ({ baseUrl: `${baseUrl}/` }));
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => void (client.service.requests.length = 0));

  it('sends the file with the fields of Docling, and removes the marks of pictures from the text', async () => {
    client.service.answer = () => converted(LETTER);
    const result = await client.read('%PDF-1.7', { fileName: 'Größe "1".pdf', type: 'application/pdf' });
    expect(result).toEqual({
      outcome: 'text',
      pages: [{ text: '## Letter\n\n\n\nThe plumber sends his invoice.', source: 'text-layer' }],
      truncated: false,
    });
    const [sent] = client.service.requests;
    expect(sent).toMatchObject({ method: 'POST', path: '/v1/convert/file' });
    expect(sent?.headers).not.toHaveProperty('x-api-key');
    const form = sent && (await formIn(sent));
    expect(form?.get('to_formats')).toBe('md');
    expect(form?.get('image_export_mode')).toBe('placeholder');
    const file = form?.get('files') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['Größe "1".pdf', 'application/pdf', '%PDF-1.7']);
  });

  it('sends its key in the header X-Api-Key', async () => {
    client.service.answer = () => converted('text');
    await client.read('x', { fileName: 'a.png', type: 'image/png' }, { apiKey: 'hush' });
    expect(client.service.requests[0]?.headers['x-api-key']).toBe('hush');
  });

  it.each(['failure', 'partial_success', 'skipped'])('returns no text when Docling says %s', async (status) => {
    client.service.answer = () => ({ body: { status, document: { md_content: 'a part' }, errors: [] } });
    expect(await client.read('x', { fileName: 'a.png', type: 'image/png' })).toEqual({
      outcome: 'insufficient',
      pages: [],
      reason: `Docling did not convert the file (${status}).`,
    });
  });

  it('returns empty for a document without text, and cuts a long one', async () => {
    client.service.answer = () => converted('<!-- image -->\n');
    expect(await client.read('x', { fileName: 'a.png', type: 'image/png' })).toMatchObject({ outcome: 'empty' });
    client.service.answer = () => converted('words '.repeat(1_000));
    const long = await client.read('x', { fileName: 'a.png', type: 'image/png' });
    expect(long).toMatchObject({ outcome: 'text', truncated: true, pages: [{ source: 'ocr' }] });
    expect(long.pages[0]?.text).toHaveLength(1_000);
  });
});
