import { afterAll, beforeAll, describe } from '@jest/globals';
import type { OcrEngine, PluginManifest } from '../../src/index.js';
import type { SkippedCases } from '../contract-case.js';
import { itKeeps } from '../it-keeps.js';
import { ocrCases, type OcrEngineUnderTest, type OcrSample } from './ocr-cases.js';

/** What an OCR plugin passes to its contract suite. */
export interface OcrEngineContract {
  /** The default export of `plugin.ts`. */
  manifest: PluginManifest;
  /** Creates a new engine, as the default export of its module does; called once. */
  create(): OcrEngine | Promise<OcrEngine>;
  /** At least one page that it reads. */
  samples: readonly [OcrSample, ...OcrSample[]];
  /** Cases that this engine cannot pass, by case name, each with its reason. */
  skip?: SkippedCases;
}

/** The contract of an OCR plugin as a suite: call it at the top level of a `*.contract-spec.ts`. */
export function describeOcrEngine(name: string, contract: OcrEngineContract): void {
  describe(`the OCR plugin ${name}`, () => {
    let underTest: OcrEngineUnderTest;
    beforeAll(async () => {
      underTest = { engine: await contract.create(), samples: contract.samples };
    });
    afterAll(() => underTest.engine.close());
    itKeeps({ kind: 'ocr', manifest: contract.manifest }, ocrCases, contract.skip, () => underTest);
  });
}
