import { randomInt } from 'node:crypto';

const TIME_LENGTH = 10;
const RANDOM_LENGTH = 14;
/** Half of the random characters, as a number that JavaScript can count with. */
const HALF_LENGTH = RANDOM_LENGTH / 2;
const HALF = 36 ** HALF_LENGTH;
/** An id is at most so far after the one before it in the same millisecond, so that it cannot be guessed from that. */
const LONGEST_STEP = 2 ** 20;

/** The time and the first half of the random characters of the last id. */
let last = { time: 0, upper: 0 };

/**
 * Creates an id, `<prefix>_` + 24 characters: milliseconds in base 36, then 14 random characters. The ids of one process
 * sort in the order of their creation, also within a millisecond: lists use them where times are equal.
 */
export function createId(prefix: string): string {
  const time = Date.now();
  const upper = time === last.time ? last.upper + 1 + randomInt(LONGEST_STEP) : randomInt(HALF / 2);
  last = { time, upper };
  return `${prefix}_${base36(time, TIME_LENGTH)}${base36(upper, HALF_LENGTH)}${base36(randomInt(HALF), HALF_LENGTH)}`;
}

const base36 = (value: number, length: number): string => value.toString(36).padStart(length, '0');

export function isId(prefix: string, value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith(`${prefix}_`) && /^[a-z0-9]{24}$/.test(value.slice(prefix.length + 1))
  );
}
