import { describe, expect, it } from '@jest/globals';
import type { Attachment } from '#capabilities/sandbox';
import { invoiceDataOf } from './electronic-invoice.js';

const page = (number: string, more = ''): string =>
  `Electronic invoice\nInvoice number (BT-1): ${number}\nCurrency (BT-5): EUR\nTotal with taxes (BT-112): 119.00\nAmount due (BT-115): 69.00${more}`;

const xml = (firstPage: number | null, type = 'application/xml') => ({ type, firstPage }) as Attachment;

const dataOf = (text: string, attachments: readonly Attachment[], detectedType = 'application/pdf') =>
  invoiceDataOf({ text, detectedType, attachments });

describe('the data of an electronic invoice', () => {
  it('a document that is one has its values, with their lines', () => {
    expect(dataOf(page('R-1'), [], 'application/xml')).toEqual({
      invoice_number: {
        ...{ value: 'R-1', foundIn: 'invoice-data', line: 2, excerpt: 'Invoice number (BT-1): R-1', confidence: 1 },
      },
      currency: { value: 'EUR', foundIn: 'invoice-data', line: 3, excerpt: 'Currency (BT-5): EUR', confidence: 1 },
      amount: {
        ...{
          value: 119,
          foundIn: 'invoice-data',
          line: 4,
          excerpt: 'Total with taxes (BT-112): 119.00',
          confidence: 1,
        },
      },
    });
  });

  it('a PDF has those of the file in it', () => {
    const details = dataOf(`Rechnung\nSeite 1\fSeite 2\f${page('R-2')}`, [xml(null), xml(3)]);
    expect(details).toMatchObject({ invoice_number: { value: 'R-2', line: 3 } });
  });

  it('a page that only looks like it is none: it is not that of an XML file', () => {
    expect(dataOf(`Rechnung\f${page('R-3')}`, [xml(2, 'text/plain')])).toBeUndefined();
    expect(dataOf(page('R-3'), [])).toBeUndefined();
    expect(dataOf('Rechnung', [xml(9)])).toBeUndefined();
  });

  it('none of several invoices is chosen', () => {
    expect(dataOf(`Mail\f${page('R-4')}\f${page('R-5')}`, [xml(2), xml(3)])).toBe('several');
  });

  it('an account with a wrong sum, several due dates and amounts that are none are left out', () => {
    const more =
      '\nAccount of the seller (BT-84): DE88370400440532013000\nDue date (BT-9): 2026-01-01\nDue date (BT-9): 2026-02-01';
    expect(dataOf(page('R-6', more), [], 'text/xml')).not.toMatchObject({ iban: expect.anything() });
    expect(dataOf(page('R-6', more), [], 'text/xml')).not.toMatchObject({ due_date: expect.anything() });
  });
});
