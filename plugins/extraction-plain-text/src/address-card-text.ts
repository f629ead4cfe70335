import { contentLines, plainValue, valueParts, type ContentLine } from './content-lines.js';

/** Pictures, keys, and what programs write for themselves. */
const HIDDEN = new Set([
  ...[
    'BEGIN',
    'CALURI',
    'CLASS',
    'CLIENTPIDMAP',
    'END',
    'FBURL',
    'KEY',
    'LOGO',
    'MAILER',
    'PHOTO',
    'PRODID',
    'PROFILE',
  ],
  ...['REV', 'SORT-STRING', 'SOUND', 'SOURCE', 'TZ', 'UID', 'VERSION', 'XML'],
]);
const OF_PARTS: Readonly<Record<string, string>> = { ADR: ', ', GENDER: ' ', N: ' ', ORG: ', ' };
const SCHEME = /^(?:mailto|tel|xmpp|skype|sip):/i;

/** Names, addresses, numbers and notes of the cards in a file, a line each. Stops soon after `maxChars`. */
export function addressCardText(text: string, maxChars: number): string {
  const shown: string[] = [];
  let card: string[] = [];
  let room = maxChars;
  const endCard = (): void => {
    if (card.length > 0) shown.push([...new Set(card)].join('\n'));
    card = [];
  };
  for (const line of contentLines(text)) {
    if (room < 0) break;
    if (line.name === 'BEGIN' || line.name === 'END') endCard();
    if (HIDDEN.has(line.name) || line.name.startsWith('X-')) continue;
    const value = shownValue(line);
    if (value === '' || isInName(line, value, card)) continue;
    card.push(value);
    room -= value.length;
  }
  endCard();
  return shown.join('\n\n');
}

function shownValue({ name, value }: ContentLine): string {
  const between = OF_PARTS[name];
  if (between === undefined) return plainValue(value).trim().replace(SCHEME, '');
  const parts = valueParts(value);
  // The first name comes after the family name, and before the others.
  if (name === 'N' && parts.length > 1) parts.splice(0, 2, parts[1] ?? '', parts[0] ?? '');
  return parts.join(between);
}

/** The parts of the name need not be shown below the name as a whole. */
function isInName({ name }: ContentLine, value: string, [first = '']: readonly string[]): boolean {
  return name === 'N' && value.split(' ').every((word) => first.includes(word));
}
