import { createCipheriv, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';

const STORED = 0;
const DEFLATED = 8;
/** The method of members that are encrypted with AES; the true one is in an extra field. */
const AES = 99;
const AES_FIELD = 0x9901;
/** Key and salt in bytes, by the strength that the field names. */
const STRENGTHS = new Map([
  [1, { keyBytes: 16, saltBytes: 8 }],
  [2, { keyBytes: 24, saltBytes: 12 }],
  [3, { keyBytes: 32, saltBytes: 16 }],
]);
const HASHES = 1_000;
const CHECK_BYTES = 2;
const CODE_BYTES = 10;
const BLOCK_BYTES = 16;
const BLOCKS_AT_ONCE = 4_096;
const OLD_HEADER_BYTES = 12;
const HAS_SIZES_BEHIND = 8;

/** How a member is packed and locked, as the archive says. */
interface Lock {
  method: number;
  /** Undefined for an encryption that is not known. */
  decrypt?: (packed: Buffer, password: string) => Buffer | undefined;
  hasChecksum: boolean;
}

/** Whether {@link openMember} can open the member with its password. */
export function isKnownLock(entry: Entry): boolean {
  const { method, decrypt } = lockOf(entry);
  return decrypt !== undefined && (method === STORED || method === DEFLATED);
}

/**
 * The content of an encrypted member (APPNOTE 6.1, or AE-1 and AE-2 of WinZip), from its bytes in the archive; undefined
 * when this is not its password, or the member is damaged: the old encryption cannot tell which. It has at most
 * `uncompressedSize` bytes.
 */
export function openMember(entry: Entry, packed: Buffer, password: string): Buffer | undefined {
  const { method, decrypt, hasChecksum } = lockOf(entry);
  const opened = decrypt?.(packed, password);
  if (opened === undefined) return undefined;
  const content = method === DEFLATED ? inflated(opened, entry.uncompressedSize) : opened;
  if (content?.length !== entry.uncompressedSize) return undefined;
  return hasChecksum && crc32(content) !== entry.crc32 ? undefined : content;
}

function lockOf(entry: Entry): Lock {
  const { compressionMethod, extraFields } = entry;
  if (compressionMethod !== AES)
    return {
      method: compressionMethod,
      decrypt: (packed, password) => oldDecrypted(entry, packed, password),
      hasChecksum: true,
    };
  const field = extraFields.find(({ id }) => id === AES_FIELD)?.data;
  if (field === undefined || field.length < 7) return { method: AES, hasChecksum: false };
  const strength = STRENGTHS.get(field.readUInt8(4));
  return {
    method: field.readUInt16LE(5),
    ...(strength && { decrypt: (packed: Buffer, password: string) => aesDecrypted(packed, password, strength) }),
    hasChecksum: field.readUInt16LE(0) === 1,
  };
}

function inflated(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}

function aesDecrypted(
  packed: Buffer,
  password: string,
  { keyBytes, saltBytes }: { keyBytes: number; saltBytes: number },
): Buffer | undefined {
  const start = saltBytes + CHECK_BYTES;
  if (packed.length < start + CODE_BYTES) return undefined;
  const keys = pbkdf2Sync(password, packed.subarray(0, saltBytes), HASHES, 2 * keyBytes + CHECK_BYTES, 'sha1');
  if (!timingSafeEqual(keys.subarray(2 * keyBytes), packed.subarray(saltBytes, start))) return undefined;
  const content = packed.subarray(start, packed.length - CODE_BYTES);
  const code = createHmac('sha1', keys.subarray(keyBytes, 2 * keyBytes))
    .update(content)
    .digest();
  if (!timingSafeEqual(code.subarray(0, CODE_BYTES), packed.subarray(packed.length - CODE_BYTES))) return undefined;
  return counted(content, keys.subarray(0, keyBytes));
}

/** AES in counter mode, with a counter that begins at 1 and whose lowest byte is the first: OpenSSL counts the other way. */
function counted(content: Buffer, key: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const opened = Buffer.alloc(content.length);
  const counters = Buffer.alloc(BLOCKS_AT_ONCE * BLOCK_BYTES);
  for (let from = 0, block = 1; from < content.length; from += counters.length, block += BLOCKS_AT_ONCE) {
    for (let index = 0; index < BLOCKS_AT_ONCE; index += 1) counters.writeUInt32LE(block + index, index * BLOCK_BYTES);
    const stream = cipher.update(counters);
    const length = Math.min(stream.length, content.length - from);
    for (let at = 0; at < length; at += 1) opened[from + at] = (content[from + at] ?? 0) ^ (stream[at] ?? 0);
  }
  return opened;
}

/** The encryption of PKZIP, which most programs still use. It has one byte that tells a wrong password. */
function oldDecrypted(
  { crc32: checksum, lastModFileTime, generalPurposeBitFlag }: Entry,
  packed: Buffer,
  password: string,
): Buffer | undefined {
  if (packed.length < OLD_HEADER_BYTES) return undefined;
  let keys: Keys = [0x12345678, 0x23456789, 0x34567890];
  for (const byte of Buffer.from(password)) keys = nextKeys(keys, byte);
  const expected = (generalPurposeBitFlag & HAS_SIZES_BEHIND) === 0 ? checksum >>> 24 : lastModFileTime >>> 8;
  const opened = Buffer.alloc(packed.length);
  for (const [at, byte] of packed.entries()) {
    const mix = (keys[2] & 0xffff) | 2;
    const plain = byte ^ ((Math.imul(mix, mix ^ 1) >>> 8) & 0xff);
    keys = nextKeys(keys, plain);
    opened[at] = plain;
    if (at === OLD_HEADER_BYTES - 1 && plain !== expected) return undefined;
  }
  return opened.subarray(OLD_HEADER_BYTES);
}

type Keys = readonly [number, number, number];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function nextKeys([first, second, third]: Keys, byte: number): Keys {
  const one = crcOf(first, byte);
  const two = (Math.imul(second + (one & 0xff), 0x08088405) + 1) | 0;
  return [one, two, crcOf(third, two >>> 24)];
}

function crcOf(value: number, byte: number): number {
  return (value >>> 8) ^ (CRC_TABLE[(value ^ byte) & 0xff] ?? 0);
}
