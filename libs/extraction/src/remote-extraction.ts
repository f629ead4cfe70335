import { rm } from 'node:fs/promises';
import {
  TransientPluginError,
  type ExtractionInput,
  type ExtractionLimits,
  type Extractor,
} from '@archivolt/plugin-kit';
import { makeExtraction, type Extraction } from './extraction.js';
import type { ExtractionPlugin } from './extraction-plugins.js';
import { finishText } from './finish-text.js';
import type { PrivateFiles } from './private-files.js';
import { readResult, sentence } from './sandbox/read-result.js';

export interface RemoteTask {
  input: ExtractionInput;
  languages: readonly string[];
  limits: ExtractionLimits;
  timeoutMs: number;
}

/** Runs plugins that send the file to a service: in this process, bounded by a signal. */
export class RemoteExtraction {
  readonly #extractors = new Map<string, Promise<Extractor>>();

  constructor(private readonly files: PrivateFiles) {}

  /** Throws only `TransientPluginError`: a retry may succeed. */
  async run(plugin: ExtractionPlugin, task: RemoteTask, signal: AbortSignal): Promise<Extraction> {
    const overdue = AbortSignal.timeout(task.timeoutMs);
    const either = AbortSignal.any([signal, overdue]);
    const tempDir = await this.files.makeFolder('remote');
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(either.reason as Error);
    either.addEventListener('abort', stop, { once: true });
    try {
      either.throwIfAborted();
      const extractor = await this.#extractorOf(plugin);
      const work = extractor.extract(task.input, {
        config: plugin.config,
        signal: either,
        deadline: Date.now() + task.timeoutMs,
        languages: task.languages,
        limits: task.limits,
        tempDir,
        ocr: () => Promise.reject(new Error('context.ocr is there for the sandboxed form only')),
        progress: () => undefined,
      });
      return finish(await Promise.race([work, stopped.promise]), task.limits.maxChars);
    } catch (error) {
      if (signal.aborted) return makeExtraction('cancelled', { reason: 'It was cancelled.' });
      if (overdue.aborted) return makeExtraction('timeout', { reason: 'The service took too long.' });
      if (error instanceof TransientPluginError) throw error;
      const message = error instanceof Error ? error.message : String(error);
      return makeExtraction('crashed', { reason: `The plugin failed: ${sentence(message)}` });
    } finally {
      either.removeEventListener('abort', stop);
      await rm(tempDir, { recursive: true, force: true });
    }
  }

  #extractorOf(plugin: ExtractionPlugin): Promise<Extractor> {
    const { declaration, host } = plugin;
    if (declaration.form !== 'remote' || host === undefined) throw new Error(`${plugin.id} cannot run in this process`);
    const made = this.#extractors.get(plugin.id) ?? Promise.resolve(declaration.create(host));
    this.#extractors.set(plugin.id, made);
    return made;
  }
}

function finish(value: unknown, maxChars: number): Extraction {
  const { outcome, pages, reason, truncated, warnings } = readResult(value);
  if (outcome !== 'text') return makeExtraction(outcome, { reason, truncated, warnings });
  const finished = finishText(pages, maxChars);
  if (finished.text === '') return makeExtraction('empty', { truncated, warnings });
  return makeExtraction('text', { ...finished, truncated: truncated || finished.truncated, warnings });
}
