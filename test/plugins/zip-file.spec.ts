import { describe, expect, it } from '@jest/globals';
import { findZipDirectory, zipEntries } from '@archivolt/plugin-kit';
import { zip, type ZipPart } from '../support/zip.js';

const LIMITS = { maxEntries: 10 };
const MEGABYTE = 1024 * 1024;
const parts = (...names: string[]): ZipPart[] => names.map((name) => ({ name, content: `in ${name}` }));
const contentsOf = (file: Buffer): string[] => zipEntries(file, LIMITS).map((entry) => entry.unpack().toString());
const refusal = (outcome: string): object => expect.objectContaining({ name: 'RefusedFile', outcome });

describe('zipEntries', () => {
  it('reads compressed and stored entries in the order of the directory', () => {
    const entries = zipEntries(zip(parts('mimetype', 'a/ü.xml')), LIMITS);
    expect(entries.map(({ name }) => name)).toEqual(['mimetype', 'a/ü.xml']);
    expect(entries.map((entry) => entry.unpack().toString())).toEqual(['in mimetype', 'in a/ü.xml']);
  });

  it.each([
    ['follows other bytes', Buffer.concat([Buffer.alloc(100, 'x'), zip(parts('a', 'b'))])],
    ['has a directory that is a byte off', zip(parts('a', 'b'), { offsetError: 1 })],
    ['claims that its entries are smaller', zip(parts('a', 'b').map((part) => ({ ...part, claimedSize: 1 })))],
    [
      'claims that its entries have gigabytes',
      zip(parts('a', 'b').map((part) => ({ ...part, claimedSize: 2 ** 32 - 1 }))),
    ],
  ])('reads an archive that %s', (_, file) => {
    expect(contentsOf(file)).toEqual(['in a', 'in b']);
  });

  it.each([
    ['has no end', 'corrupt', zip(parts('a')).subarray(0, -22)],
    ['has only an end', 'corrupt', zip([])],
    ['ends in its end record', 'corrupt', zip(parts('a')).subarray(0, -4)],
    ['has more entries than allowed', 'too-large', zip(parts(...Array.from({ length: 11 }, (_, index) => `${index}`)))],
    ['has an entry with a password', 'encrypted', zip([...parts('a'), { name: 'b', content: 'x', flags: 1 }])],
    ['has entries that overlap', 'corrupt', overlapping()],
  ])('refuses an archive that %s as %s', (_, outcome, file) => {
    expect(() => zipEntries(file, LIMITS)).toThrow(refusal(outcome));
  });

  it('unpacks no more than is allowed, whatever size an entry claims', () => {
    const zeros = { name: 'bomb', content: Buffer.alloc(10 * MEGABYTE), claimedSize: 10 };
    const stored = { name: 'mimetype', content: Buffer.alloc(10 * MEGABYTE) };
    for (const [part, claimed] of [
      [zeros, 'bomb'],
      [stored, 'mimetype'],
    ] as const) {
      const [entry] = zipEntries(zip([part]), LIMITS);
      expect(entry?.name).toBe(claimed);
      expect(() => entry?.unpack(MEGABYTE)).toThrow(refusal('too-large'));
      expect(() => entry?.unpack(0)).toThrow(refusal('too-large'));
      expect(entry?.unpack(10 * MEGABYTE)).toHaveLength(10 * MEGABYTE);
    }
  });

  it('never unpacks more than 64 MB of a compressed entry', () => {
    const [entry] = zipEntries(zip([{ name: 'bomb', content: Buffer.alloc(65 * MEGABYTE) }]), LIMITS);
    expect(() => entry?.unpack()).toThrow(refusal('too-large'));
  });

  it('refuses only the entries that are damaged', () => {
    const file = zip(parts('first', 'second'));
    file.fill(0xff, 30 + 'first'.length, 30 + 'first'.length + 4);
    const [first, second] = zipEntries(file, LIMITS);
    expect(() => first?.unpack()).toThrow(refusal('corrupt'));
    expect(second?.unpack().toString()).toBe('in second');
  });

  it.each([
    ['points nowhere', 42, 1],
    ['ends after the file', 20, zip(parts('a')).length],
    ['is packed in an unknown way', 10, 12],
  ])('refuses an entry that %s', (_, field, value) => {
    const file = zip(parts('a'));
    const at = findZipDirectory(file)?.start ?? 0;
    file.writeUInt16LE(value, at + field);
    const [entry] = zipEntries(file, LIMITS);
    expect(() => entry?.unpack()).toThrow(refusal('corrupt'));
  });
});

/** Two lines of the directory that name the same content. */
function overlapping(): Buffer {
  const file = zip([{ name: 'mimetype', content: Buffer.alloc(1_000) }]);
  const { start, end } = findZipDirectory(file) ?? { start: 0, end: 0 };
  const line = file.subarray(start, end);
  const tail = Buffer.from(file.subarray(end));
  tail.writeUInt32LE(2 * line.length, 12);
  return Buffer.concat([file.subarray(0, start), line, line, tail]);
}
