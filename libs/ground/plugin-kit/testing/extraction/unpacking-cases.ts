import { constants, crc32, deflateRawSync } from 'node:zlib';
import { expect } from '@jest/globals';
import { zipEntries, type AttachedFile } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { bytesOf, ExtractorBench, LIMITS, nameOf } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };

const ZIP = Buffer.from('PK\x03\x04', 'latin1');
const MOST_ATTACHMENT_BYTES = 1024 * 1024;

/**
 * For samples that are zip files: each of their parts unpacks to more than `limits.maxInflatedBytes`. A reader that
 * unpacks any of them as a whole finds the text of the sample, and has no reason to say that something is missing.
 */
export function unpackingCases({ manifest, samples }: Pick<ExtractorContract, 'manifest' | 'samples'>): Case[] {
  if (manifest.provides.extraction?.form === 'remote') return [];
  return samples.map((sample) => ({
    name: `the extractor unpacks ${nameOf(sample)} as ${sample.type} within its limits, if it is a zip file`,
    skipBy: 'unbounded unpacking',
    check: async (contract) => {
      const bytes = await bytesOf(sample);
      if (bytes.subarray(0, ZIP.length).equals(ZIP)) await expectLimit(contract, swollen(bytes), sample);
    },
  }));
}

async function expectLimit(contract: ExtractorContract, bytes: Buffer, sample: ExtractionSample): Promise<void> {
  await ExtractorBench.run(contract, async (bench) => {
    const { outcome, truncated = false, warnings = [], attachments } = await bench.read(bytes, sample);
    if (attachments !== undefined) return expectBoundedFiles(attachments);
    const saysSo = outcome !== 'text' || truncated || warnings.length > 0;
    // Each part unpacks to more than `context.limits.maxInflatedBytes`: stop there, and say `too-large` or `truncated`.
    expect({ saysThatALimitWasReached: saysSo }).toEqual({ saysThatALimitWasReached: true });
  });
}

/** What is in the file is unpacked by `read` only. */
async function expectBoundedFiles(attachments: AsyncIterable<AttachedFile>): Promise<void> {
  for await (const { name, read } of attachments) {
    const content = await read(MOST_ATTACHMENT_BYTES);
    const isBounded = !(content instanceof Uint8Array) || content.length <= MOST_ATTACHMENT_BYTES;
    expect({ name, isBounded }).toEqual({ name, isBounded: true });
  }
}

/** The same zip file, with as many spaces as the limit allows at the end of every part. Its sizes are true. */
function swollen(file: Buffer): Buffer {
  const spaces = Buffer.alloc(LIMITS.maxInflatedBytes, ' ');
  const packedSpaces = deflateRawSync(spaces);
  const [locals, lines]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const entry of zipEntries(file, LIMITS)) {
    const [name, content] = [Buffer.from(entry.name), entry.unpack()];
    // It says what kind of file this is, and stands there as it is.
    const isStored = entry.name === 'mimetype';
    // The first stream does not end, so that the second one continues it.
    const open = deflateRawSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
    const packed = isStored ? content : Buffer.concat([open, packedSpaces]);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(isStored ? 0 : 8, 4);
    fields.writeUInt32LE(isStored ? crc32(content) : crc32(spaces, crc32(content)), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length + (isStored ? 0 : spaces.length), 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    locals.push(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed]));
    lines.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, name]));
    offset += locals.at(-1)?.length ?? 0;
  }
  const directory = Buffer.concat(lines);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(lines.length, 8);
  end.writeUInt16LE(lines.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
