import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from './plugin.js';
import { glyphs, vsdx, xps } from '../test/fixed-files.js';
import { iwork, iworkXml, textObject } from '../test/iwork-files.js';
import { docx, odp, ods, odt, pptx, rtf, xlsx } from '../test/office-files.js';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const ODF = 'application/vnd.oasis.opendocument';

const locked = (name: string): URL => new URL(`../test/fixtures/${name}`, import.meta.url);

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
    { file: xps(glyphs('Fixed', 0, 10)), type: 'application/vnd.ms-xpsdocument', expectWords: ['Fixed'] },
    { file: xps(glyphs('Fixed', 0, 10)), type: 'application/oxps', expectWords: ['Fixed'] },
    { file: vsdx({ Plan: '<Text>Start here</Text>' }), type: 'application/vnd.visio', expectWords: ['Plan', 'Start'] },
    {
      file: iwork({ Document: textObject('A letter') }),
      type: 'application/vnd.apple.pages',
      expectWords: ['A letter'],
    },
    {
      file: iworkXml('<key:slide><sf:p>A slide</sf:p></key:slide>', 'index.apxl'),
      type: 'application/vnd.apple.keynote',
      expectWords: ['A slide'],
    },
    {
      file: iworkXml('<sf:ct sfa:s="A cell"/>'),
      type: 'application/vnd.apple.numbers',
      expectWords: ['A cell'],
    },
    { file: rtf(), type: 'application/rtf', expectWords: ['Lease agreement', 'Müller'] },
  ],
  locked: [
    {
      ...{ file: locked('agile-encryption.docx'), password: 'Schlüssel' },
      type: `${OOXML}.wordprocessingml.document`,
      expectWords: ['Invoice number 4711', 'Grüße'],
    },
    {
      ...{ file: locked('agile-encryption.pptx'), password: 'Schlüssel' },
      // That of encrypted files without a usual name.
      type: `${OOXML}.wordprocessingml.document`,
      expectWords: ['Quarterly plan'],
    },
    {
      ...{ file: locked('standard-encryption.xlsx'), password: 'Schlüssel' },
      type: `${OOXML}.spreadsheetml.sheet`,
      expectWords: ['Hotel', '129.5'],
    },
  ],
});
