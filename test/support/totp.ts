import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const PERIOD_MS = 30_000;

/** An authenticator app (RFC 6238): makes codes from the address that it reads as a QR code. */
export class AuthenticatorApp {
  readonly uri: URL;
  readonly #secret: Buffer;

  constructor(uri: string) {
    this.uri = new URL(uri);
    this.#secret = fromBase32(this.uri.searchParams.get('secret') ?? '');
  }

  /** The secret as the server made it. */
  get secretText(): string {
    return this.#secret.toString();
  }

  /** The code of now, or of so many periods of 30 seconds before or after it. */
  code(periods = 0): string {
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / PERIOD_MS) + periods));
    const hash = createHmac('sha1', this.#secret).update(counter).digest();
    const offset = (hash.at(-1) ?? 0) & 15;
    return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }

  /** A code that this app does not show now, nor soon. */
  wrongCode(): string {
    const valid = new Set([-3, -2, -1, 0, 1, 2, 3].map((periods) => this.code(periods)));
    for (let number = 0; ; number += 1) {
      const code = String(number).padStart(6, '0');
      if (!valid.has(code)) return code;
    }
  }
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
