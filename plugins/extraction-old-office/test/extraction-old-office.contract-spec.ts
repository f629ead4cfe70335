import { describeExtractor } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';
import { msg } from './message-files.js';
import { ppt } from './presentation-files.js';
import { doc } from './word-files.js';
import { workbook } from './workbook-files.js';

describeExtractor('extraction-old-office', {
  manifest,
  samples: [
    {
      file: doc({ texts: { main: 'Lease agreement\rRent\x07Müller\x07\x07', headers: 'Letterhead', comments: 'why' } }),
      type: 'application/msword',
      fileName: 'lease.doc',
      expectWords: ['Lease agreement', 'Müller', 'Letterhead', 'why'],
    },
    {
      file: workbook('biff8'),
      type: 'application/vnd.ms-excel',
      fileName: 'expenses.xls',
      expectWords: ['Expenses', 'Zürich', '129.5', '31.05.2003', 'receipt', 'Keeper', '日本語', 'Others'],
    },
    {
      file: workbook('xlsb'),
      type: 'application/vnd.ms-excel.sheet.binary.macroenabled.12',
      fileName: 'expenses.xlsb',
      expectWords: ['Expenses', 'Zürich', '129.5', '31.05.2003', 'receipt', 'Keeper', '日本語', 'Others'],
    },
    {
      file: ppt([{ title: 'Quarterly plan', shapes: ['Turnover'], notes: 'speak slowly' }, { title: 'Ende' }]),
      type: 'application/vnd.ms-powerpoint',
      fileName: 'plan.ppt',
      expectWords: ['Quarterly plan', 'Turnover', 'speak slowly', 'Ende'],
    },
    {
      file: msg({
        subject: 'Grüße',
        from: { name: 'Jörg', address: 'j@example.org' },
        to: [{ name: 'Ann', address: 'ann@example.org' }],
        body: 'The invoice is attached.',
        attachments: ['invoice-7.pdf'],
      }),
      type: 'application/vnd.ms-outlook',
      fileName: 'invoice.msg',
      expectWords: ['Grüße', 'Jörg', 'ann@example.org', 'attached', 'invoice-7.pdf'],
    },
  ],
});
