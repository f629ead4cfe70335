import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { describeServiceFaults, ServiceClient } from '../../../test/support/describe-service-faults.js';
import {
  ExtractionServiceStub,
  type SentToService,
  type ServiceReply,
} from '../../../test/support/extraction-service.js';
import manifest from '../src/plugin.js';

/** As the server of Apache Tika answers. */
const tika =
  (text: ServiceReply) =>
  ({ path }: SentToService): ServiceReply =>
    path === '/version' ? { body: 'Apache Tika 3.2.3' } : text;

const sound = new ExtractionServiceStub();
sound.answer = tika({ body: '\n\nThe plumber sends his invoice.\n' });
const url = await sound.start();
afterAll(() => sound.stop());

describeExtractor('extraction-tika', {
  manifest,
  config: { baseUrl: url },
  serviceAt: (baseUrl) => ({ baseUrl }),
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
  settingsAt: (baseUrl) => ({ baseUrl }),
  keySetting: 'EXTRACTION_TIKA_BASE_URL',
  addressSetting: 'EXTRACTION_TIKA_BASE_URL',
});

describe('extraction-tika', () => {
  const client = new ServiceClient(manifest, (baseUrl) => ({ baseUrl }));
  beforeAll(() => client.start());
  afterAll(() => client.stop());
  afterEach(() => void (client.service.requests.length = 0));

  it('sends the file with its name, and asks for plain text', async () => {
    client.service.answer = tika({ body: 'Grüße\n' });
    const result = await client.read('PK', { fileName: 'Größe.odt', type: 'application/vnd.oasis.opendocument.text' });
    expect(result).toEqual({
      outcome: 'text',
      pages: [{ text: 'Grüße', source: 'text-layer' }],
      truncated: false,
      engine: 'Apache Tika 3.2.3',
    });
    const [sent] = client.service.requests;
    expect(sent).toMatchObject({ method: 'PUT', path: '/tika', body: Buffer.from('PK') });
    expect(sent?.headers).toMatchObject({
      accept: 'text/plain',
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.odt",
    });
  });

  it('returns the text of a server that does not say its version', async () => {
    client.service.answer = ({ path }) => (path === '/version' ? { status: 500 } : { body: 'text' });
    const result = await client.read('x', { fileName: 'a.png', type: 'image/png' });
    expect(result).toEqual({ outcome: 'text', pages: [{ text: 'text', source: 'ocr' }], truncated: false });
  });

  it('returns empty after status 204', async () => {
    client.service.answer = tika({ status: 204 });
    expect(await client.read('x', { fileName: 'a.png', type: 'image/png' })).toMatchObject({ outcome: 'empty' });
  });
});
