/** A secret for programs that cannot be guessed: 256 bits as text. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replace(
    /[+/=]/g,
    (character) => ({ '+': '-', '/': '_' })[character] ?? '',
  );
}

/** 32 characters, so that each byte gives one without a bias, and none that looks like another. */
const READABLE = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUP = 4;

/** A password of 80 bits that can be read out and typed: `k7mf-9xqp-2hrt-w4ns`. */
export function newPassword(): string {
  const characters = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => READABLE[byte % 32] ?? '');
  const groups = [0, 1, 2, 3].map((group) => characters.slice(group * GROUP, (group + 1) * GROUP).join(''));
  return groups.join('-');
}

/** Tells a request that is sent once more from a second one. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
