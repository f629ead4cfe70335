import { expect } from '@jest/globals';
import type { DrawnPage, PageToDraw } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { bytesOf, ExtractorBench, nameOf, scramble } from './extractor-bench.js';
import type { ExtractionSample, ExtractorCase, ExtractorContract } from './extractor-contract.js';

type Case = ContractCase<ExtractorContract> & { skipBy: ExtractorCase };
type Draw = (bytes: Uint8Array, page?: Partial<PageToDraw>) => Promise<DrawnPage>;

const THUMBNAIL: PageToDraw = { page: 1, width: 240, height: 960 };
const OUTCOMES = ['corrupt', 'drawn', 'encrypted', 'no-such-page', 'too-large', 'unsupported'];

/** The cases for the samples of types that the plugin draws. */
export function drawingCases({ manifest, samples }: Pick<ExtractorContract, 'manifest' | 'samples'>): readonly Case[] {
  const draws = drawnTypes({ manifest });
  if (draws.length === 0) return [];
  return [...samples.filter(({ type }) => isAmong(draws, type)).flatMap(casesOfSample), DRAWS];
}

function casesOfSample(sample: ExtractionSample): Case[] {
  const label = `${nameOf(sample)} as ${sample.type}`;
  const check = (work: (draw: Draw, bytes: Buffer, bench: ExtractorBench) => Promise<void>) => {
    return async (contract: ExtractorContract) =>
      ExtractorBench.run(contract, async (bench) => {
        const draw: Draw = (bytes, page) => bench.draw(bytes, sample, { ...THUMBNAIL, ...page });
        await work(draw, await bytesOf(sample), bench);
      });
  };
  return [
    {
      name: `draws the first page of ${label}`,
      skipBy: 'pages',
      check: check(async (draw, bytes) => {
        for (const size of [THUMBNAIL, { page: 1, width: 60, height: 30 }]) {
          const drawn = await draw(bytes, size);
          expect(drawn.outcome).toBe('drawn');
          expectDrawn(drawn, size);
        }
      }),
    },
    {
      name: `says that ${label} has no page behind its last one`,
      skipBy: 'no such page',
      check: check(async (draw, bytes) => {
        const { pagesCount = 0 } = await draw(bytes);
        expect((await draw(bytes, { page: pagesCount + 1 })).outcome).toBe('no-such-page');
        expect((await draw(bytes, { page: 100_000 })).outcome).toBe('no-such-page');
      }),
    },
    {
      name: `returns an outcome for damaged copies of ${label} when it draws them`,
      skipBy: 'damaged page',
      check: check(async (draw, bytes) => {
        const cut = [0, 0.1, 0.5, 0.9].map((share) => bytes.subarray(0, bytes.length * share));
        for (const damaged of [...cut, scramble(bytes), Buffer.from('plain words'), Buffer.alloc(100_000)])
          expectDrawn(await draw(damaged), THUMBNAIL);
      }),
    },
    {
      name: `leaves nothing in its temporary folder after drawing ${label}`,
      skipBy: 'leaves nothing behind',
      check: check(async (draw, bytes, bench) => {
        await draw(bytes);
        expect(await bench.leftovers()).toEqual([]);
      }),
    },
  ];
}

const DRAWS: Case = {
  name: 'draws only types that it accepts, and has a sample of one',
  skipBy: 'draws',
  check: async ({ manifest, samples }) => {
    const draws = drawnTypes({ manifest });
    const accepts = manifest.provides.extraction?.accepts ?? [];
    expect({ notAccepted: draws.filter((type) => !isAmong(accepts, type)) }).toEqual({ notAccepted: [] });
    expect(samples.some(({ type }) => isAmong(draws, type))).toBe(true);
  },
};

/** What the host relies on in every drawn page. */
function expectDrawn(drawn: DrawnPage, page: PageToDraw): void {
  expect(OUTCOMES).toContain(drawn.outcome);
  if (drawn.outcome !== 'drawn') {
    expect(drawn.reason ?? 'none needed').not.toBe('');
    return;
  }
  const { width, height, channels, pixels, pagesCount } = drawn;
  expect(pagesCount).toBeGreaterThanOrEqual(page.page);
  expect([1, 3]).toContain(channels);
  expect([width > 0 && width <= page.width, height > 0 && height <= page.height]).toEqual([true, true]);
  expect(pixels.length).toBe(width * height * channels);
}

export function drawnTypes({ manifest }: Pick<ExtractorContract, 'manifest'>): readonly string[] {
  const { extraction } = manifest.provides;
  return extraction?.form === 'sandboxed' ? (extraction.draws ?? []) : [];
}

export function isAmong(patterns: readonly string[], type: string): boolean {
  return [type, type.replace(/\/.*/, '/*'), '*/*'].some((pattern) => patterns.includes(pattern));
}
