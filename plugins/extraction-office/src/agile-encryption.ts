import { createDecipheriv, hash, timingSafeEqual } from 'node:crypto';
import type { PackageLock } from './package-lock.js';

const BLOCK_BYTES = 16;
const SEGMENT_BYTES = 4096;
const FILLER = 0x36;
const HASHES: Readonly<Record<string, string>> = {
  ...{ SHA1: 'sha1', 'SHA-1': 'sha1', SHA256: 'sha256', 'SHA-256': 'sha256' },
  ...{ SHA384: 'sha384', 'SHA-384': 'sha384', SHA512: 'sha512', 'SHA-512': 'sha512' },
};
const KEY_BITS: ReadonlySet<number> = new Set([128, 192, 256]);
/** What a key is for is part of it. */
const FOR_VERIFIER = Buffer.from('fea7d2763b4b9e79', 'hex');
const FOR_VERIFIER_HASH = Buffer.from('d7aa0f6d3061344e', 'hex');
const FOR_KEY = Buffer.from('146e0be7abacd0d6', 'hex');

type Attributes = ReadonlyMap<string, string>;

interface Method {
  hashName: string;
  keyBytes: number;
  salt: Buffer;
}

/** The encryption of Office since 2010, from its XML; undefined for a kind that Office does not write. */
export function agileLock(xml: string): PackageLock | undefined {
  const [data] = elementsOf(xml, 'keyData');
  // Those for certificates have none.
  const encryptor = elementsOf(xml, 'encryptedKey').find((attributes) => attributes.has('spinCount'));
  const [dataMethod, method] = [data && methodOf(data), encryptor && methodOf(encryptor)];
  const spins = Number(encryptor?.get('spinCount'));
  if (!encryptor || !dataMethod || !method || !Number.isInteger(spins) || spins < 0) return undefined;
  const [verifier, verifierHash, key] = [
    bytesOf(encryptor.get('encryptedVerifierHashInput')),
    bytesOf(encryptor.get('encryptedVerifierHashValue')),
    bytesOf(encryptor.get('encryptedKeyValue')),
  ];
  const verifierBytes = method.salt.length;
  return {
    hashes: spins + 1,
    keyFor: (password) => {
      const hashed = hashOf(method, spins, password);
      const open = (value: Buffer, use: Buffer): Buffer =>
        decrypted(value, fitted(digest(method, hashed, use), method.keyBytes), fitted(method.salt, BLOCK_BYTES));
      const expected = digest(method, open(verifier, FOR_VERIFIER).subarray(0, verifierBytes));
      const found = open(verifierHash, FOR_VERIFIER_HASH).subarray(0, expected.length);
      if (found.length !== expected.length || !timingSafeEqual(found, expected)) return undefined;
      return fitted(open(key, FOR_KEY), dataMethod.keyBytes);
    },
    decrypt: (content, key) => {
      const segments: Buffer[] = [];
      for (let at = 0, index = 0; at < content.length; at += SEGMENT_BYTES, index += 1) {
        const start = fitted(digest(dataMethod, dataMethod.salt, numberOf(index)), BLOCK_BYTES);
        segments.push(decrypted(content.subarray(at, at + SEGMENT_BYTES), key, start));
      }
      return Buffer.concat(segments);
    },
  };
}

/** The elements of this name, whatever its prefix. */
function elementsOf(xml: string, name: string): Attributes[] {
  return xml.split('<').flatMap((tag) => {
    const end = tag.search(/[\s>]/);
    if (end < 0 || tag.slice(0, end).split(':').at(-1) !== name) return [];
    const inside = tag.slice(end).split('>', 1)[0] ?? '';
    return [new Map([...inside.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))];
  });
}

function methodOf(attributes: Attributes): Method | undefined {
  const hashName = HASHES[attributes.get('hashAlgorithm') ?? ''];
  const keyBits = Number(attributes.get('keyBits'));
  const isKnown =
    attributes.get('cipherAlgorithm') === 'AES' &&
    attributes.get('cipherChaining') === 'ChainingModeCBC' &&
    attributes.get('blockSize') === String(BLOCK_BYTES);
  const salt = bytesOf(attributes.get('saltValue'));
  if (!isKnown || hashName === undefined || !KEY_BITS.has(keyBits) || salt.length === 0) return undefined;
  return { hashName, keyBytes: keyBits / 8, salt };
}

const bytesOf = (base64: string | undefined): Buffer => Buffer.from(base64 ?? '', 'base64');

function hashOf(method: Method, spins: number, password: string): Buffer {
  let hashed = digest(method, method.salt, Buffer.from(password, 'utf16le'));
  for (let index = 0; index < spins; index += 1) hashed = digest(method, numberOf(index), hashed);
  return hashed;
}

const digest = ({ hashName }: Method, ...parts: Buffer[]): Buffer => hash(hashName, Buffer.concat(parts), 'buffer');

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Cut off, or filled up. */
function fitted(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, FILLER)]);
}

/** Without what is not a whole block: the file may be cut off. */
function decrypted(value: Buffer, key: Buffer, start: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, start).setAutoPadding(false);
  const whole = value.subarray(0, value.length - (value.length % BLOCK_BYTES));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
}
