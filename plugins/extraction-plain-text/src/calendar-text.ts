import { contentLines, parameterOf, plainValue, valueParts, type ContentLine } from './content-lines.js';

const ENTRIES = new Set(['VEVENT', 'VJOURNAL', 'VTODO']);
/** Of the whole calendar. */
const TITLES = new Set(['NAME', 'X-WR-CALDESC', 'X-WR-CALNAME']);
const STARTS = ['DTSTART'];
const ENDS = ['DTEND', 'DUE'];
const PEOPLE = new Set(['ATTENDEE', 'ORGANIZER']);
/** What is shown of an entry, in this order. */
const SHOWN = [
  ...['SUMMARY', 'WHEN', 'LOCATION', 'DESCRIPTION', 'COMMENT', 'CATEGORIES', 'RESOURCES'],
  ...['ORGANIZER', 'ATTENDEE', 'CONTACT', 'URL'],
];

/** What a calendar shows of its entries: name, times, place, description, people. Stops soon after `maxChars`. */
export function calendarText(text: string, maxChars: number): string {
  const shown: string[] = [];
  let room = maxChars;
  const open: string[] = [];
  let entry: Entry | undefined;
  const add = (part: string): void => {
    if (part === '') return;
    shown.push(part);
    room -= part.length;
  };
  for (const line of contentLines(text)) {
    if (room < 0) break;
    const component = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN') {
      open.push(component);
      // An entry whose end is missing.
      if (ENTRIES.has(component) && entry !== undefined) add(entry.text());
      if (ENTRIES.has(component)) entry = new Entry();
    } else if (line.name === 'END') {
      open.pop();
      if (!ENTRIES.has(component)) continue;
      add(entry?.text() ?? '');
      entry = undefined;
    } else if (entry !== undefined) {
      // Not of what is inside of an entry, such as an alarm.
      if (ENTRIES.has(open.at(-1) ?? '')) entry.take(line);
    } else if (TITLES.has(line.name)) add(plainValue(line.value).trim());
  }
  if (room >= 0) add(entry?.text() ?? '');
  return shown.join('\n\n');
}

class Entry {
  readonly #values = new Map<string, string[]>();
  #start = '';
  #end = '';

  take(line: ContentLine): void {
    if (STARTS.includes(line.name)) this.#start = time(line);
    else if (ENDS.includes(line.name)) this.#end = time(line);
    else if (SHOWN.includes(line.name))
      this.#add(line.name, PEOPLE.has(line.name) ? person(line) : plainValue(line.value));
  }

  #add(name: string, value: string): void {
    const known = this.#values.get(name);
    if (known === undefined) this.#values.set(name, [value.trim()]);
    else known.push(value.trim());
  }

  text(): string {
    const times = [this.#start, this.#end].filter((each) => each !== '');
    if (times.length > 0) this.#values.set('WHEN', [times.join(' - ')]);
    return SHOWN.flatMap((name) => this.#values.get(name) ?? [])
      .filter((value) => value !== '')
      .join('\n');
  }
}

function person(line: ContentLine): string {
  const address = line.value.trim().replace(/^mailto:/i, '');
  const name = parameterOf(line, 'CN');
  return name === undefined || name === '' || name === address ? address : `${name} <${address}>`;
}

/** `2026-11-25 10:00`, or the value itself when it is written in another way. */
function time({ value }: ContentLine): string {
  const [first = ''] = valueParts(value);
  const parts = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?\d\d)?(Z?))?$/.exec(first);
  if (parts === null) return first.slice(0, 100);
  const [, year, month, day, hour, minute, zone] = parts;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date} ${hour}:${minute}${zone === 'Z' ? ' UTC' : ''}`;
}
