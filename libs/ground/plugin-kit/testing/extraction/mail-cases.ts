import { expect } from '@jest/globals';
import type { OpenedMail } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { bytesOf, ExtractorBench, nameOf, scramble } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };
type Open = (bytes: Uint8Array) => Promise<OpenedMail>;

const OUTCOMES = ['corrupt', 'opened', 'too-large', 'unsupported'];

/** The cases for the samples of types that the plugin opens as mails. */
export function mailCases({ manifest, samples }: Pick<ExtractorContract, 'manifest' | 'samples'>): readonly Case[] {
  const opens = openedTypes({ manifest });
  if (opens.length === 0) return [];
  return [...samples.filter(({ type }) => opens.includes(type)).flatMap(casesOfSample), OPENS];
}

function casesOfSample(sample: ExtractionSample): Case[] {
  const label = `${nameOf(sample)} as ${sample.type}`;
  const check = (work: (open: Open, bytes: Buffer, bench: ExtractorBench) => Promise<void>) => {
    return async (contract: ExtractorContract) =>
      ExtractorBench.run(contract, async (bench) =>
        work((bytes) => bench.open(bytes, sample), await bytesOf(sample), bench),
      );
  };
  return [
    {
      name: `opens the mail ${label}`,
      skipBy: 'mails',
      check: check(async (open, bytes) => {
        const mail = await open(bytes);
        expect(mail.outcome).toBe('opened');
        expectMail(mail, bytes);
      }),
    },
    {
      name: `returns an outcome for damaged copies of ${label} when it opens them`,
      skipBy: 'damaged mail',
      check: check(async (open, bytes) => {
        const cut = [0, 0.1, 0.5, 0.9].map((share) => bytes.subarray(0, bytes.length * share));
        for (const damaged of [...cut, scramble(bytes), Buffer.from('plain words'), Buffer.alloc(100_000)])
          expectMail(await open(damaged), damaged);
      }),
    },
    {
      name: `leaves nothing in its temporary folder after opening ${label}`,
      skipBy: 'leaves nothing behind',
      check: check(async (open, bytes, bench) => {
        await open(bytes);
        expect(await bench.leftovers()).toEqual([]);
      }),
    },
  ];
}

const OPENS: Case = {
  name: 'opens only exact types, and has a sample of each',
  skipBy: 'opens',
  check: async ({ manifest, samples }) => {
    const opens = openedTypes({ manifest });
    const types = new Set(samples.map(({ type }) => type));
    expect({ notExact: opens.filter((type) => type.includes('*')) }).toEqual({ notExact: [] });
    expect({ withoutSample: opens.filter((type) => !types.has(type)) }).toEqual({ withoutSample: [] });
  },
};

/** What the host relies on in every mail. */
function expectMail(mail: OpenedMail, bytes: Uint8Array): void {
  expect(OUTCOMES).toContain(mail.outcome);
  if (mail.outcome !== 'opened') {
    expect(mail.reason ?? 'none needed').not.toBe('');
    return;
  }
  for (const { address, name } of [...mail.from, ...mail.to])
    expect([typeof address, typeof name, address === '']).toEqual(['string', 'string', false]);
  for (const { name, value } of mail.trace) expect([name.toLowerCase(), typeof value]).toEqual([name, 'string']);
  if (mail.date !== undefined) expect(new Date(mail.date).toISOString()).toBe(mail.date);
  for (const { fileName, type, isInline, bytes: content } of mail.parts) {
    expect([typeof fileName, type, typeof isInline]).toEqual(['string', type.toLowerCase(), 'boolean']);
    expect(content).toBeInstanceOf(Uint8Array);
  }
  // The host refuses files that are much larger than their mail.
  const size = mail.parts.reduce((sum, part) => sum + part.bytes.length, 0);
  expect(size).toBeLessThanOrEqual(2 * bytes.length + 1024 * 1024);
}

function openedTypes({ manifest }: Pick<ExtractorContract, 'manifest'>): readonly string[] {
  const { extraction } = manifest.provides;
  return extraction?.form === 'sandboxed' ? (extraction.opensMail ?? []) : [];
}
