import { rm } from 'node:fs/promises';
import {
  PermanentPluginError,
  TransientPluginError,
  type ExtractionInput,
  type ExtractionLimits,
  type Extractor,
} from '@archivolt/plugin-kit';
import {
  finishReading,
  layoutsOf,
  makeExtraction,
  readResult,
  sentence,
  type Extraction,
  type PrivateFiles,
} from '#capabilities/sandbox';
import type { RemotePatience } from './extraction.js';
import type { ExtractionPlugin } from './extraction-plugins.js';

export interface RemoteTask {
  input: ExtractionInput;
  languages: readonly string[];
  limits: ExtractionLimits;
  onProgress: (done: number, total: number | undefined) => void;
}

/** The service did not respond in the time that its plugin allows for one file. */
export class ServiceTimeout extends TransientPluginError {}

const LONGEST_ENGINE = 100;
const DEFAULT_TIMEOUT_SECONDS = 300;
const LONGEST_TIMEOUT_SECONDS = 3_600;

/** Runs plugins that send the file to a service: in this process, bounded by a signal. */
export class RemoteExtraction {
  constructor(private readonly files: PrivateFiles) {}

  /** Throws only `TransientPluginError`: a retry may succeed. */
  async run(
    plugin: ExtractionPlugin,
    task: RemoteTask,
    signal: AbortSignal,
    { waitsForService, retriesTimeout, away }: RemotePatience,
  ): Promise<Extraction> {
    if (away !== undefined) return makeExtraction('failed', { reason: away });
    const timeoutMs = Math.round(timeoutSecondsOf(plugin) * 1000);
    const overdue = AbortSignal.timeout(timeoutMs);
    const either = AbortSignal.any([signal, overdue]);
    const tempDir = await this.files.makeFolder('remote');
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(either.reason as Error);
    either.addEventListener('abort', stop, { once: true });
    try {
      either.throwIfAborted();
      const work = open(plugin).then((extractor) =>
        extractor.extract(task.input, {
          config: plugin.config,
          signal: either,
          // eslint-disable-next-line no-restricted-syntax -- services respond in real time
          deadline: Date.now() + timeoutMs,
          languages: task.languages,
          limits: task.limits,
          tempDir,
          ocr: () => Promise.reject(new PermanentPluginError('context.ocr is there for the sandboxed form only')),
          progress: task.onProgress,
        }),
      );
      return await finish(await Promise.race([work, stopped.promise]), task.limits.maxChars);
    } catch (error) {
      if (signal.aborted) return makeExtraction('cancelled', { reason: 'It was cancelled.' });
      const message = messageOf(error);
      if (overdue.aborted || (error instanceof TransientPluginError && error.isTimeout)) {
        const seconds = `The service did not respond within ${timeoutSecondsOf(plugin)} seconds.`;
        const reason = overdue.aborted ? seconds : `The service took too long: ${message}`;
        if (retriesTimeout) throw new ServiceTimeout(reason);
        return makeExtraction('timeout', { reason });
      }
      if (!isTransient(error)) return makeExtraction('crashed', { reason: `The plugin failed: ${message}` });
      if (!waitsForService) return makeExtraction('failed', { reason: `The service is not available: ${message}` });
      const retryAfterMs = error instanceof TransientPluginError ? error.retryAfterMs : 0;
      throw new TransientPluginError(message, { cause: error, retryAfterMs });
    } finally {
      either.removeEventListener('abort', stop);
      await rm(tempDir, { recursive: true, force: true });
    }
  }
}

export function timeoutSecondsOf({ declaration, config = {} }: ExtractionPlugin): number {
  if (declaration.form !== 'remote') return DEFAULT_TIMEOUT_SECONDS;
  const seconds = declaration.timeoutSecondsOf?.(config) ?? declaration.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS;
  return Math.min(seconds, LONGEST_TIMEOUT_SECONDS);
}

/** An extractor that cannot be created or started now, for instance because its service is away, is tried again. */
async function open(plugin: ExtractionPlugin): Promise<Extractor> {
  if (plugin.open === undefined) throw new Error(`${plugin.id} cannot run in this process`);
  try {
    return await plugin.open();
  } catch (error) {
    if (error instanceof PermanentPluginError) throw error;
    throw new TransientPluginError('the plugin could not be started', { cause: error });
  }
}

const CONNECTION_FAULTS = new Set([
  ...['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_SOCKET'],
]);

/** `fetch` reports a service that is away as a `TypeError` with the fault as its cause, which plugins pass on. */
function isTransient(error: unknown): boolean {
  if (error instanceof TransientPluginError) return true;
  if (error instanceof PermanentPluginError) return false;
  return causesOf(error).some(({ code }) => CONNECTION_FAULTS.has(String(code)));
}

type Cause = { message?: unknown; code?: unknown; cause?: unknown };

/** The error, what caused it, and so on. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let each = error; typeof each === 'object' && each !== null && causes.length < 5; each = (each as Cause).cause)
    causes.push(each);
  return causes;
}

/** The messages of the error and of its causes: that of `fetch` alone says nothing, others repeat that of their cause. */
function messageOf(error: unknown): string {
  const messages = causesOf(error).flatMap(({ message }) => (typeof message === 'string' && message ? [message] : []));
  const distinct = messages.filter((message, index) => !messages.slice(0, index).some((one) => one.includes(message)));
  return sentence(distinct.length > 0 ? distinct.join(': ') : String(error));
}

async function finish(value: unknown, maxChars: number): Promise<Extraction> {
  const { outcome, pages, reason, truncated, warnings } = readResult(value);
  const engine = engineOf(value);
  if (outcome !== 'text') return makeExtraction(outcome, { reason, truncated, warnings, ...engine });
  const { kept, noise, ...finished } = finishReading(pages, maxChars);
  if (noise !== undefined) return makeExtraction('insufficient', { reason: noise, truncated, warnings, ...engine });
  if (finished.text === '') return makeExtraction('empty', { truncated, warnings, ...engine });
  const layouts = await layoutsOf(kept, finished.pages);
  const isTruncated = truncated || finished.truncated;
  return makeExtraction('text', { ...finished, layouts, truncated: isTruncated, warnings, ...engine });
}

/** The name of a model is as foreign as the rest of a response. */
function engineOf(value: unknown): { engine?: string } {
  const { engine } = value as { engine?: unknown };
  const name = typeof engine === 'string' ? sentence(engine.slice(0, LONGEST_ENGINE)) : '';
  return name === '' ? {} : { engine: name };
}
