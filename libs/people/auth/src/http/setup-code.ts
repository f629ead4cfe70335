import { createHmac, timingSafeEqual } from 'node:crypto';

/** Crockford's base32: without letters that look like digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 100 bits. */
const LENGTH = 20;
const GROUP = /.{5}(?=.)/g;

/** The same code in every process with this secret, so that nothing has to be stored. `ABCDE-FGHJK-MNPQR-STVWX` */
export function setupCodeFrom(secret: string): string {
  const bytes = createHmac('sha256', secret).update('archivolt set-up code').digest().subarray(0, LENGTH);
  return Array.from(bytes, (byte) => LETTERS.charAt(byte % LETTERS.length))
    .join('')
    .replace(GROUP, '$&-');
}

/** Compares in constant time. Case, spaces and hyphens do not matter; O is 0, I and L are 1. */
export function isSetupCode(given: string, code: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(code));
}

function digestOf(code: string): Buffer {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return createHmac('sha256', 'archivolt set-up code').update(plain).digest();
}
