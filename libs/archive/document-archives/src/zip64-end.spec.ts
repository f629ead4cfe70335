import { describe, expect, it } from '@jest/globals';
import { makeZip } from 'client-zip';
import { inBlocks } from './in-blocks.js';
import { withZip64End } from './zip64-end.js';

const LOCATOR = Buffer.from('PK\x06\x07', 'latin1');
const END = Buffer.from('PK\x05\x06', 'latin1');

function* files(count: number) {
  for (let number = 0; number < count; number += 1)
    yield { name: `${number}`, lastModified: new Date(2026, 0, 1), input: '' };
}

async function zipOf(count: number): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const zip = inBlocks(makeZip(files(count)).getReader());
  for await (const block of withZip64End(zip, () => count)) blocks.push(block);
  return Buffer.concat(blocks);
}

describe('The end of an archive', () => {
  it('the end of an archive is unchanged when a zip without zip64 can count the files', async () => {
    const zip = await zipOf(3);
    expect(zip.includes(LOCATOR)).toBe(false);
    expect(zip.readUInt16LE(zip.lastIndexOf(END) + 10)).toBe(3);
  });

  it('the end of an archive counts more files than a zip without zip64 can, even when the archive is small', async () => {
    const zip = await zipOf(65_536);
    const locator = zip.lastIndexOf(LOCATOR);
    expect(locator).toBe(zip.length - 42);
    const fields = Number(zip.readBigUInt64LE(locator + 8));
    expect(zip.toString('latin1', fields, fields + 4)).toBe('PK\x06\x06');
    expect(zip.readBigUInt64LE(fields + 32)).toBe(65_536n);
    const directory = Number(zip.readBigUInt64LE(fields + 48));
    expect(zip.toString('latin1', directory, directory + 4)).toBe('PK\x01\x02');
    expect(directory + Number(zip.readBigUInt64LE(fields + 40))).toBe(fields);
  });
});
