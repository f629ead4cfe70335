import { expect } from '@jest/globals';
import type { ContractCase } from '../contract-case.js';
import { wordsNotFound } from '../words-not-found.js';
import { drawnTypes, isAmong } from './drawing-cases.js';
import { bytesOf, ExtractorBench, nameOf } from './extractor-bench.js';
import type { ExtractorCase, ExtractorContract, LockedSample } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };

const WRONG = ['not-this-one', 'nor-that-one'];
const PAGE = { page: 1, width: 240, height: 960 };

/** The cases for the samples that can be read with a password only. */
export function passwordCases({ locked = [] }: Pick<ExtractorContract, 'locked'>): Case[] {
  return locked.flatMap((sample) => [readsCase(sample), drawsCase(sample)]);
}

function readsCase(sample: LockedSample): Case {
  return {
    name: `reads ${nameOf(sample)} as ${sample.type} with the right one of several passwords, and with no other`,
    skipBy: 'passwords',
    check: async (contract) =>
      ExtractorBench.run(contract, async (bench) => {
        const bytes = await bytesOf(sample);
        const read = (passwords?: string[]) => bench.read(bytes, sample, {}, passwords);
        expect(await read()).toMatchObject({ outcome: 'encrypted', pages: [] });
        const refused = await read(WRONG);
        expect(refused).toMatchObject({ outcome: 'encrypted', pages: [] });
        // Users learn that two passwords were tried, and not which ones.
        expect(refused.reason).toContain(String(WRONG.length));
        for (const password of WRONG) expect(refused.reason).not.toContain(password);
        const result = await read([...WRONG, sample.password]);
        expect(result).toMatchObject({ outcome: 'text' });
        const text = result.pages.map((page) => page.text).join('\n');
        expect({ wordsNotFound: wordsNotFound(sample.expectWords, text) }).toEqual({ wordsNotFound: [] });
        expect(await bench.leftovers()).toEqual([]);
      }),
  };
}

function drawsCase(sample: LockedSample): Case {
  return {
    name: `draws ${nameOf(sample)} as ${sample.type} with its password only, if it draws this type`,
    skipBy: 'passwords',
    check: async (contract) => {
      if (!isAmong(drawnTypes(contract), sample.type)) return;
      await ExtractorBench.run(contract, async (bench) => {
        const bytes = await bytesOf(sample);
        expect(await bench.draw(bytes, sample, PAGE, WRONG)).toMatchObject({ outcome: 'encrypted' });
        const drawn = await bench.draw(bytes, sample, PAGE, [...WRONG, sample.password]);
        expect(drawn).toMatchObject({ outcome: 'drawn' });
      });
    },
  };
}
