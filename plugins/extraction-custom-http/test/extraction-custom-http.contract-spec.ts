import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describeServiceFaults, ServiceClient } from '../../../test/support/describe-service-faults.js';
import { ExtractionServiceStub, formIn } from '../../../test/support/extraction-service.js';
import { CustomHttpConfig } from '../src/custom-http.config.js';
import manifest from '../src/plugin.js';

const sound = new ExtractionServiceStub();
sound.answer = () => ({ body: { text: 'The plumber sends his invoice.' } });
const url = await sound.start();
afterAll(() => sound.stop());

describeExtractor('extraction-custom-http', {
  manifest,
  config: { url },
  serviceAt: (address) => ({ url: address }),
  samples: [
    {
      file: Buffer.from('%PDF-1.7 stands for a letter'),
      type: 'application/pdf',
      fileName: 'letter.pdf',
      expectWords: ['plumber', 'invoice'],
    },
  ],
});

describeServiceFaults(manifest, {
  settingsAt: (address) => ({ url: address, headers: '{"authorization": "Bearer s3cret"}' }),
  keySetting: 'EXTRACTION_CUSTOM_HTTP_HEADERS',
  addressSetting: 'EXTRACTION_CUSTOM_HTTP_URL',
  wrongShapes: [
    [{ body: '<html>' }, /did not respond with JSON\. Remedy: .*EXTRACTION_CUSTOM_HTTP_URL/],
    [{ body: { content: 'text' } }, /without a text at text\. Remedy: .*JSON_RESPONSE_TEXT_PATH/],
    [{ body: { text: ['text'] } }, /without a text at text/],
    [{ body: '"text"' }, /without a text at text/],
  ],
});

describe('extraction-custom-http', () => {
  const client = new ServiceClient(manifest, (address) => ({ url: `${address}/read?lang=de` }));
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => void (client.service.requests.length = 0));
  const letter = { fileName: 'Größe.pdf', type: 'application/pdf' };

  it('sends the file as the part `file` of a form, with the headers of the setting', async () => {
    client.service.answer = () => ({ body: { text: 'Grüße' } });
    const headers = '{"Authorization": "Bearer hush", "X-Queue": "letters"}';
    const result = await client.read('%PDF', letter, { headers });
    expect(result).toEqual({
      outcome: 'text',
      pages: [{ text: 'Grüße', source: 'text-layer' }],
      truncated: false,
    });
    const [sent] = client.service.requests;
    expect(sent).toMatchObject({
      method: 'POST',
      path: '/read?lang=de',
      headers: { authorization: 'Bearer hush', 'x-queue': 'letters' },
    });
    const file = (sent && (await formIn(sent)))?.get('file') as File;
    expect([file.name, file.type, await file.text()]).toEqual(['Größe.pdf', 'application/pdf', '%PDF']);
  });

  it('sends the file in JSON, and finds the text at a path', async () => {
    client.service.answer = () => ({ body: { results: [{ content: 'read' }] } });
    const settings = { uploadFormat: 'json', textPath: 'results.0.content' };
    expect(await client.read('%PDF', letter, settings)).toMatchObject({ outcome: 'text', pages: [{ text: 'read' }] });
    const [sent] = client.service.requests;
    expect(sent?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(String(sent?.body))).toEqual({
      document: { filename: 'Größe.pdf', type: 'application/pdf', content: 'JVBERg==' },
    });
  });

  it('returns the whole body of a service that responds with text', async () => {
    client.service.answer = () => ({ body: Buffer.from('Grüße\0') });
    const result = await client.read('%PDF', letter, { responseFormat: 'text' });
    expect(result).toMatchObject({ outcome: 'text', pages: [{ text: 'Grüße' }] });
  });

  it.each(['__proto__.text', 'constructor.name', 'length'])('finds no text at %s', async (textPath) => {
    client.service.answer = () => ({ body: { text: 'text' } });
    await expect(client.read('%PDF', letter, { textPath })).rejects.toThrow(`without a text at ${textPath}`);
  });

  it('extraction-custom-http is configured with an address', () => {
    const declaration = manifest.provides.extraction;
    const isConfigured = (settings: object) =>
      declaration?.form === 'remote' && declaration.isConfigured?.(Object.assign(new CustomHttpConfig(), settings));
    expect([{}, { url: 'http://ocr:8000' }].map(isConfigured)).toEqual([false, true]);
  });
});
