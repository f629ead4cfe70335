import { expect } from '@jest/globals';
import { matchFileType, type ExtractionResult, type OcrText } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { wordsNotFound } from '../words-not-found.js';
import { expectWordsOnPage } from '../words-on-page.js';
import { drawingCases } from './drawing-cases.js';
import { bytesOf, ExtractorBench, nameOf, NO_TEXT, scramble } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';
import { HOST_TYPES } from './host-types.js';
import { mailCases } from './mail-cases.js';
import { passwordCases } from './password-cases.js';
import { REMOTE_CASES } from './remote-cases.js';
import { shortTextCases } from './short-text-cases.js';
import { unpackingCases } from './unpacking-cases.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };
type Work = (bench: ExtractorBench, bytes: Buffer) => Promise<void>;

const OUTCOMES = ['corrupt', 'empty', 'encrypted', 'insufficient', 'text', 'too-large', 'unsupported'];

/** The cases of the contract of an extraction plugin for these samples. */
export function extractorCases(contract: Pick<ExtractorContract, 'locked' | 'manifest' | 'samples'>): readonly Case[] {
  const isRemote = contract.manifest.provides.extraction?.form === 'remote';
  const reading = [...contract.samples.flatMap(casesOfSample), ACCEPTS, TYPES];
  const others = [
    ...drawingCases(contract),
    ...mailCases(contract),
    ...shortTextCases(contract),
    ...unpackingCases(contract),
    ...passwordCases(contract),
  ];
  return [...reading, ...others, ...(isRemote ? REMOTE_CASES : [])];
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
        const text = result.pages.map((page) => page.text).join('\n');
        expect({ wordsNotFound: wordsNotFound(sample.expectWords, text) }).toEqual({ wordsNotFound: [] });
      }),
    },
    {
      name: `returns an outcome for ${label} when the file is truncated`,
      skipBy: 'truncated file',
      check: check(async (bench, bytes) => {
        for (const share of [0.1, 0.5, 0.9])
          expectResult(await bench.read(bytes.subarray(0, bytes.length * share), sample));
      }),
    },
    {
      name: `returns an outcome for bytes that are not ${label}`,
      skipBy: 'foreign bytes',
      check: check(async (bench, bytes) => {
        expectResult(await bench.read(scramble(bytes), sample));
        expectResult(await bench.read(Buffer.from('plain words instead of the format'), sample));
      }),
    },
    {
      name: `stops reading ${label} when aborted`,
      skipBy: 'abort',
      check: check(async (bench, bytes) => {
        let pictures = 0;
        const ocr = async (): Promise<OcrText> => ((pictures += 1), NO_TEXT);
        // It may throw the abort reason or return what it has; it must not continue with OCR, the expensive part.
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
      name: `returns an outcome without text for an empty file of ${sample.type}`,
      skipBy: 'empty file',
      check: check(async (bench) => {
        const result = await bench.read(Buffer.alloc(0), sample);
        expectResult(result);
        expect(result.outcome).not.toBe('text');
      }),
    },
    {
      name: `returns an outcome for a file of zeros as ${sample.type}`,
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

const TYPES: Case = {
  name: 'accepts only types that the host detects or that it declares itself',
  skipBy: 'types',
  check: async ({ manifest, samples }) => {
    const types = manifest.types ?? [];
    const own = new Map(types.map((each) => [each.type, each]));
    const accepts = manifest.provides.extraction?.accepts ?? [];
    const unknown = accepts.filter((type) => !type.includes('*') && !own.has(type) && !HOST_TYPES.has(type));
    // No file reaches the plugin for these: declare them in `types` of the manifest.
    expect({ unknownTypes: unknown }).toEqual({ unknownTypes: [] });
    for (const sample of samples) {
      const declared = own.get(sample.type);
      if (declared === undefined) continue;
      const { hasExtension, magicBytes } = matchFileType(declared, {
        head: await bytesOf(sample),
        fileName: nameOf(sample),
      });
      // Neither magic bytes nor the extension of `types` fit: correct them, or give the sample its `fileName`.
      expect({ sample: nameOf(sample), isOfDeclaredType: hasExtension || magicBytes > 0 }).toEqual({
        sample: nameOf(sample),
        isOfDeclaredType: true,
      });
    }
  },
};

/** What the host relies on in every result. */
function expectResult(result: ExtractionResult): void {
  expect(OUTCOMES).toContain(result.outcome);
  for (const { text, width = 1, height = 1, words = [] } of result.pages) {
    expect(text.isWellFormed()).toBe(true);
    expect(text.includes('\0')).toBe(false);
    expect(Math.min(width, height)).toBeGreaterThan(0);
    expect(Math.max(width, height)).toBeLessThan(Infinity);
    expectWordsOnPage(words);
  }
  if (result.outcome === 'text') expect(result.pages.some(({ text }) => text.trim() !== '')).toBe(true);
  else expect(result.pages).toEqual([]);
  if (result.outcome !== 'text') expect(result.reason ?? 'none needed').not.toBe('');
}
