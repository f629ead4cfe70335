import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 64;

/** The form of a token in an address. Upper and lower case are different tokens. */
export const LINK_TOKEN = /^[a-z0-9]{64}$/i;

/** Creates the secret part of the address of a link: 381 bits, more than anybody can guess. */
export function createLinkToken(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}
