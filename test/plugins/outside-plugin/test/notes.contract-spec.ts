import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

const turned = Buffer.from('gooseberry jam').map((byte) => byte ^ 0xff);

describeExtractor('extraction-notes', {
  manifest,
  samples: [
    {
      file: Buffer.concat([Buffer.of(0), turned]),
      type: 'application/x-acme-notes',
      fileName: 'jam.acme',
      expectWords: ['gooseberry'],
    },
  ],
});
