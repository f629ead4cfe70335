import { expect } from '@jest/globals';
import type { OcrEngine, OcrImage, OcrText } from '../../src/index.js';
import type { ContractCase } from '../contract-case.js';
import { wordsNotFound } from '../words-not-found.js';
import { expectWordsOnPage } from '../words-on-page.js';

/** A page that the engine reads. */
export interface OcrSample {
  image: OcrImage;
  /** Tesseract language codes for this page. */
  languages: readonly string[];
  /** Words by which a search must find the text, in any order. */
  expectWords: readonly string[];
}

/** What each case runs on. */
export interface OcrEngineUnderTest {
  engine: OcrEngine;
  samples: readonly [OcrSample, ...OcrSample[]];
}

/** The cases of the contract of an OCR engine, to be run one after the other on the same engine. */
export const ocrCases: readonly ContractCase<OcrEngineUnderTest>[] = [
  {
    name: 'reads its samples and reports confidence and languages',
    check: async ({ engine, samples }) => {
      for (const sample of samples) {
        const result = await read(engine, sample);
        expectWords(result, sample);
        expect(result.confidence).toBeGreaterThan(0);
        expect(result.languages.length).toBeGreaterThan(0);
      }
    },
  },
  {
    name: 'gives boxes for the words of the text in the same order, if it gives any',
    check: async ({ engine, samples }) => {
      for (const sample of samples) {
        const { text, words = [] } = await read(engine, sample);
        let behind = 0;
        for (const word of words) {
          const at = text.indexOf(word.text, behind);
          expect({ word: word.text, isInOrder: at >= 0 }).toEqual({ word: word.text, isInOrder: true });
          behind = at + word.text.length;
        }
      }
    },
  },
  {
    name: 'reads no text on a blank page',
    check: async ({ engine, samples: [{ languages }] }) => {
      const image = { gray: new Uint8Array(800 * 600).fill(250), width: 800, height: 600 };
      expect(await read(engine, { image, languages })).toMatchObject({ text: '', confidence: 0 });
    },
  },
  {
    name: 'accepts images of any size and shape',
    check: async ({ engine, samples: [{ languages }] }) => {
      for (const [width, height] of [
        [1, 1],
        [3, 400],
        [400, 3],
        [12, 12],
      ] as const) {
        const gray = Uint8Array.from({ length: width * height }, (_, index) => (index % 2) * 255);
        await read(engine, { image: { gray, width, height }, languages });
      }
    },
  },
  {
    name: 'the engine does not modify the image it is given',
    check: async ({ engine, samples: [sample] }) => {
      const before = Buffer.from(sample.image.gray);
      await read(engine, sample);
      expect(before.equals(sample.image.gray)).toBe(true);
    },
  },
  {
    name: 'warns about a missing language instead of failing',
    check: async ({ engine, samples: [{ image }] }) => {
      const { warnings = [] } = await read(engine, { image, languages: ['xyz'] });
      expect(warnings.join(' ')).toContain('xyz');
    },
  },
  {
    name: 'the engine does not start when the signal is already aborted',
    check: async ({ engine, samples: [{ image, languages }] }) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await expect(engine.recognize(image, { languages, signal })).rejects.toThrow();
    },
  },
  {
    name: 'stops on abort and reads the next page normally',
    check: async ({ engine, samples: [sample] }) => {
      const abort = new AbortController();
      const reading = engine.recognize(sample.image, { languages: sample.languages, signal: abort.signal });
      setImmediate(() => abort.abort(new Error('enough')));
      // An engine that finished before the abort is correct, too.
      await reading.then(expectText, () => undefined);
      expectWords(await read(engine, sample), sample);
    },
  },
  {
    name: 'returns the right text for each of several concurrent pages',
    check: async ({ engine, samples }) => {
      const [sample] = samples;
      const asked = [sample, ...samples, sample];
      const results = await Promise.all(asked.map((each) => read(engine, each)));
      for (const [index, result] of results.entries()) expectWords(result, asked[index] ?? sample);
    },
  },
];

async function read(engine: OcrEngine, { image, languages }: Omit<OcrSample, 'expectWords'>): Promise<OcrText> {
  const result = await engine.recognize(image, { languages, signal: new AbortController().signal });
  expectText(result);
  return result;
}

function expectWords({ text }: OcrText, sample: OcrSample): void {
  expect({ wordsNotFound: wordsNotFound(sample.expectWords, text) }).toEqual({ wordsNotFound: [] });
}

/** What the host relies on in every result. */
function expectText({ text, confidence, languages, words = [] }: OcrText): void {
  expectWordsOnPage(words);
  expect(text.isWellFormed()).toBe(true);
  expect(text.includes('\0')).toBe(false);
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeLessThanOrEqual(100);
  expect(Array.isArray(languages)).toBe(true);
}
