import { expect } from '@jest/globals';
import { MOST_SHORT_TEXT_BYTES, type ExtractionResult, type ShortTextReader } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { bytesOf, ExtractorBench, LIMITS, loadDefault, nameOf, scramble } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };

/** The cases for the samples of types that the plugin reads without a process when they are short. */
export function shortTextCases({ manifest, samples }: Pick<ExtractorContract, 'manifest' | 'samples'>): Case[] {
  const { extraction } = manifest.provides;
  if (extraction?.form !== 'sandboxed' || !extraction.shortTexts) return [];
  const { types, reader } = extraction.shortTexts;
  return samples.filter(({ type }) => types.includes(type)).map((sample) => caseOfSample(sample, reader));
}

function caseOfSample(sample: ExtractionSample, reader: URL): Case {
  return {
    name: `reads ${nameOf(sample)} as ${sample.type} without a process only as the extractor reads it`,
    skipBy: 'short texts',
    check: async (contract) =>
      ExtractorBench.run(contract, async (bench) => {
        const read = await loadDefault<ShortTextReader>(reader);
        const whole = (await bytesOf(sample)).subarray(0, MOST_SHORT_TEXT_BYTES);
        const cut = [0.1, 0.5, 0.9].map((share) => whole.subarray(0, Math.max(1, whole.length * share)));
        for (const bytes of [whole, ...cut, scramble(whole), Buffer.alloc(100), Buffer.from('plain words')]) {
          const result: ExtractionResult | undefined = read(bytes, LIMITS);
          if (result) expect(result).toEqual(await bench.read(bytes, sample));
        }
      }),
  };
}
