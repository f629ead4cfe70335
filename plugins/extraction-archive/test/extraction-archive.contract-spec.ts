import { describeExtractor } from '@archivolt/plugin-kit/testing';
import { zip } from '../../../test/support/zip.js';
import manifest from '../src/plugin.js';

const mail = (subject: string): string =>
  `From a@example.com Thu Nov 26 10:00:00 2026\nSubject: ${subject}\n\n>From here on\n\n`;

describeExtractor('extraction-archive', {
  manifest,
  samples: [
    {
      file: zip([{ name: 'letters/first.txt', content: 'words' }]),
      type: 'application/zip',
      expectWords: ['letters', 'first'],
    },
    {
      file: Buffer.from(mail('The first') + mail('The second')),
      type: 'application/mbox',
      fileName: 'mails.mbox',
      expectWords: ['The first', 'The second'],
    },
  ],
});
