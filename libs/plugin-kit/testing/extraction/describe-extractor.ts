import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type {
  ExtractionContext,
  ExtractionLimits,
  ExtractionResult,
  Extractor,
  OcrImage,
  OcrText,
  PluginManifest,
} from '../../src/index.js';

export interface ExtractionSample {
  /** The file: a path, an address, or its bytes. */
  file: string | URL | Uint8Array;
  /** Media type the host would detect. */
  type: string;
  /** Words that must be found, in any case and order. */
  expectWords: readonly string[];
  fileName?: string;
}

export type ExtractorCase =
  'abort' | 'empty file' | 'foreign bytes' | 'leaves nothing behind' | 'samples' | 'truncated file' | 'zeros';

export interface ExtractorContract {
  manifest: PluginManifest;
  /** At least one for every type it accepts that has a sample at hand. */
  samples: readonly ExtractionSample[];
  /** Stands in for the OCR engine; without it every page image is read as empty. */
  ocr?: (image: OcrImage) => OcrText | Promise<OcrText>;
  /** Cases that do not apply, each with its reason. */
  skip?: Partial<Record<ExtractorCase, string>>;
}

const LIMITS: ExtractionLimits = {
  maxOcrPages: 20,
  maxChars: 100_000,
  maxPixels: 20_000_000,
  maxInflatedBytes: 32 * 1024 * 1024,
  maxEntries: 1000,
};
const OUTCOMES = ['corrupt', 'empty', 'encrypted', 'insufficient', 'text', 'too-large', 'unsupported'];
const NO_TEXT: OcrText = { text: '', confidence: 0, languages: [] };

/**
 * The contract of an extraction plugin of the sandboxed form, as a suite: call it at the top of a `*.contract-spec.ts`.
 * The extractor runs in the process of the test.
 */
export function describeExtractor(name: string, contract: ExtractorContract): void {
  describe(`the extraction plugin ${name}`, () => {
    let folder: string;
    let extractor: Extractor;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'extractor-contract-'));
      extractor = await loadExtractor(contract.manifest);
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    const unless = (what: ExtractorCase, sentence: string, test: () => Promise<void>): void => {
      const reason = contract.skip?.[what];
      if (reason === undefined) it(sentence, test);
      else it.skip(`${sentence} (skipped: ${reason})`, test);
    };
    const read = (bytes: Uint8Array, sample: ExtractionSample, changes?: Partial<ExtractionContext>) =>
      readBytes(extractor, folder, bytes, sample, contract, changes);

    for (const sample of contract.samples) {
      const label = `${nameOf(sample)} as ${sample.type}`;
      unless('samples', `reads ${label}`, async () => {
        const result = await read(await bytesOf(sample), sample);
        expect(result).toMatchObject({ outcome: 'text' });
        const text = result.pages
          .map((page) => page.text)
          .join('\n')
          .toLowerCase();
        expect(sample.expectWords.filter((word) => !text.includes(word.toLowerCase()))).toEqual([]);
      });
      unless('truncated file', `ends with an outcome for ${label} when it is cut off`, async () => {
        const bytes = await bytesOf(sample);
        for (const share of [0.1, 0.5, 0.9]) expectResult(await read(bytes.subarray(0, bytes.length * share), sample));
      });
      unless('foreign bytes', `ends with an outcome for bytes that are not ${label}`, async () => {
        const bytes = await bytesOf(sample);
        expectResult(await read(scramble(bytes), sample));
        expectResult(await read(Buffer.from('plain words in place of the format'), sample));
      });
      unless('abort', `gives up ${label} when it is told to`, async () => {
        const bytes = await bytesOf(sample);
        let pictures = 0;
        const ocr = async (): Promise<OcrText> => ((pictures += 1), NO_TEXT);
        // It may throw the reason of the abort or answer with what it has; it must not go on with the expensive part.
        await read(bytes, sample, { signal: AbortSignal.abort(), ocr }).then(expectResult, () => undefined);
        expect(pictures).toBe(0);
      });
      unless('leaves nothing behind', `leaves nothing in its temporary folder after ${label}`, async () => {
        await read(await bytesOf(sample), sample);
        expect(await readdir(join(folder, 'temp'))).toEqual([]);
        expect(await readdir(folder)).toEqual(['file', 'temp']);
      });
      unless('empty file', `ends with an outcome without text for an empty file of ${sample.type}`, async () => {
        const result = await read(Buffer.alloc(0), sample);
        expectResult(result);
        expect(result.outcome).not.toBe('text');
      });
      unless('zeros', `ends with an outcome for a file of zeros as ${sample.type}`, async () => {
        expectResult(await read(Buffer.alloc(100_000), sample));
      });
    }

    it('accepts every type it has a sample for', () => {
      const accepts = contract.manifest.provides.extraction?.accepts ?? [];
      const patterns = new Set(accepts);
      const isAccepted = (type: string): boolean =>
        patterns.has(type) || patterns.has(type.replace(/\/.*/, '/*')) || patterns.has('*/*');
      expect(contract.samples.map(({ type }) => type).filter((type) => !isAccepted(type))).toEqual([]);
    });
  });
}

async function loadExtractor(manifest: PluginManifest): Promise<Extractor> {
  const declaration = manifest.provides.extraction;
  if (declaration?.form !== 'sandboxed') throw new Error(`${manifest.id} does not declare a sandboxed extractor`);
  const path = fileURLToPath(declaration.extractor);
  // Tests may run from the sources, where the module has another ending.
  const { default: extractor } = (await import(existsSync(path) ? path : path.replace(/\.js$/, '.ts'))) as {
    default: Extractor;
  };
  return extractor;
}

async function readBytes(
  extractor: Extractor,
  folder: string,
  bytes: Uint8Array,
  sample: ExtractionSample,
  contract: ExtractorContract,
  changes: Partial<ExtractionContext> = {},
): Promise<ExtractionResult> {
  const path = join(folder, 'file');
  const tempDir = join(folder, 'temp');
  await writeFile(path, bytes);
  await mkdir(tempDir, { recursive: true });
  const { config } = contract.manifest;
  return extractor.extract(
    { path, size: bytes.length, type: sample.type, fileName: nameOf(sample) },
    {
      config: config === undefined ? undefined : new config(),
      signal: new AbortController().signal,
      deadline: Date.now() + 30_000,
      languages: ['eng'],
      limits: LIMITS,
      tempDir,
      ocr: async (image) => (await contract.ocr?.(image)) ?? NO_TEXT,
      progress: () => undefined,
      ...changes,
    },
  );
}

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

async function bytesOf({ file }: ExtractionSample): Promise<Buffer> {
  return file instanceof Uint8Array ? Buffer.from(file) : readFile(file);
}

function nameOf({ file, fileName, type }: ExtractionSample): string {
  if (fileName !== undefined) return fileName;
  if (file instanceof Uint8Array) return `sample of ${type.replace(/^.*[/.]/, '')}`;
  return String(file).replace(/^.*\//, '');
}
