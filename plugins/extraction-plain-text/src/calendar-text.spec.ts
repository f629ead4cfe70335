import { describe, expect, it } from '@jest/globals';
import { calendarText } from './calendar-text.js';

const calendar = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//a program', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:4711', ...lines, 'END:VEVENT'];
const read = (text: string, maxChars = 100_000): string => calendarText(text, maxChars);

describe('the text of a calendar', () => {
  it('a calendar has name, times, place, description and people of each entry', () => {
    const text = read(
      calendar(
        'X-WR-CALNAME:Work',
        ...event(
          'DTSTART;TZID=Europe/Berlin:20261125T100000',
          'DTEND:20261125T110000Z',
          'LOCATION:Room 5\\, upstairs',
          'SUMMARY:Lunch',
          'DESCRIPTION:First line\\nsecond \\; line',
          'ORGANIZER;CN="Jan: Müller":mailto:jan@example.org',
          'ATTENDEE:mailto:eva@example.org',
        ),
        ...['BEGIN:VTODO', 'SUMMARY:Taxes', 'DUE;VALUE=DATE:20270131', 'END:VTODO'],
      ),
    );
    expect(text.split('\n')).toEqual([
      ...['Work', '', 'Lunch', '2026-11-25 10:00 - 2026-11-25 11:00 UTC', 'Room 5, upstairs', 'First line'],
      ...['second ; line', 'Jan: Müller <jan@example.org>', 'eva@example.org', '', 'Taxes', '2027-01-31'],
    ]);
  });

  it('folded lines are joined, even within a word', () => {
    expect(read(calendar(...event('SUMMARY:a long na', ' me of ', '\tan event')))).toBe('a long name of an event');
  });

  it('alarms, time zones, and what programs write for themselves are omitted', () => {
    const alarm = ['BEGIN:VALARM', 'DESCRIPTION:Reminder', 'END:VALARM'];
    const zone = ['BEGIN:VTIMEZONE', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'END:STANDARD', 'END:VTIMEZONE'];
    expect(read(calendar(...zone, ...event('SUMMARY:Lunch', ...alarm, 'ATTACH;ENCODING=BASE64:c2VjcmV0')))).toBe(
      'Lunch',
    );
  });

  it.each([
    ['a line that is none of the format', ['X', 'SUMMARY:Lunch'], 'Lunch'],
    ['a time in no known form', ['SUMMARY:Lunch', 'DTSTART:tomorrow'], 'Lunch\ntomorrow'],
    ['a quote too few', ['SUMMARY;X="a:Lunch'], 'Lunch'],
    ['names in lower case', ['summary:Lunch'], 'Lunch'],
  ])('reads a calendar entry with %s', (_, lines, text) => {
    expect(read(calendar(...event(...lines)))).toBe(text);
  });

  it('calendar entries whose end is missing are read', () => {
    expect(read('BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:a\nBEGIN:VEVENT\nSUMMARY:b\n')).toBe('a\n\nb');
  });

  it('the text of a calendar exceeds the limit of characters only a little', () => {
    const text = calendar(
      Array.from({ length: 100_000 }, (_, at) => event(`SUMMARY:event ${at}`).join('\n')).join('\n'),
    );
    expect(read(text, 1e7)).toContain('event 99999');
    expect(read(text, 1000).length).toBeLessThan(3000);
  });

  it.each([
    ['a line in 300,000 pieces', `SUMMARY:${'a\r\n '.repeat(300_000)}`],
    ['300,000 parameters', `ATTENDEE${';A="b"'.repeat(300_000)}:x`],
    ['300,000 components in one another', 'BEGIN:VEVENT\n'.repeat(300_000)],
    ['300,000 quotes', `SUMMARY${'"'.repeat(300_001)}`],
    ['300,000 lines in quoted-printable', `SUMMARY;ENCODING=QUOTED-PRINTABLE:${'a=\n'.repeat(300_000)}`],
    ['300,000 escapes', `SUMMARY:${'\\'.repeat(600_001)}`],
    ['300,000 people', 'ATTENDEE;CN=a:b\n'.repeat(300_000)],
  ])('a calendar is read in a time proportional to its length with %s', (_, lines) => {
    expect(read(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${lines}\nEND:VEVENT`, 1e7)).toBeDefined();
  });
});
