import { describe, expect, it } from '@jest/globals';
import type { DateFinding } from './date-finding.js';
import { detectDate, type DetectionOptions } from './detect-date.js';
import { HEAD_LENGTH, partsOf, TAIL_LENGTH } from './text-lines.js';

const RECEIVED = '2026-08-20';

function detection(text: string, options: Partial<DetectionOptions> = {}) {
  return detectDate(partsOf(text), { name: 'scan.pdf', received: RECEIVED, ...options });
}

function found(text: string, options: Partial<DetectionOptions> = {}): DateFinding | undefined {
  return detection(text, options).finding;
}

const dayIn = (text: string, options: Partial<DetectionOptions> = {}) => found(text, options)?.day;

describe('the date of a document', () => {
  it.each([
    ['English', 'Date: July 3, 2026'],
    ['English with an ordinal', 'Dated this 3rd day of July, 2026'],
    ['German', 'Hamburg, den 3. Juli 2026'],
    ['Austrian', 'Wien, 3. Jänner 2026', '2026-01-03'],
    ['French', 'Fait à Lyon, le 1er juillet 2026', '2026-07-01'],
    ['Spanish', 'En Madrid, a 3 de julio de 2026'],
    ['Italian', 'Roma, lì 3 luglio 2026'],
    ['Portuguese', 'Lisboa, 3 de julho de 2026'],
    ['Dutch', 'Factuurdatum: 03-07-2026'],
    ['Swedish', 'Datum 2026-07-03'],
    ['Swedish with a slash', 'Datum: 3/7 2026'],
    ['Danish', 'Dato: 3. juli 2026'],
    ['Finnish', 'Päiväys 3. heinäkuuta 2026'],
    ['Polish', 'Warszawa, dnia 3 listopada 2025 r., łącznie', '2025-11-03'],
    ['Croatian', 'Račun, datum: 3. listopada 2025.', '2025-10-03'],
    ['Czech', 'V Praze dne 3. července 2026'],
    ['Hungarian', 'Budapest, 2026. július 3.'],
    ['Lithuanian', 'Data: 2026 m. liepos 3 d.'],
    ['Latvian', 'Datums: 2026. gada 3. jūlijs'],
    ['Romanian', 'Data facturii: 3 iulie 2026'],
    ['Greek', 'Ημερομηνία: 3 Ιουλίου 2026'],
    ['Turkish', 'Tarih: 3 Temmuz 2026'],
    ['Russian', 'Дата: «3» июля 2026 г.'],
    ['Ukrainian', 'Дата: 3 липня 2026 року'],
    ['Japanese', '発行日 2026年7月3日'],
    ['Japanese by era', '令和8年7月3日'],
    ['Chinese', '日期:二〇二六年七月三日'],
    ['Korean', '작성일: 2026년 7월 3일'],
    ['Vietnamese', 'Hà Nội, ngày 3 tháng 7 năm 2026'],
    ['Indonesian', 'Jakarta, 3 Juli 2026'],
    ['Arabic', 'التاريخ: ٣ يوليو ٢٠٢٦'],
    ['Levantine Arabic', 'التاريخ: 3 تموز 2026'],
    ['Hebrew', 'תאריך: 3 ביולי 2026'],
    ['Hindi', 'दिनांक: 3 जुलाई 2026'],
    ['Thai by the Buddhist era', 'วันที่ 3 กรกฎาคม 2569'],
  ])('the date of a document is found in %s', (_language, line, day = '2026-07-03') => {
    expect(dayIn(`Example & Co\n${line}\n\n4711`)).toBe(day);
  });

  it('a finding says on which line the date stands, in which words, and how sure it is', () => {
    const text = 'Example GmbH\n\nRechnung 4711\nRechnungsdatum: 03.07.2026\nFällig am 17.07.2026';
    expect(found(text)).toEqual({
      day: '2026-07-03',
      foundIn: 'text',
      line: 4,
      excerpt: 'Rechnungsdatum: 03.07.2026',
      confidence: 0.97,
    });
  });

  it('a date is found below its label in a column, and in a list of values', () => {
    expect(dayIn('Number    Invoice date    Due date\n4711    31/05/2026    30/06/2026')).toBe('2026-05-31');
    expect(dayIn('Fecha de vencimiento:\n30/06/2026\nFecha de factura:\n31/05/2026')).toBe('2026-05-31');
  });

  it('a date is found at the end of a long text, with the number of its line', () => {
    const filler = 'no date here\n'.repeat(10_000);
    expect(found(`${filler}Köln, den 3. Juli 2026`)).toMatchObject({ day: '2026-07-03', line: 10_001 });
    expect(filler.length).toBeGreaterThan(HEAD_LENGTH + TAIL_LENGTH);
  });

  it('a date of birth, a due date or the end of a validity is never the date of a document', () => {
    expect(found('Geburtsdatum: 03.07.1970')).toBeUndefined();
    expect(found('Geboren am 3. Juli 1970')).toBeUndefined();
    expect(found('Payment due by: July 3, 2026')).toBeUndefined();
    expect(found('Échéance : 03/07/2026')).toBeUndefined();
    expect(found('Gültig bis 03.07.2026')).toBeUndefined();
    expect(found('생년월일: 1970년 7월 3일')).toBeUndefined();
  });

  it('a day after the document came in is not its date, unless a label says so', () => {
    expect(found('Berlin, 3. Juli 2027')).toBeUndefined();
    expect(found('Rechnungsdatum: 25.08.2026')).toMatchObject({ day: '2026-08-25' });
    expect(found('Rechnungsdatum: 25.08.2046')).toBeUndefined();
  });

  it('a date of a period, a booking, a quotation or a sentence is not taken', () => {
    expect(found('Abrechnungszeitraum: 01.06.2026 - 30.06.2026')).toBeUndefined();
    expect(found('> Sent: 3 July 2026 10:15')).toBeUndefined();
    expect(found('We refer to the regulation of 3 July 2020 that applies to all our customers.')).toBeUndefined();
    const bookings = Array.from({ length: 5 }, (_, index) => `0${index + 1}.07.2026   Bäckerei   12,50`);
    expect(found(bookings.join('\n'))).toBeUndefined();
  });

  it('numbers of versions, networks, telephones and accounts are not read as dates', () => {
    expect(found('v3.12.20\n10.12.20.8\nTel. 040/12 03-19\nDE12 2005 0550 1234\n12/24')).toBeUndefined();
  });

  it('a date whose digits were recognized as letters is read', () => {
    expect(dayIn('Rechnunqsdatum: O3.o7.2O26')).toBe('2026-07-03');
    expect(dayIn('Hamburg, den 3O. Juni 2O26')).toBe('2026-06-30');
    expect(dayIn('Le l3/O7/2O26')).toBe('2026-07-13');
    expect(dayIn('Lisboa, 1o de julho de 2026')).toBe('2026-07-01');
    expect(found('oil.so.bill  so/so/boil')).toBeUndefined();
  });

  it('dates of samples, readings of meters, debits and versions do not stand for that of the document', () => {
    expect(dayIn('Collected: 01/07/2026\nReceived: 02/07/2026\nReported: 03/07/2026 £')).toBe('2026-07-03');
    expect(dayIn('Emessa il 3 luglio 2026\nAddebito in conto il 23/07/2026\nData lettura 28/06/2026')).toBe(
      '2026-07-03',
    );
    expect(found('Fecha de cargo en cuenta: 03/07/2026')).toBeUndefined();
    expect(found('Fecha nac.: 03/07/1970')).toBeUndefined();
    expect(found('version = "2.1.14"\nFirmware 4.5.21\nTornillo 3-4-10')).toBeUndefined();
  });

  it('the day of an order is that of the document where it has no other', () => {
    expect(dayIn('Order placed: July 3, 2026\nEstimated delivery: July 9, 2026')).toBe('2026-07-03');
    expect(dayIn('Rechnungsdatum: 03.07.2026\nBestelldatum: 28.06.2026')).toBe('2026-07-03');
  });

  it('two dates with unknown labels are left open, one is taken', () => {
    expect(dayIn('Gizmo date: 3 July 2026')).toBe('2026-07-03');
    expect(found('Gizmo date: 3 July 2026\nWidget date: 4 July 2026')).toBeUndefined();
  });

  it('the number of a letter may stand in front of its date or behind it', () => {
    expect(dayIn('Изх. № 118/03.07.2026 г.\nУважаеми господине')).toBe('2026-07-03');
    expect(dayIn('Näidisvald\n03.07.2026 nr 7-1/118\nTeie 04.05.2026')).toBe('2026-07-03');
    expect(dayIn('Betriebsstätten-Nr.   Arzt-Nr.   Datum\n123456700   999999900   03.07.26')).toBe('2026-07-03');
  });

  it('a date without a year gets the latest one that fits', () => {
    expect(dayIn('Hamburg, 3. Juli\n\nIhr Schreiben vom 12.05.2025')).toBe('2025-07-03');
    expect(dayIn('Hamburg, 3. Juli')).toBe('2026-07-03');
    expect(dayIn('Hamburg, 3. Oktober')).toBe('2025-10-03');
  });

  it('two numbers are read by what the document shows, its language, the setting and its country, in this order', () => {
    expect(dayIn('Date: 07/03/26\nOrder date: 13/02/26', { order: 'month-first' })).toBe('2026-03-07');
    expect(dayIn('Date de facture : 07/03/26\nla facture est payable', { order: 'month-first' })).toBe('2026-03-07');
    expect(dayIn('Invoice date: 07/03/26\nTotal $ 3', { order: 'day-first' })).toBe('2026-03-07');
    expect(dayIn('Invoice date: 07/03/26\nTotal $ 3')).toBe('2026-07-03');
    expect(dayIn('Invoice date: 07/03/26\nTotal £ 3')).toBe('2026-03-07');
  });

  it('a date stays open, and the result says so, where nothing decides between two readings', () => {
    expect(detection('Invoice date: 07/03/26')).toEqual({ finding: undefined, dependsOnOrder: true });
    expect(detection('Invoice date: 03.07.2026')).toMatchObject({ dependsOnOrder: false });
  });

  it('the date in the name of the file is taken when the text has none', () => {
    expect(found('', { name: '2026-07-03 Rechnung.pdf' })).toMatchObject({
      day: '2026-07-03',
      foundIn: 'name',
      line: null,
    });
    expect(dayIn('', { name: 'invoice_20260703_4711.pdf' })).toBe('2026-07-03');
    expect(found('', { name: 'invoice 4711.pdf' })).toBeUndefined();
  });

  it('a date that text and name agree on is surer', () => {
    const text = 'Hamburg, 3. Juli 2026';
    const alone = found(text)?.confidence ?? 1;
    expect(found(text, { name: '20260703.pdf' })?.confidence).toBeGreaterThan(alone);
  });
});
