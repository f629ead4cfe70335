/** Throws when the value is not what it must be; `at` says which one it is. */
export type Check = (value: unknown, at: string) => void;

/** A check for every field: the compiler finds a field that has none. */
export type Shape<Value> = { [Field in keyof Value]-?: Check };

const HASH = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
const TIME = /^T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:[0-5]\d)$/;
const DAY_LENGTH = 10;
const LONGEST_REF = 200;
const LONGEST_ADDRESS = 320;

class ShapeError extends Error {}

/** Throws an error with a sentence that names the field. */
export function checkShape(check: Check, value: unknown): void {
  check(value, '');
}

function fail(at: string, expected: string): never {
  throw new ShapeError(at === '' ? `it is not ${expected}` : `"${at}" is not ${expected}`);
}

const below = (at: string, field: string): string => (at === '' ? field : `${at}.${field}`);

export function record<Value>(shape: Shape<Value>): Check {
  const checks = Object.entries<Check>(shape);
  const known = new Set(checks.map(([field]) => field));
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(at, 'an object');
    for (const field of Object.keys(value))
      if (!known.has(field)) throw new ShapeError(`"${below(at, field)}" is not a field that this version knows`);
    for (const [field, check] of checks)
      check(Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined, below(at, field));
  };
}

export function optional(check: Check): Check {
  return (value, at) => {
    if (value !== undefined) check(value, at);
  };
}

export function list(check: Check): Check {
  return (value, at) => {
    if (!Array.isArray(value)) fail(at, 'a list');
    for (const [index, item] of value.entries()) check(item, `${at}[${index}]`);
  };
}

export function literal(expected: number | string): Check {
  return (value, at) => {
    if (value !== expected) fail(at, JSON.stringify(expected));
  };
}

export function oneOf(...values: readonly string[]): Check {
  return (value, at) => {
    if (typeof value !== 'string' || !values.includes(value)) fail(at, `one of: ${values.join(', ')}`);
  };
}

/** A text of at most so many characters. */
export function text(longest = Infinity): Check {
  return (value, at) => {
    if (typeof value !== 'string') fail(at, 'a text');
    if (value.length > longest) fail(at, `a text of at most ${longest} characters`);
  };
}

export const ref: Check = (value, at) => {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_REF)
    fail(at, `a text of 1 to ${LONGEST_REF} characters`);
};

export const email: Check = (value, at) => {
  if (typeof value !== 'string' || value.length > LONGEST_ADDRESS || !value.includes('@'))
    fail(at, 'an e-mail address');
};

export const hash: Check = (value, at) => {
  if (typeof value !== 'string' || !HASH.test(value)) fail(at, 'a SHA-256 in lower-case hexadecimal');
};

export const boolean: Check = (value, at) => {
  if (typeof value !== 'boolean') fail(at, 'true or false');
};

/** A whole number that is not negative. */
export const count: Check = (value, at) => {
  if (!Number.isSafeInteger(value) || (value as number) < 0) fail(at, 'a whole number from 0 up');
};

export const integer: Check = (value, at) => {
  if (!Number.isSafeInteger(value)) fail(at, 'a whole number');
};

/** ISO 8601 with a zone. */
export const moment: Check = (value, at) => {
  if (typeof value !== 'string' || !isMoment(value)) fail(at, 'a moment such as 2026-01-31T09:30:00.000Z');
};

/** A moment, or a day. */
export const dayOrMoment: Check = (value, at) => {
  if (typeof value !== 'string' || !(DAY.test(value) || isMoment(value)))
    fail(at, 'a day such as 2026-01-31, or a moment');
};

function isMoment(value: string): boolean {
  return DAY.test(value.slice(0, DAY_LENGTH)) && TIME.test(value.slice(DAY_LENGTH));
}

/** A text, a finite number, a boolean or null. */
export const plainValue: Check = (value, at) => {
  if (value !== null && !['boolean', 'number', 'string'].includes(typeof value))
    fail(at, 'a text, a number, true, false or null');
};

export const anObject: Check = (value, at) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(at, 'an object');
};

export const anything: Check = () => undefined;
