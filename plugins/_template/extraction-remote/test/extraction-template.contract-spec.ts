import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

/** Stands for the service: put what the real one responds in its place. */
const service = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8');
    response.writeHead(text.startsWith('SAMPLE ') ? 200 : 422).end(text.slice('SAMPLE '.length));
  });
});
service.listen(0, '127.0.0.1');
await once(service, 'listening');
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
afterAll(() => void service.close());

describeExtractor('extraction-template', {
  manifest,
  config: { url },
  serviceAt: (address) => ({ url: address }),
  samples: [
    {
      file: Buffer.from('SAMPLE words that must be found, Grüße'),
      type: 'application/x-template',
      fileName: 'letter.sample',
      expectWords: ['words', 'found', 'Grüße'],
    },
  ],
});
