import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from './plugin.js';
import { docx, odp, ods, odt, pptx, rtf, xlsx } from '../test/office-files.js';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

describeExtractor('extraction-office', {
  manifest,
  samples: [
    {
      file: docx(),
      type: `${OOXML}.wordprocessingml.document`,
      expectWords: ['Invoice number 4711', 'Grüße', 'Letterhead'],
    },
    { file: xlsx(), type: `${OOXML}.spreadsheetml.sheet`, expectWords: ['Hotel', '129.5', 'Travel'] },
    {
      file: pptx(),
      type: `${OOXML}.presentationml.presentation`,
      expectWords: ['Quarterly plan', 'Northern&', 'Turnover'],
    },
    { file: odt(), type: `${ODF}.text`, expectWords: ['Rent  for May & June', 'first', 'page foot'] },
    { file: ods(), type: `${ODF}.spreadsheet`, expectWords: ['One', 'apples', 'Two', 'pears'] },
    { file: odp(), type: `${ODF}.presentation`, expectWords: ['Start', 'welcome', 'goodbye'] },
    { file: rtf(), type: 'application/rtf', expectWords: ['Lease agreement', 'Müller'] },
  ],
});
