import { finishReading, layoutsOf, makeExtraction, readResult, type Extraction } from '#capabilities/sandbox';
import { detectTypeOfBytes } from './detect/detect-type.js';
import type { ShortTextReader } from '@archivolt/plugin-kit';
import { MOST_SHORT_TEXT_BYTES } from '@archivolt/plugin-kit';
import { compiledUrl } from '#ground/kernel';
import { stepsFor, type ExtractionPlugin, type InstalledFacts } from './extraction-plugins.js';

/** A short file that is in memory. */
export interface ShortFile {
  bytes: Buffer;
  fileName: string;
  /** Media type that the uploader declared. */
  declaredType: string | undefined;
}

/** Reads short texts without the sandbox, with the plugins that need no parser for them. */
export class ShortTexts {
  readonly #readers = new Map<string, Promise<ShortTextReader>>();

  constructor(private readonly facts: InstalledFacts) {}

  /** `undefined` for a file that needs the sandbox, or the turn of another lane. */
  async read({ bytes, fileName, declaredType }: ShortFile): Promise<Extraction | undefined> {
    const { plugins, types, limits } = this.facts;
    if (bytes.length === 0 || bytes.length > MOST_SHORT_TEXT_BYTES) return undefined;
    const started = performance.now();
    const type = await detectTypeOfBytes(bytes, fileName, declaredType, types);
    const [[plugin] = [], fallback] =
      type === undefined ? [] : stepsFor({ type, size: bytes.length, fileName }, plugins);
    const reader = type !== undefined && plugin && this.#readerOf(plugin, type);
    if (!reader) return undefined;
    try {
      const given = (await reader)(bytes, limits);
      const result = given && readResult(given);
      if (result?.outcome !== 'text' && result?.outcome !== 'empty') return undefined;
      const finished = finishReading(result.pages, limits.maxChars);
      const hasText = finished.text !== '';
      if (finished.noise !== undefined) return undefined;
      if (!hasText && fallback) return undefined;
      const { id: provider, version: providerVersion } = plugin;
      return makeExtraction(hasText ? 'text' : 'empty', {
        ...{ provider, providerVersion, asked: [provider], detectedType: type, warnings: result.warnings },
        ...(hasText
          ? { text: finished.text, pages: finished.pages, layouts: await layoutsOf(result.pages, finished.pages) }
          : { reason: result.outcome === 'empty' ? result.reason : null }),
        truncated: result.truncated || finished.truncated,
        ms: Math.round(performance.now() - started),
      });
    } catch {
      return undefined; // the extractor in the sandbox says what is wrong
    }
  }

  #readerOf({ declaration }: ExtractionPlugin, type: string): Promise<ShortTextReader> | undefined {
    if (declaration.form !== 'sandboxed' || declaration.shortTexts?.types.includes(type) !== true) return undefined;
    const { href } = compiledUrl(declaration.shortTexts.reader);
    const reader = this.#readers.get(href) ?? load(href);
    this.#readers.set(href, reader);
    return reader;
  }
}

async function load(href: string): Promise<ShortTextReader> {
  return ((await import(href)) as { default: ShortTextReader }).default;
}
