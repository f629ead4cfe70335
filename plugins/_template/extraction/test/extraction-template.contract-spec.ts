import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

describeExtractor('extraction-template', {
  manifest,
  samples: [
    {
      file: Buffer.from('TEMPLATE\nwords that must be found, Grüße'),
      type: 'application/x-template',
      expectWords: ['words', 'found', 'Grüße'],
    },
  ],
});
