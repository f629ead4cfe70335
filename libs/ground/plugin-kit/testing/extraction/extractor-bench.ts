import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  DrawingContext,
  DrawnPage,
  ExtractionContext,
  ExtractionDeclaration,
  ExtractionInput,
  ExtractionLimits,
  ExtractionResult,
  Extractor,
  OcrText,
  OpenedMail,
  PageToDraw,
  RemoteExtractor,
} from '../../src/index.js';
import { settledWithin } from '../settled-within.js';
import { aTestHost } from '../test-host.js';
import type { ExtractionSample, ExtractorContract } from './extractor-contract.js';

export const LIMITS: ExtractionLimits = {
  maxOcrPages: 20,
  maxChars: 100_000,
  maxPixels: 20_000_000,
  maxInflatedBytes: 32 * 1024 * 1024,
  maxEntries: 1000,
};
const DEADLINE_MS = 30_000;
export const NO_TEXT: OcrText = { text: '', confidence: 0, languages: [] };

/** An extractor with the context and the folders that the host would provide. */
export class ExtractorBench {
  private constructor(
    private readonly contract: ExtractorContract,
    private readonly extractor: Extractor,
    private readonly config: object | undefined,
    private readonly folder: string,
  ) {}

  /** Runs `work` and removes the folders. `config` replaces the settings of the contract. */
  static async run(
    contract: ExtractorContract,
    work: (bench: ExtractorBench) => Promise<void>,
    config: object | undefined = contract.config,
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'extractor-contract-'));
    try {
      const { config: ConfigClass } = contract.manifest;
      const settings = ConfigClass === undefined ? config : Object.assign(new ConfigClass(), config);
      await mkdir(join(folder, 'temp'));
      const extractor = await loadExtractor(contract, settings);
      try {
        await extractor.start?.();
        await work(new ExtractorBench(contract, extractor, settings, folder));
      } finally {
        await extractor.close?.();
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Rejects when the extractor does not return in time. */
  async read(
    bytes: Uint8Array,
    sample: ExtractionSample,
    changes: Partial<ExtractionContext> = {},
    passwords?: readonly string[],
  ): Promise<ExtractionResult> {
    const input = await this.put(bytes, sample, passwords);
    return this.inTime((given) =>
      this.extractor.extract(input, {
        ...given,
        languages: ['eng'],
        ocr: async (image) => (await this.contract.ocr?.(image)) ?? NO_TEXT,
        progress: () => undefined,
        ...changes,
      }),
    );
  }

  /** Rejects when the extractor does not return in time, or cannot draw. */
  async draw(
    bytes: Uint8Array,
    sample: ExtractionSample,
    page: PageToDraw,
    passwords?: readonly string[],
  ): Promise<DrawnPage> {
    const input = await this.put(bytes, sample, passwords);
    return this.inTime((given) => {
      if (this.extractor.drawPage === undefined) throw new Error('the extractor has no drawPage');
      return this.extractor.drawPage(input, page, given);
    });
  }

  /** Rejects when the extractor does not return in time, or cannot open mails. */
  async open(bytes: Uint8Array, sample: ExtractionSample): Promise<OpenedMail> {
    const input = await this.put(bytes, sample);
    return this.inTime((given) => {
      if (this.extractor.openMail === undefined) throw new Error('the extractor has no openMail');
      return this.extractor.openMail(input, given);
    });
  }

  private async put(
    bytes: Uint8Array,
    sample: ExtractionSample,
    passwords?: readonly string[],
  ): Promise<ExtractionInput> {
    const path = join(this.folder, 'file');
    await writeFile(path, bytes);
    const input = { path, size: bytes.length, type: sample.type, fileName: nameOf(sample) };
    return passwords === undefined ? input : { ...input, passwords };
  }

  private async inTime<Result>(work: (given: DrawingContext) => Promise<Result>): Promise<Result> {
    const milliseconds = this.contract.deadlineMs ?? DEADLINE_MS;
    const abort = new AbortController();
    const working = work({
      config: this.config,
      signal: abort.signal,
      deadline: Date.now() + milliseconds,
      limits: LIMITS,
      tempDir: join(this.folder, 'temp'),
    });
    if (await settledWithin(milliseconds, working)) return working;
    abort.abort(new Error('the deadline has passed'));
    throw new Error(`the extractor did not return within ${milliseconds} ms`);
  }

  /** The files in its folders other than the file to read. */
  async leftovers(): Promise<string[]> {
    const others = (await readdir(this.folder)).filter((name) => name !== 'file' && name !== 'temp');
    return [...others, ...(await readdir(join(this.folder, 'temp')))];
  }
}

/** Inverts every seventh byte after a header that still matches the format. */
export function scramble(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index > 8 && index % 7 === 0 ? byte ^ 0xff : byte));
}

export async function bytesOf({ file }: ExtractionSample): Promise<Buffer> {
  return file instanceof Uint8Array ? Buffer.from(file) : readFile(file);
}

export function nameOf({ file, fileName, type }: ExtractionSample): string {
  if (fileName !== undefined) return fileName;
  if (file instanceof Uint8Array) return `sample of ${type.replace(/^.*[/.]/, '')}`;
  return String(file).replace(/^.*\//, '');
}

async function loadExtractor(contract: ExtractorContract, config: object | undefined): Promise<RemoteExtractor> {
  const declaration: ExtractionDeclaration | undefined = contract.manifest.provides.extraction;
  if (declaration === undefined) throw new Error(`${contract.manifest.id} does not provide extraction`);
  if (declaration.form === 'remote') return declaration.create({ ...aTestHost(config ?? {}), ...contract.host });
  return loadDefault<Extractor>(declaration.extractor);
}

/** The default export of a module that the manifest names. */
export async function loadDefault<Module>(module: URL): Promise<Module> {
  const path = fileURLToPath(module);
  // Tests may run from the sources, where the module has another extension.
  const loaded = (await import(existsSync(path) ? path : path.replace(/\.js$/, '.ts'))) as { default: Module };
  return loaded.default;
}
