import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

describeExtractor('extraction-old-office', {
  manifest,
  samples: [
    {
      file: Buffer.from('OLD_OFFICE\nwords that must be found, Grüße'),
      type: 'application/x-old-office',
      expectWords: ['words', 'found', 'Grüße'],
    },
  ],
});
