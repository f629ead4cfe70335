import { describe, expect, it } from '@jest/globals';
import { detailsFor } from './suggested-details.js';

const scan = { name: 'scan_0001.pdf', hasDate: false, isRenamed: false };
const found = (suggestion: { documentDate?: string; name?: string }, present = scan) =>
  Object.fromEntries(detailsFor(suggestion, present));

describe('detailsFor', () => {
  it('keeps the extension of the present name', () => {
    expect(found({ name: 'Invoice' })).toEqual({ name: 'Invoice.pdf' });
    expect(found({ name: 'Invoice' }, { ...scan, isRenamed: true })).toEqual({});
    expect(found({ name: 'Invoice.PDF' })).toEqual({ name: 'Invoice.PDF' });
    expect(found({ name: 'Invoice no. 5' }, { name: 'letter', hasDate: false, isRenamed: false })).toEqual({
      name: 'Invoice no. 5',
    });
    expect(found({ name: 'Invoice' }, { name: '.hidden', hasDate: false, isRenamed: false })).toEqual({
      name: 'Invoice',
    });
  });

  it.each(['', ' ', '.pdf', 'SCAN_0001', 'a\nb', 'a/b', 'a\\b', '\ud800', '\u202efdp', '...', 'x'.repeat(252)])(
    'refuses the name %j',
    (name) => {
      expect(found({ name })).toEqual({});
    },
  );

  it.each(['2024-02-29', '1000-01-01', '9999-12-31'])('reads the suggested day %s', (documentDate) => {
    expect(found({ documentDate })).toEqual({ documentDate });
    expect(found({ documentDate }, { ...scan, hasDate: true })).toEqual({});
  });

  it.each(['2023-02-29', '0999-12-31', '2024-13-01', '10000-01-01', '2024-1-1', ' 2024-01-01', 'today', '2024-01-01Z'])(
    'refuses the day %s',
    (documentDate) => {
      expect(found({ documentDate })).toEqual({});
    },
  );
});
