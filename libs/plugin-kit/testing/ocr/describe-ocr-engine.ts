import { afterAll, beforeAll, describe } from '@jest/globals';
import type { OcrEngine } from '../../src/index.js';
import { itKeeps, type SkippedCases } from '../contract-case.js';
import { ocrCases, type OcrEngineUnderTest, type OcrSample } from './ocr-cases.js';

/** What an OCR plugin brings to its contract. */
export interface OcrEngineContract {
  /** A new engine, as the default export of its module makes it; called once. */
  create(): OcrEngine | Promise<OcrEngine>;
  /** At least one page that it reads. */
  samples: readonly [OcrSample, ...OcrSample[]];
  /** Cases this engine cannot pass, by name, each with its reason. */
  skip?: SkippedCases;
}

/** The contract of an OCR plugin as a suite: call it at the top of a `*.contract-spec.ts`. */
export function describeOcrEngine(name: string, contract: OcrEngineContract): void {
  describe(`the OCR plugin ${name}`, () => {
    let underTest: OcrEngineUnderTest;
    beforeAll(async () => {
      underTest = { engine: await contract.create(), samples: contract.samples };
    });
    afterAll(() => underTest.engine.close());
    itKeeps(ocrCases, contract.skip, () => underTest);
  });
}
