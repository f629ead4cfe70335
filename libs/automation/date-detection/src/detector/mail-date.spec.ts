import { describe, expect, it } from '@jest/globals';
import { isMail, mailDate } from './mail-date.js';
import { partsOf } from './text-lines.js';

const found = (text: string, timeZone = 'UTC') => mailDate(partsOf(text), { received: '2026-08-20', timeZone });
const mail = (date: string) =>
  `Ada <ada@example.com>\nbob@example.com\n${date}\nInvoice of 1 July 2026\n\nDate: 2 July 2026`;

describe('the date of a mail', () => {
  it.each([
    'Fri, 3 Jul 2026 10:15:00 +0200',
    'Fri, 03 Jul 2026 10:15:00 +0200 (CEST)',
    '3 Jul 2026 10:15 GMT',
    'Fri,  3 Jul 2026 10:15:00 -0400',
    'Fri, 03 Jul 2026 08:15:00 GMT',
  ])('the date of a mail is its header %s', (date) => {
    expect(found(mail(date))).toEqual({
      ...{ day: '2026-07-03', foundIn: 'mail', line: 3, confidence: 0.98 },
      excerpt: date,
    });
  });

  it('the day of a mail is that of the time zone', () => {
    const late = mail('Fri, 3 Jul 2026 23:30:00 +0200');
    expect(['Europe/Berlin', 'UTC', 'Pacific/Auckland'].map((zone) => found(late, zone)?.day)).toEqual([
      ...['2026-07-03', '2026-07-03', '2026-07-04'],
    ]);
    expect(found(mail('Fri, 3 Jul 2026 23:30:00 -0700'))?.day).toBe('2026-07-04');
  });

  it('a date of a clock that is wrong, or below the headers, is not that of the mail', () => {
    expect(found(mail('Thu, 1 Jan 1970 00:00:00 +0000'))).toBeUndefined();
    expect(found(mail('Sat, 3 Jul 2027 10:15:00 +0200'))).toBeUndefined();
    expect(found(mail('Fri, 31 Foo 2026 10:15:00 +0200'))).toBeUndefined();
    expect(found('Ada <ada@example.com>\n\nFri, 3 Jul 2026 10:15:00 +0200')).toBeUndefined();
    expect(found('')).toBeUndefined();
  });

  it('only files of one mail are mails', () => {
    expect(['message/rfc822', 'message/x-emlx', 'application/vnd.ms-outlook'].every(isMail)).toBe(true);
    expect(['application/mbox', 'text/plain'].some(isMail)).toBe(false);
  });
});
