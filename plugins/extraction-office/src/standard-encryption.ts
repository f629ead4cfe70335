import { createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import type { PackageLock } from './package-lock.js';

const BLOCK_BYTES = 16;
const HASH_BYTES = 20;
const SPINS = 50_000;
const IS_AES = 0x20;
const KEY_BITS: ReadonlySet<number> = new Set([128, 192, 256]);

/** The encryption of Office 2007, from what follows the version and the flags; undefined for one that is not AES. */
export function standardLock(info: Buffer): PackageLock | undefined {
  if (info.length < 8) return undefined;
  const headerBytes = info.readUInt32LE(0);
  const verifierAt = 4 + headerBytes;
  if (headerBytes < 32 || verifierAt + 4 + 16 + 16 + 4 + 32 > info.length) return undefined;
  const keyBits = info.readUInt32LE(4 + 16);
  if ((info.readUInt32LE(4) & IS_AES) === 0 || !KEY_BITS.has(keyBits)) return undefined;
  const part = (from: number, length: number): Buffer => info.subarray(verifierAt + from, verifierAt + from + length);
  const [salt, verifier, verifierHash] = [part(4, 16), part(20, 16), part(40, 32)];
  return {
    hashes: SPINS + 3,
    keyFor: (password) => {
      const key = keyOf(password, salt, keyBits / 8);
      const found = decrypted(verifierHash, key).subarray(0, HASH_BYTES);
      return timingSafeEqual(found, sha1(decrypted(verifier, key))) ? key : undefined;
    },
    decrypt: decrypted,
  };
}

function keyOf(password: string, salt: Buffer, keyBytes: number): Buffer {
  let hashed = sha1(salt, Buffer.from(password, 'utf16le'));
  for (let index = 0; index < SPINS; index += 1) hashed = sha1(numberOf(index), hashed);
  const last = sha1(hashed, numberOf(0));
  return Buffer.concat([sha1(mixed(last, 0x36)), sha1(mixed(last, 0x5c))]).subarray(0, keyBytes);
}

function mixed(hashed: Buffer, filler: number): Buffer {
  const bytes = Buffer.alloc(64, filler);
  for (const [at, byte] of hashed.entries()) bytes[at] = byte ^ filler;
  return bytes;
}

const sha1 = (...parts: Buffer[]): Buffer => hash('sha1', Buffer.concat(parts), 'buffer');

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function decrypted(value: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = value.subarray(0, value.length - (value.length % BLOCK_BYTES));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
}
