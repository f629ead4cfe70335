import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ExtractionInput, ExtractionLimits } from '@archivolt/plugin-kit';
import { DataConfig } from '#config/data';
import { ExtractionConfig } from '#config/extraction';
import { compiledUrl } from '#libs/kernel';
import { detectType } from './detect/detect-type.js';
import {
  EXTRACTION_PLUGINS,
  OCR_PLUGIN,
  pluginsFor,
  type ExtractionPlugin,
  type OcrPlugin,
} from './extraction-plugins.js';
import {
  answerWithoutText,
  type ExtractionFile,
  type ExtractionOptions,
  type ExtractionReport,
  type PluginAnswer,
  type ReadingTurn,
} from './extraction-report.js';
import { PrivateFiles } from './private-files.js';
import { RemoteExtraction } from './remote-extraction.js';
import { isolationFor } from './sandbox/child-launcher.js';
import type { OcrMode } from './sandbox/messages.js';
import { RecognizedPages } from './sandbox/recognized-pages.js';
import { SandboxLane, type LaneSettings } from './sandbox/sandbox-lane.js';

const MEGABYTE = 1024 * 1024;
/** As `os.setPriority` takes them: requests go first, then texts, then scans. */
const TEXT_PRIORITY = 5;
const OCR_PRIORITY = 10;
const HEAP_MB = 256;
/** One owner holds two of them at most, so that its files hold up no others. */
const QUICK_PLACES = 3;
/** In addition to those at work: one that has read nothing, and some of owners whose next file may come. Each takes 25 MB. */
const QUICK_CHILDREN = QUICK_PLACES + 6;
/** What takes longer leaves the quick lane when others wait. */
const QUICK_TURN_MS = 3_000;
const OCR_TURN_MS = 10_000;
const LONGEST_TURN_MS = 60 * 60_000;

/** Why a document has no text where nothing is read. */
export const READING_IS_OFF = 'Reading of documents is turned off (DOCUMENTS_CONTENT_EXTRACTION_ENABLED).';

