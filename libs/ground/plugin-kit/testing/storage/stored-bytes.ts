import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import type { ByteRange, StorageDriver } from '../../src/index.js';

const CHUNK = 64 * 1024;

/** Bytes that look random but are the same in every run. */
export function noise(size: number, seed = 1): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0, state = seed; at < size; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** Chunks of repeated bytes with `size` bytes in total, shifted from chunk to chunk so that no two are equal. */
export function* pieces(size: number): Generator<Buffer> {
  const source = noise(CHUNK + 256);
  for (let given = 0, turn = 0; given < size; given += CHUNK, turn += 1) {
    const start = turn % 256;
    yield source.subarray(start, start + Math.min(CHUNK, size - given));
  }
}

export function sha256(parts: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

export function write(
  driver: StorageDriver,
  key: string,
  content: Buffer | string,
  signal?: AbortSignal,
): Promise<number> {
  const source = Readable.from([Buffer.from(content)], { objectMode: false });
  return driver.write(key, source, signal === undefined ? {} : { signal });
}

async function read(driver: StorageDriver, key: string, range?: ByteRange): Promise<Buffer | undefined> {
  const stream = await driver.read(key, range);
  if (stream === undefined) return undefined;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

export async function keysUnder(driver: StorageDriver, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of driver.list(prefix)) keys.push(key);
  return keys.sort();
}

/** Compares without printing a difference, which would take longer than the rest of the test. */
export async function expectContent(
  driver: StorageDriver,
  key: string,
  content: Buffer | string,
  range?: ByteRange,
): Promise<void> {
  const found = await read(driver, key, range);
  expect({ key, size: found?.length }).toEqual({ key, size: Buffer.byteLength(content) });
  expect(found?.equals(Buffer.from(content)) === true ? 'the same bytes' : 'other bytes').toBe('the same bytes');
}

/** Expects that the key does not exist and that no unfinished write is left for a sweep. */
export async function expectNothingOf(driver: StorageDriver, key: string): Promise<void> {
  expect(await driver.stat(key)).toBeUndefined();
  expect(await driver.read(key)).toBeUndefined();
  expect(await keysUnder(driver, '')).not.toContain(key);
  expect(await driver.sweepUnfinished(tomorrow())).toBe(0);
}

export function tomorrow(): Date {
  return new Date(Date.now() + 24 * 60 * 60 * 1000);
}

export function yesterday(): Date {
  return new Date(Date.now() - 24 * 60 * 60 * 1000);
}
