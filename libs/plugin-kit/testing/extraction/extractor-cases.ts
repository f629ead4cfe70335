import { expect } from '@jest/globals';
import type { ExtractionResult, OcrText } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { bytesOf, ExtractorBench, nameOf, NO_TEXT } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };
type Work = (bench: ExtractorBench, bytes: Buffer) => Promise<void>;

const OUTCOMES = ['corrupt', 'empty', 'encrypted', 'insufficient', 'text', 'too-large', 'unsupported'];

/** The promises of an extraction plugin with these samples. */
export function extractorCases(contract: Pick<ExtractorContract, 'manifest' | 'samples'>): readonly Case[] {
  const isRemote = contract.manifest.provides.extraction?.form === 'remote';
  return [...contract.samples.flatMap(casesOfSample), ACCEPTS, ...(isRemote ? [AWAY] : [])];
}

function casesOfSample(sample: ExtractionSample): Case[] {
  const label = `${nameOf(sample)} as ${sample.type}`;
  const check = (work: Work) => async (contract: ExtractorContract) =>
    ExtractorBench.run(contract, async (bench) => work(bench, await bytesOf(sample)));
  return [
    {
      name: `reads ${label}`,
      skipBy: 'samples',
      check: check(async (bench, bytes) => {
        const result = await bench.read(bytes, sample);
        expect(result).toMatchObject({ outcome: 'text' });
        expectResult(result);
        const text = result.pages.map((page) => page.text.toLowerCase()).join('\n');
        expect(sample.expectWords.filter((word) => !text.includes(word.toLowerCase()))).toEqual([]);
      }),
    },
    {
      name: `ends with an outcome for ${label} when it is cut off`,
      skipBy: 'truncated file',
      check: check(async (bench, bytes) => {
        for (const share of [0.1, 0.5, 0.9])
          expectResult(await bench.read(bytes.subarray(0, bytes.length * share), sample));
      }),
    },
    {
      name: `ends with an outcome for bytes that are not ${label}`,
      skipBy: 'foreign bytes',
      check: check(async (bench, bytes) => {
        expectResult(await bench.read(scramble(bytes), sample));
        expectResult(await bench.read(Buffer.from('plain words in place of the format'), sample));
      }),
    },
    {
      name: `stops reading ${label} when the signal is aborted`,
      skipBy: 'abort',
      check: check(async (bench, bytes) => {
        let pictures = 0;
        const ocr = async (): Promise<OcrText> => ((pictures += 1), NO_TEXT);
        // It may throw the reason of the abort or answer with what it has; it must not go on with the expensive part.
        const end = await bench.read(bytes, sample, { signal: AbortSignal.abort(), ocr }).catch(() => undefined);
        if (end !== undefined) expectResult(end);
        expect(pictures).toBe(0);
      }),
    },
    {
      name: `leaves nothing in its temporary folder after ${label}`,
      skipBy: 'leaves nothing behind',
      check: check(async (bench, bytes) => {
        await bench.read(bytes, sample);
        expect(await bench.leftovers()).toEqual([]);
      }),
    },
    {
      name: `ends with an outcome without text for an empty file of ${sample.type}`,
      skipBy: 'empty file',
      check: check(async (bench) => {
        const result = await bench.read(Buffer.alloc(0), sample);
        expectResult(result);
        expect(result.outcome).not.toBe('text');
      }),
    },
    {
      name: `ends with an outcome for a file of zeros as ${sample.type}`,
      skipBy: 'zeros',
      check: check(async (bench) => expectResult(await bench.read(Buffer.alloc(100_000), sample))),
    },
  ];
}

const ACCEPTS: Case = {
  name: 'accepts every type it has a sample for',
  skipBy: 'accepts',
  check: async ({ manifest, samples }) => {
    const accepts = manifest.provides.extraction?.accepts ?? [];
    const patterns = new Set(accepts);
    const isAccepted = (type: string): boolean =>
      patterns.has(type) || patterns.has(type.replace(/\/.*/, '/*')) || patterns.has('*/*');
    expect(samples.length).toBeGreaterThan(0);
    expect(samples.map(({ type }) => type).filter((type) => !isAccepted(type))).toEqual([]);
  },
};

const AWAY: Case = {
  name: 'says that trying again may help when its service is away',
  skipBy: 'away',
  check: async (contract) => {
    const { awayConfig, samples } = contract;
    const [sample] = samples;
    if (awayConfig === undefined || sample === undefined)
      throw new Error('a remote extractor needs a sample and `awayConfig`, or a reason to skip "away"');
    const bytes = await bytesOf(sample);
    const ask = async (bench: ExtractorBench): Promise<void> =>
      expect(bench.read(bytes, sample)).rejects.toMatchObject({ name: 'TransientPluginError' });
    await ExtractorBench.run(contract, ask, awayConfig);
  },
};

/** What the host relies on in any answer. */
function expectResult(result: ExtractionResult): void {
  expect(OUTCOMES).toContain(result.outcome);
  for (const { text } of result.pages) {
    expect(text.isWellFormed()).toBe(true);
    expect(text.includes('\0')).toBe(false);
  }
  if (result.outcome === 'text') expect(result.pages.some(({ text }) => text.trim() !== '')).toBe(true);
  else expect(result.pages).toEqual([]);
  if (result.outcome !== 'text') expect(result.reason ?? 'none needed').not.toBe('');
}

/** The same bytes with every seventh turned over, after a beginning that still promises the format. */
function scramble(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index > 8 && index % 7 === 0 ? byte ^ 0xff : byte));
}
