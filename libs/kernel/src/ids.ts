import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 14;

/**
 * Creates an id, `<prefix>_` + 24 characters: milliseconds in base 36, then 14 random characters, so ids sort by age.
 */
export function createId(prefix: string): string {
  let random = '';
  for (let index = 0; index < RANDOM_LENGTH; index += 1) random += ALPHABET[randomInt(36)] ?? '0';
  return `${prefix}_${Date.now().toString(36).padStart(TIME_LENGTH, '0')}${random}`;
}

export function isId(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[a-z0-9]{24}$/.test(value.slice(prefix.length + 1))
  );
}
