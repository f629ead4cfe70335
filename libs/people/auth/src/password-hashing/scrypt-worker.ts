// Runs in a separate thread, in development from the source: only syntax that Node can strip, and no imports of this project.
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** The format of better-auth: `salt:key` in hex, the salt used as text. Hashes of both verify with both. */
const KEY_BYTES = 64;
const MAX_MEMORY = 64 * 1024 * 1024;
const COST = { N: 16_384, r: 16, p: 1, maxmem: MAX_MEMORY };

export function hash({ password }: { password: string }): string {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${derive(password, salt).toString('hex')}`;
}

export function verify({ password, stored }: { password: string; stored: string }): boolean {
  const [salt = '', key = ''] = stored.split(':');
  const expected = Buffer.from(key, 'hex');
  const derived = derive(password, salt);
  return salt !== '' && expected.length === derived.length && timingSafeEqual(expected, derived);
}

interface Derivation {
  password: string;
  salt: Uint8Array;
  keyBytes: number;
  cost: { N: number; r: number; p: number };
}

export function deriveKey({ password, salt, keyBytes, cost }: Derivation): Uint8Array {
  return scryptSync(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem: MAX_MEMORY });
}

function derive(password: string, salt: string): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, KEY_BYTES, COST);
}
