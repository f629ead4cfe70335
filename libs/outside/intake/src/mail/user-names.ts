import { randomInt } from 'node:crypto';
import { normalizeText } from '@archivolt/plugin-kit';
import { ADJECTIVES, ANIMALS } from './words.js';

/** Far more than any name becomes. */
const MOST_CHARACTERS = 1_000;
const LONGEST = 60;

/** What the placeholders of a pattern stand for. */
export interface NameFacts {
  user: { id: string; name: string; email: string } | undefined;
  organization: { id: string; name: string };
}

/** `calm-otter-417` */
export function randomUserName(): string {
  const word = (words: readonly string[]) => words[randomInt(words.length)] ?? 'mail';
  return `${word(ADJECTIVES)}-${word(ANIMALS)}-${randomInt(1_000)}`;
}

/** Fills in the placeholders of a pattern. Unknown ones stay as text. A name of which nothing is left is a random one. */
export function userNameOf(pattern: string, { user, organization }: NameFacts): string {
  const values: Readonly<Record<string, () => string>> = {
    'user.name': () => user?.name ?? '',
    'user.id': () => user?.id ?? '',
    'user.email.username': () => user?.email.split('@')[0]?.split('+')[0] ?? '',
    'organization.id': () => organization.id,
    'organization.name': () => organization.name,
    'random.digits': () => String(randomInt(10_000)),
  };
  const filled = pattern.replaceAll(/\{\{([a-z.]{1,40})\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name]?.() ?? '').slice(0, 200) : whole,
  );
  return slugOf(filled) || randomUserName();
}

/** The end is kept: it has the digits that make the name unique. */
function slugOf(text: string): string {
  const words = normalizeText(text.slice(-MOST_CHARACTERS), 'NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.join('-').slice(-LONGEST).replace(/^-+/, '');
}