/** Reads the text of files with the installed plugins. It knows nothing of documents. */
@Injectable()
export class ExtractionService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ExtractionService.name);
  private readonly files: PrivateFiles;
  private readonly remote: RemoteExtraction;
  private readonly pages: RecognizedPages;
  private readonly lanes: Record<'ocr' | 'quick', SandboxLane>;
  private readonly limits: ExtractionLimits;
  private isolation: Promise<unknown> | undefined;
  /** Scans read at a time; more of them would only wait. */
  readonly ocrConcurrency: number;

  constructor(
    private readonly config: ExtractionConfig,
    data: DataConfig,
    @Inject(EXTRACTION_PLUGINS) private readonly plugins: readonly ExtractionPlugin[],
    @Inject(OCR_PLUGIN) private readonly ocr: OcrPlugin | undefined,
  ) {
    this.files = new PrivateFiles(data.dataDir);
    this.remote = new RemoteExtraction(this.files);
    this.pages = new RecognizedPages(this.files);
    const modules = this.modules();
    const lane = (settings: Omit<LaneSettings, 'heapMb' | 'modules'>): SandboxLane =>
      new SandboxLane({ ...settings, heapMb: HEAP_MB, modules }, this.files, this.pages, this.logger);
    this.ocrConcurrency = config.ocrConcurrency ?? Math.max(1, availableParallelism() - 1);
    this.lanes = {
      quick: lane({
        places: QUICK_PLACES,
        keepsRoom: true,
        countsCpu: false,
        mostChildren: QUICK_CHILDREN,
        keepsSpare: true,
        memoryLimitBytes: config.memoryLimitMb * MEGABYTE,
        priority: TEXT_PRIORITY,
        addonModules: this.addonModules('quick'),
      }),
      ocr: lane({
        places: this.ocrConcurrency,
        keepsRoom: false,
        countsCpu: true,
        mostChildren: this.ocrConcurrency,
        keepsSpare: false,
        memoryLimitBytes: config.ocrMemoryLimitMb * MEGABYTE,
        priority: OCR_PRIORITY,
        addonModules: this.addonModules('ocr'),
      }),
    };
    this.limits = {
      maxOcrPages: config.maxOcrPages,
      maxChars: config.maxChars,
      maxPixels: config.maxPixels,
      maxInflatedBytes: config.maxInflatedMb * MEGABYTE,
      maxEntries: config.maxEntries,
    };
  }

  get isEnabled(): boolean {
    return this.config.enabled;
  }

  async onApplicationBootstrap(): Promise<void> {
    const removed = await this.files.sweepLeftovers();
    if (removed > 0) this.logger.log(`Removed ${removed} temporary folder(s) that an interrupted run left.`);
    if (!this.config.enabled) return;
    const isolation = isolationFor(this.files);
    this.isolation = isolation;
    const report = (missing: readonly { what: string }[]): void => {
      const sentences = missing.map(({ what }) => what).join('; ');
      // Not a warning: it is the same at every start, and where it can be helped `doctor` says how.
      if (sentences !== '') this.logger.log(`The sandbox on this system: ${sentences}. Remedies: npm run doctor.`);
    };
    void isolation.then(
      ({ missing }) => report(missing),
      (error: unknown) => this.logger.warn(`The sandbox cannot be judged: ${String(error)}`),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.lanes.quick.close(), this.lanes.ocr.close()]);
    await this.isolation?.catch(() => undefined);
    await this.files.removeAll();
  }

  /** Writes the stream to a private file for `extract`; it is removed when `work` ends. */
  withPrivateCopy<Result>(
    source: Readable,
    work: (file: { path: string; size: number }) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return this.files.withCopy(source, work, signal);
  }

  /** The document will have no further turn. */
  forget(document: string): Promise<void> {
    return this.pages.forget(document);
  }

  /**
   * Asks the plugins that accept the file's type, one after the other, until one can tell what it is. Throws only for
   * faults that have nothing to do with the file: a full disk, a service that is away (`TransientPluginError`).
   */
  async extract(file: ExtractionFile, options: ExtractionOptions): Promise<ExtractionReport> {
    const started = performance.now();
    const detectedType = await detectType(file.path, file.fileName, file.declaredType);
    const input = { path: file.path, size: file.size, type: detectedType, fileName: file.fileName };
    const { plugin, answer, cpuMs, peakRssBytes } = await this.ask(input, options);
    const nextTurn = answer.outcome === 'yielded' ? this.turnAfter(options.turn, started, answer) : undefined;
    const { outcome, reason, text, pages, truncated, warnings } = answer;
    const timing = { ms: Math.round(performance.now() - started), ...(cpuMs > 0 ? { cpuMs } : {}), peakRssBytes };
    const provider = plugin?.id ?? null;
    const providerVersion = plugin?.version ?? null;
    const report = {
      outcome,
      provider,
      providerVersion,
      reason,
      text,
      pages,
      truncated,
      warnings,
      detectedType,
      timing,
    };
    return nextTurn ? { ...report, nextTurn } : report;
  }

  private turnAfter(
    { document, inVain, spentMs }: ReadingTurn,
    started: number,
    { isFurther }: PluginAnswer,
  ): ReadingTurn {
    const spent = spentMs + Math.round(performance.now() - started);
    return { document, inVain: isFurther === true ? inVain : inVain + 1, spentMs: spent };
  }

  private async ask(
    input: ExtractionInput,
    options: ExtractionOptions,
  ): Promise<{ plugin: ExtractionPlugin | undefined; answer: PluginAnswer; cpuMs: number; peakRssBytes: number }> {
    let plugin: ExtractionPlugin | undefined;
    let answer = this.answerBeforeAsking(input, options.turn);
    let cpuMs = 0;
    let peakRssBytes = 0;
    if (answer.outcome !== 'insufficient') return { plugin, answer, cpuMs, peakRssBytes };
    for (const candidate of pluginsFor(input.type, this.plugins)) {
      const next = await this.askOne(candidate, input, options);
      cpuMs += next.cpuMs ?? 0;
      peakRssBytes = Math.max(peakRssBytes, next.peakRssBytes);
      // Of several that cannot read it, one that got further than `unsupported` says more.
      if (plugin === undefined || next.outcome !== 'unsupported') {
        plugin = candidate;
        answer = { ...next, warnings: [...answer.warnings, ...next.warnings] };
      }
      if (next.outcome !== 'insufficient' && next.outcome !== 'unsupported') break;
    }
    return { plugin, answer, cpuMs, peakRssBytes };
  }

  private answerBeforeAsking(input: ExtractionInput, { spentMs }: ReadingTurn): PluginAnswer {
    const { timeoutMs, maxOcrPages, ocrPageTimeoutMs } = this.config;
    if (spentMs > timeoutMs + maxOcrPages * ocrPageTimeoutMs)
      return answerWithoutText('timeout', 'It took too long to read.');
    if (!this.config.enabled) return answerWithoutText('unsupported', READING_IS_OFF);
    if (input.size === 0) return answerWithoutText('empty', 'The file has no bytes.');
    if (pluginsFor(input.type, this.plugins).length === 0)
      return answerWithoutText('unsupported', `No installed plugin reads files of the type ${input.type}.`);
    return answerWithoutText('insufficient', '');
  }

  private async askOne(
    plugin: ExtractionPlugin,
    input: ExtractionInput,
    options: ExtractionOptions,
  ): Promise<PluginAnswer> {
    const { declaration } = plugin;
    const languages = options.languages.length > 0 ? options.languages : this.config.ocrLanguages;
    const task = { input, languages, limits: this.limits, timeoutMs: this.config.timeoutMs };
    if (declaration.form === 'remote') return this.remote.run(plugin, task, options.signal);
    if (declaration.ocr === 'always') {
      if (this.ocr === undefined)
        return answerWithoutText('unsupported', 'It can only be read by OCR, and no OCR plugin is installed.');
      if (options.lane === 'quick') return answerWithoutText('needs-ocr-lane', 'It waits among the scans.');
    }
    return this.lanes[options.lane].run(
      {
        kind: 'task',
        ...task,
        extractor: compiledUrl(declaration.extractor).href,
        config: plugin.config,
        ocrPageTimeoutMs: this.config.ocrPageTimeoutMs,
        ocr: this.ocrMode(options.lane),
        owner: options.owner,
        document: options.turn.document,
        turnMs: turnMs(options),
      },
      options.signal,
    );
  }

  private ocrMode(lane: ExtractionOptions['lane']): OcrMode {
    if (this.ocr === undefined) return { kind: 'missing' };
    if (lane === 'quick') return { kind: 'other-lane' };
    return { kind: 'engine', engine: compiledUrl(this.ocr.declaration.engine).href, config: this.ocr.config };
  }

  private modules(): URL[] {
    const extractors = this.plugins.flatMap(({ declaration }) =>
      declaration.form === 'sandboxed' ? [declaration.extractor] : [],
    );
    return this.ocr === undefined ? extractors : [...extractors, this.ocr.declaration.engine];
  }
  /** What the children of a lane load before they see a file. The quick lane never reads what always needs OCR. */
  private addonModules(lane: ExtractionOptions['lane']): URL[] {
    const extractors = this.plugins.flatMap(({ declaration }) =>
      declaration.form === 'sandboxed' &&
      declaration.addons === true &&
      (lane === 'ocr' || declaration.ocr !== 'always')
        ? [declaration.extractor]
        : [],
    );
    const engine = lane === 'ocr' && this.ocr?.declaration.addons === true ? [this.ocr.declaration.engine] : [];
    return [...extractors, ...engine];
  }
}

function turnMs({ lane, turn }: ExtractionOptions): number {
  return lane === 'quick' ? QUICK_TURN_MS : Math.min(LONGEST_TURN_MS, OCR_TURN_MS * 2 ** turn.inVain);
}
