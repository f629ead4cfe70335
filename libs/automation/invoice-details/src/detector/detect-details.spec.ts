import { describe, expect, it } from '@jest/globals';
import { partsOf } from '#automation/date-detection';
import { detectDetails } from './detect-details.js';
import type { DetailName } from './detail-finding.js';

const RECEIVED = '2026-08-20';

const found = (text: string) => detectDetails(partsOf(text), { name: 'scan.pdf', received: RECEIVED });

const valueOf = (name: DetailName, text: string) => found(text)[name]?.value;

describe('the amount of an invoice', () => {
  it.each([
    ['a comma and points', 'Gesamtbetrag: 1.234,56 €', 1234.56, 'EUR'],
    ['a point and commas', 'Total due: $1,234.56', 1234.56, 'USD'],
    ['a comma and spaces', 'Total TTC 1 234,56 EUR', 1234.56, 'EUR'],
    ['apostrophes', "Total CHF 1'234.56", 1234.56, 'CHF'],
    ['the code in front', 'Totale da pagare EUR 12,50', 12.5, 'EUR'],
    ['no places', 'Összesen: 25 400 Ft', 25400, 'HUF'],
    ['a dash for the places', 'Rechnungsbetrag: 50,-- €', 50, 'EUR'],
    ['a minus', 'Gesamtbetrag: -59,50 EUR', -59.5, 'EUR'],
    ['the Danish crown', 'Fakturadato 1.2.2026\nAt betale: 845,00 kr.', 845, 'DKK'],
    ['the Norwegian crown', 'Sum å betale kr 845,00', 845, 'NOK'],
    ['the dollar of another country', 'GST AUD\nTotal: $10.00', 10, 'AUD'],
  ])('an amount with %s is read', (_, text, amount, currency) => {
    expect([valueOf('amount', text), valueOf('currency', text)]).toEqual([amount, currency]);
  });

  it('parts, taxes, discounts and what was paid are not the amount', () => {
    const text = [
      'Zwischensumme 100,00 €',
      'Rabatt 10,00 €',
      'Summe netto 90,00 €',
      'MwSt. 19 % 17,10 €',
      'Summe inkl. 19 % MwSt. 107,10 €',
      'Anzahlung 500,00 €',
      'Bar 120,00 €',
      'Rückgeld 12,90 €',
    ].join('\n');
    expect(valueOf('amount', text)).toBe(107.1);
  });

  it('the amount is the last one of a row with net, tax and gross', () => {
    expect(valueOf('amount', 'Netto      MwSt.     Brutto\n100,00     19,00     119,00')).toBe(119);
  });

  it('two currencies leave it open', () => {
    expect(found('Total: 100,00 EUR\nTotal: 92,00 USD').amount).toBeUndefined();
  });

  it('an amount without a label or in a sentence is none', () => {
    expect(found('Wir haben die Summe von 5.000,00 in der Sitzung ausführlich besprochen.').amount).toBeUndefined();
    expect(found('Modul A 2 119,00').amount).toBeUndefined();
  });
});

describe('the account of an invoice', () => {
  it('spaces and the words behind it do not matter', () => {
    expect(valueOf('iban', 'IBAN: DE89 3704 0044 0532 0130 00 BIC COBADEFF')).toBe('DE89370400440532013000');
  });

  it('a wrong sum of digits is no account', () => {
    expect(found('IBAN: DE88 3704 0044 0532 0130 00').iban).toBeUndefined();
  });

  it('letters that were recognized instead of digits are digits if the sum is right', () => {
    expect(valueOf('iban', 'IBAN DE89 37O4 0044 O532 0130 00')).toBe('DE89370400440532013000');
  });

  it('the account of the payer is not taken, and that of the payee is', () => {
    const debit = 'Der Betrag wird von Ihrem Konto DE75 5121 0800 1245 1261 99 abgebucht.';
    expect(found(debit).iban).toBeUndefined();
    expect(valueOf('iban', `${debit}\n\nUnsere Bankverbindung: DE89370400440532013000`)).toBe('DE89370400440532013000');
  });
});

describe('the due date of an invoice', () => {
  it.each([
    ['German', 'Fällig am: 23.09.2026'],
    ['English', 'Due date: 23 September 2026'],
    ['French', "Date d'échéance : 23/09/2026"],
    ['Spanish', 'Fecha de vencimiento: 23/09/2026'],
    ['Italian', 'Scadenza 23/09/2026'],
    ['Portuguese', 'Data de vencimento: 23-09-2026'],
    ['Dutch', 'Vervaldatum 23-09-2026'],
    ['Swedish', 'Förfallodatum 2026-09-23'],
    ['Danish', 'Betales senest 23-09-2026'],
    ['Norwegian', 'Forfallsdato: 23.09.2026'],
    ['Finnish', 'Eräpäivä 23.9.2026'],
    ['Polish', 'Termin płatności: 23.09.2026'],
    ['Czech', 'Datum splatnosti: 23. 9. 2026'],
    ['a German sentence', 'Bitte überweisen Sie den Betrag bis spätestens 23.09.2026.'],
    ['a sentence over two lines', 'Please pay the full amount to our account\nby 23 September 2026'],
  ])('it is found in %s', (_, text) => {
    expect(valueOf('due_date', text)).toBe('2026-09-23');
  });

  it('a term from the date of the invoice is counted, if that date is sure', () => {
    const term = 'Zahlbar innerhalb von 14 Tagen ab Rechnungsdatum';
    expect(found(`Rechnungsdatum: 01.08.2026\n${term}`).due_date).toMatchObject({ value: '2026-08-15', line: 2 });
    expect(found(term).due_date).toBeUndefined();
  });

  it.each([
    ['counts from the receipt', 'Zahlbar innerhalb von 14 Tagen nach Erhalt'],
    ['has a discount', 'Zahlbar innerhalb 10 Tagen 3 % Skonto, 30 Tage netto ab Rechnungsdatum'],
  ])('a term that %s is left open', (_, term) => {
    expect(found(`Rechnungsdatum: 01.08.2026\n${term}`).due_date).toBeUndefined();
  });

  it('two due dates leave it open, and one before the invoice is none', () => {
    expect(found('Fällig am 03.09.2026\nFällig am 03.10.2026').due_date).toBeUndefined();
    expect(found('Rechnungsdatum: 01.08.2026\nFällig am 03.07.2026').due_date).toBeUndefined();
  });
});

describe('the numbers of an invoice', () => {
  it.each([
    ['with a label in front', 'Rechnungs-Nr.: RE-2026/0815'],
    ['under its label', 'Rechnungsnummer    Datum\nRE-2026/0815       01.08.2026'],
    ['on the line below', 'Invoice number:\nRE-2026/0815'],
    ['behind the name of the document', 'Rechnung RE-2026/0815'],
    ['in a list of values behind a list of labels', 'Rechnungsnummer\nDatum\nRE-2026/0815\n01.08.2026'],
    ['in a row whose columns were lost', 'Datum Rechnungsnummer\n01.08.2026 RE-2026/0815'],
  ])('the number of an invoice is found %s', (_, text) => {
    expect(valueOf('invoice_number', text)).toBe('RE-2026/0815');
  });

  it.each([
    ['a date', 'Rechnung Nr. vom 01.08.2026'],
    ['a year', 'Rechnung 2026'],
    ['a word', 'Invoice no: see below'],
    ['an amount', 'Facture n° 12,50'],
    ['one of two', 'Rechnungsnummer: 4711\nRechnungsnummer: 4712'],
  ])('%s is not the number of an invoice', (_, text) => {
    expect(found(text).invoice_number).toBeUndefined();
  });

  it('groups of digits at the end of a line are one number', () => {
    expect(valueOf('customer_number', 'Kundennummer: 4400 118 273')).toBe('4400 118 273');
    expect(valueOf('customer_number', 'Kundennummer: 4400 12345 Musterstadt')).toBe('4400');
  });
});

it('a finding says on which line it stands, in which words, and how sure it is', () => {
  expect(found('Example GmbH\n\nKunden-Nr.: K-4711').customer_number).toEqual({
    ...{ value: 'K-4711', foundIn: 'text', line: 3, excerpt: 'Kunden-Nr.: K-4711', confidence: 0.95 },
  });
});
