import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ExtractionInput, ExtractionLimits, FileType } from '@archivolt/plugin-kit';
import { DataConfig } from '#config/data';
import { ExtractionConfig } from '#config/extraction';
import { compiledUrl } from '#ground/kernel';
import { askSteps } from './ask-steps.js';
import { AttachmentReading, type TurnOfFiles } from './attachment-reading.js';
import {
  ATTACHMENT_LIMITS,
  CODE_READING,
  DRAWING,
  isolationFor,
  MAIL_OPENING,
  PAGE_SELECTING,
  RENDERING,
  makeExtraction,
  PrivateFiles,
  RecognizedPages,
  SandboxLane,
  ShortLane,
  type ChildrenSettings,
  type CodeLane,
  type CodeReading,
  type Drawing,
  type DrawingLane,
  type DrawingOptions,
  type Extraction,
  type LaneSettings,
  type LaneTask,
  type MailLane,
  type MailOptions,
  type OcrMode,
  type ReadMail,
  type RenditionLane,
  type SelectionLane,
  type UnreadMail,
} from '#capabilities/sandbox';
import { CodeReadingOfFiles, type CodeOptions } from './code-reading.js';
import { detectType } from './detect/detect-type.js';
import { withPasswords } from './file-passwords.js';
import { isMoved, type ExtractionLane, type ExtractionOptions, type FileToExtract } from './extraction.js';
import {
  EXTRACTION_PLUGINS,
  missingSettings,
  OCR_PLUGIN,
  stepsFor,
  type ExtractionPlugin,
  type OcrPlugin,
} from './extraction-plugins.js';
import { LONGEST_TURN_OF_FILES_MS, turnAfter, turnMs, turnOfFilesMs } from './extraction-turns.js';
import { HtmlRendering, type RenderedFile, type RenderingOptions } from './html-rendering.js';
import { MailOpening } from './mail-opening.js';
import { PageDrawing } from './page-drawing.js';
import {
  PageSelecting,
  type FilesToJoin,
  type JoiningOptions,
  type NewFile,
  type SelectedParts,
  type SelectionOptions,
} from './page-selecting.js';
import { OCR_IS_MISSING } from './plugins-asked.js';
import type { ReadingShare } from './reading-share.js';
import { RemoteExtraction, timeoutSecondsOf } from './remote-extraction.js';
import { addonModulesOf, sandboxModules, type LaneName } from './sandbox-modules.js';
import { ShortTexts, type ShortFile } from './short-texts.js';

const MEGABYTE = 1024 * 1024;
/** Values for `os.setPriority`: requests go first, then texts, then scans. */
const TEXT_PRIORITY = 5;
const OCR_PRIORITY = 10;
const DRAWING_PRIORITY = 15;
const HEAP_MB = 256;
/** One owner takes at most two of these places, so that its files do not block others. */
const QUICK_PLACES = 3;
/** Beyond the busy ones: an unused one, and some kept for the next file of the same owner. Each takes 25 MB. */
const QUICK_CHILDREN = QUICK_PLACES + 6;

/** Mails are opened in a moment, and a second owner need not wait for a large one. */
const MAIL_PLACES = 2;

/** A person waits for it. */
const RENDERING_PLACES = 2;

const DEFAULT_REMOTE_PLACES = 2;

const EXTRACTION_IS_OFF = 'Reading of documents is turned off (DOCUMENTS_CONTENT_EXTRACTION_ENABLED).';

type SandboxLaneName = Exclude<ExtractionLane, 'remote'>;

/** Extracts the text of files with the installed plugins. It knows nothing of documents. */
@Injectable()
export class ExtractionService implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = new Logger(ExtractionService.name);
  readonly #files: PrivateFiles;
  readonly #remote: RemoteExtraction;
  readonly #pages: RecognizedPages;
  readonly #lanes: Record<SandboxLaneName, SandboxLane>;
  readonly #types: readonly FileType[];
  readonly #limits: ExtractionLimits;
  readonly #drawingLane: DrawingLane;
  readonly #drawing: PageDrawing;
  readonly #codeLane: CodeLane;
  readonly #codes: CodeReadingOfFiles;
  readonly #selectionLane: SelectionLane;
  readonly #selecting: PageSelecting;
  readonly #mailLane: MailLane;
  readonly #mails: MailOpening;
  readonly #renditionLane: RenditionLane;
  readonly #rendering: HtmlRendering;
  readonly #shortTexts: ShortTexts;
  #isolation: Promise<unknown> | undefined;
  /** Scans that are recognized at a time; more of them would only wait. */
  readonly ocrConcurrency: number;
  /** Pages that are drawn at a time: pictures must leave the processor to texts and requests. */
  readonly drawingConcurrency = Math.max(1, Math.floor(availableParallelism() / 4));

  constructor(
    private readonly config: ExtractionConfig,
    data: DataConfig,
    @Inject(EXTRACTION_PLUGINS) private readonly plugins: readonly ExtractionPlugin[],
    @Inject(OCR_PLUGIN) private readonly ocr: OcrPlugin | undefined,
  ) {
    this.#files = new PrivateFiles(data.dataDir);
    this.#remote = new RemoteExtraction(this.#files);
    this.#pages = new RecognizedPages(this.#files);
    this.#types = plugins.flatMap((plugin) => plugin.types ?? []);
    this.ocrConcurrency = config.ocrConcurrency ?? Math.max(1, availableParallelism() - 1);
    const lane = (settings: LaneSettings): SandboxLane =>
      new SandboxLane(settings, this.#files, this.#pages, this.#logger);
    this.#lanes = {
      quick: lane({
        ...this.#settingsOf('quick', QUICK_PLACES, TEXT_PRIORITY),
        keepsRoom: true,
        countsCpu: false,
        mostChildren: QUICK_CHILDREN,
        keepsSpare: true,
      }),
      ocr: lane({
        ...this.#settingsOf('ocr', this.ocrConcurrency, OCR_PRIORITY),
        keepsRoom: false,
        countsCpu: true,
        memoryLimitBytes: config.ocrMemoryLimitMb * MEGABYTE,
      }),
    };
    const drawing = this.#settingsOf('drawing', this.drawingConcurrency, DRAWING_PRIORITY);
    const mail = this.#settingsOf('mail', MAIL_PLACES, TEXT_PRIORITY);
    this.#drawingLane = new ShortLane(DRAWING, drawing, this.#files, this.#logger);
    const codes = this.#settingsOf('drawing', this.drawingConcurrency, DRAWING_PRIORITY);
    this.#codeLane = new ShortLane(CODE_READING, codes, this.#files, this.#logger);
    const selecting = this.#settingsOf('drawing', this.drawingConcurrency, DRAWING_PRIORITY);
    this.#selectionLane = new ShortLane(PAGE_SELECTING, selecting, this.#files, this.#logger);
    this.#mailLane = new ShortLane(MAIL_OPENING, mail, this.#files, this.#logger);
    const rendering = this.#settingsOf('rendering', RENDERING_PLACES, TEXT_PRIORITY);
    this.#renditionLane = new ShortLane(RENDERING, rendering, this.#files, this.#logger);
    this.#limits = {
      maxOcrPages: config.maxOcrPages,
      maxChars: config.maxChars,
      maxPixels: config.maxPixels,
      maxInflatedBytes: config.maxInflatedMb * MEGABYTE,
      maxEntries: config.maxEntries,
    };
    const facts = { plugins, types: this.#types, limits: this.#limits };
    this.#drawing = new PageDrawing(facts, this.#drawingLane, this.#files);
    this.#codes = new CodeReadingOfFiles(facts, this.#codeLane, this.#files);
    this.#selecting = new PageSelecting(facts, this.#selectionLane, this.#files);
    this.#mails = new MailOpening(facts, this.#mailLane, this.#files);
    this.#rendering = new HtmlRendering(facts, this.#renditionLane, this.#files);
    this.#shortTexts = new ShortTexts(facts);
  }

  async onApplicationBootstrap(): Promise<void> {
    const removed = await this.#files.sweepLeftovers();
    if (removed > 0) this.#logger.log(`Removed ${removed} temporary folder(s) that an interrupted run left.`);
    if (!this.config.enabled) return;
    for (const finding of missingSettings(this.plugins)) this.#logger.warn(finding);
    const isolation = isolationFor(this.#files);
    this.#isolation = isolation;
    const report = (missing: readonly { what: string }[]): void => {
      const sentences = missing.map(({ what }) => what).join('; ');
      // This is not a warning: it is the same at every start, and `doctor` lists the remedies.
      if (sentences !== '') this.#logger.log(`The sandbox on this system: ${sentences}. Remedies: npm run doctor.`);
    };
    void isolation.then(
      ({ missing }) => report(missing),
      (error: unknown) => this.#logger.warn(`The sandbox could not be checked: ${String(error)}`),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    const shortLanes = [this.#drawingLane, this.#codeLane, this.#selectionLane, this.#mailLane, this.#renditionLane];
    const lanes = [this.#lanes.quick, this.#lanes.ocr, ...shortLanes];
    await Promise.all(lanes.map((lane) => lane.close()));
    await this.#isolation?.catch(() => undefined);
    await this.#files.removeAll();
  }

  /** The documents of which something is kept for a further turn. */
  keptDocuments(): string[] {
    return this.#pages.keptDocuments();
  }

  /** Removes what was kept of the document for a further turn. */
  forget(document: string): Promise<void> {
    return this.#pages.forget(document);
  }

  /**
   * Extracts the text from a private copy of the file: asks the plugins that accept its type, one after the other, until
   * one can tell what it is. When the next plugin belongs to another lane, the extraction says which, and its next turn
   * there goes on with that plugin. Throws only for faults that have nothing to do with the file: a source that cannot be read,
   * a full disk, a service that is away (`TransientPluginError`).
   */
  async extract(file: FileToExtract, options: ExtractionOptions): Promise<Extraction> {
    if (!this.config.enabled) return makeExtraction('unsupported', { reason: EXTRACTION_IS_OFF });
    const { signal } = options;
    try {
      return await this.#files.withCopy(await file.open(), (copy) => this.#extractCopy(copy, file, options), signal);
    } catch (error) {
      if (signal.aborted) return makeExtraction('cancelled', { reason: 'It was cancelled.' });
      throw error;
    }
  }

  /**
   * Extracts a short text in this process, when the plugin that is asked first needs no parser for it. `undefined` for
   * files that {@link extract} has to read; what it returns for others is the same.
   */
  async extractShortText(file: ShortFile): Promise<Extraction | undefined> {
    return this.config.enabled ? this.#shortTexts.read(file) : undefined;
  }

  /** True when an installed plugin draws pages of files of this type. */
  draws(type: string): boolean {
    return this.#drawing.draws(type);
  }

  /**
   * Draws one page from a private copy of the file. Whatever the file holds, there is an outcome; throws only for faults
   * that have nothing to do with it.
   */
  drawPage(file: FileToExtract, options: DrawingOptions): Promise<Drawing> {
    return this.#drawing.draw(file, options);
  }

  /**
   * Reads the codes on the pages of a private copy of the file. Whatever the file holds, there is an outcome; throws only
   * for faults that have nothing to do with it.
   */
  readCodes(file: FileToExtract, options: CodeOptions): Promise<CodeReading> {
    return this.#codes.read(file, options);
  }

  /** True when an installed plugin makes new files of the pages of files of this type. */
  selectsPages(type: string): boolean {
    return this.#selecting.selects(type);
  }

  /**
   * Makes new files of pages of a private copy of the file, one after the other, for `work`; a new file is there until
   * `work` ends. Whatever the file holds, there is an outcome; throws only for faults that have nothing to do with it, and
   * what `work` throws.
   */
  selectPages(
    file: FileToExtract,
    options: SelectionOptions,
    work: (part: NewFile, index: number) => Promise<void>,
  ): Promise<SelectedParts> {
    return this.#selecting.select(file, options, work);
  }

  /** True when an installed plugin makes one file of several files of this type. */
  joinsFiles(type: string): boolean {
    return this.#selecting.joins(type);
  }

  /**
   * Makes one file of private copies of several, for `work`; it is there until `work` ends. Whatever the files hold, there
   * is an outcome; throws only for faults that have nothing to do with them, and what `work` and the stream throw.
   */
  joinFiles(
    files: FilesToJoin,
    options: JoiningOptions,
    work: (joined: NewFile) => Promise<void>,
  ): Promise<SelectedParts> {
    return this.#selecting.join(files, options, work);
  }

  /** The types of files that an installed plugin shows as HTML. */
  get renderedTypes(): string[] {
    return this.#rendering.types;
  }

  /**
   * Shows a private copy of the file as HTML, which is untrusted. Whatever the file holds, there is an outcome; throws only
   * for faults that have nothing to do with it.
   */
  renderHtml(file: FileToExtract, options: RenderingOptions): Promise<RenderedFile> {
    return this.#rendering.render(file, options);
  }

  /**
   * Opens a mail for `work`, in the sandbox; its files can be read until `work` ends. Throws only for faults that have
   * nothing to do with the mail, and what `work` throws.
   */
  withMail<Result>(
    file: FileToExtract,
    options: MailOptions,
    work: (mail: ReadMail | UnreadMail) => Promise<Result>,
  ): Promise<Result> {
    return this.#mails.withMail(file, options, work);
  }

  /** The remote plugins and how many files one process sends to each at a time. */
  remotePlaces(plugin: string): number {
    const declaration = this.plugins.find(({ id }) => id === plugin)?.declaration;
    return (declaration?.form === 'remote' ? declaration.concurrency : undefined) ?? DEFAULT_REMOTE_PLACES;
  }

  /** Files that this process sends to all services at a time. */
  get allRemotePlaces(): number {
    const remote = this.plugins.filter(({ declaration }) => declaration.form === 'remote');
    return remote.reduce((sum, { id }) => sum + this.remotePlaces(id), DEFAULT_REMOTE_PLACES);
  }

  /** The longest time that one call of the plugin takes. */
  remoteSeconds(plugin: string): number {
    const found = this.plugins.find(({ id }) => id === plugin);
    return found === undefined ? 0 : timeoutSecondsOf(found);
  }

  async #extractCopy(
    { path, size }: { path: string; size: number },
    { fileName, declaredType }: FileToExtract,
    options: ExtractionOptions,
  ): Promise<Extraction> {
    const started = performance.now();
    const type = await detectType(path, fileName, declaredType, this.#types);
    const folder = dirname(path);
    const share = {
      limits: this.#limits,
      attachments: { most: ATTACHMENT_LIMITS.read, mostBytes: this.#limits.maxInflatedBytes },
      target: join(folder, 'files'),
    };
    const main = await this.#ask({ path, size, type, fileName }, options, share);
    const extraction = await this.#withAttachments(main, { folder, since: started }, options);
    if (!isMoved(extraction)) await this.#pages.forget(options.turn.document);
    const ms = Math.round(performance.now() - started);
    const { nextTurn = options.turn } = extraction;
    const turn = isMoved(extraction) && {
      nextTurn: extraction.outcome === 'yielded' ? turnAfter(nextTurn, ms, extraction) : nextTurn,
    };
    const isRecognized = extraction.layouts.some(({ source }) => source === 'ocr');
    const ocrEngine = isRecognized && this.ocr && { ocrEngine: `${this.ocr.id} ${this.ocr.version}` };
    return { ...extraction, detectedType: type, ms, ...turn, ...ocrEngine };
  }

  /** Reads the files in the file, in the lane of the document, by plugins in the sandbox. */
  async #withAttachments(main: Extraction, turn: TurnOfFiles, options: ExtractionOptions): Promise<Extraction> {
    const { lane, owner, signal, patience = 1 } = options;
    const { handed } = main;
    if (handed === undefined || lane === 'remote') return main;
    const { document, turnsWithoutPages, spentMs } = options.turn;
    const { onProgress: _, ...rest } = { ...options, turn: { document, turnsWithoutPages, spentMs } };
    const settings = {
      ...{ types: this.#types, limits: this.#limits, ...turn, msLeft: this.#mostWorkMs(patience) - spentMs },
      ...{ timeoutMs: this.config.timeoutMs * patience, ocrPageTimeoutMs: this.config.ocrPageTimeoutMs * patience },
    };
    // All files share one place: waiting for a turn before each of 100 files would take longer than reading them.
    const extraction = await this.#lanes[lane].withPlace(owner, signal, (place) => {
      const until = performance.now() + LONGEST_TURN_OF_FILES_MS;
      const isTurnOver = () => place.isOver(turnOfFilesMs(options));
      const isLate = () => performance.now() > until;
      const read = (input: ExtractionInput, share: ReadingShare) => this.#ask(input, rest, { ...share, place });
      return new AttachmentReading({ ...settings, isTurnOver, isLate, read }, { ...main, handed }).read();
    });
    return extraction ?? makeExtraction('cancelled', { reason: 'It was cancelled.' });
  }

  async #ask(input: ExtractionInput, options: ExtractionOptions, share: ReadingShare): Promise<Extraction> {
    const refusal = this.#refusal(input, options);
    if (refusal) return refusal;
    const plugins = share.place
      ? this.plugins.filter(({ declaration }) => declaration.form === 'sandboxed')
      : this.plugins;
    return askSteps(
      stepsFor(input, plugins),
      { type: input.type, turn: options.turn },
      async (plugin) => this.#otherLane(plugin, options) ?? (await this.#askOne(plugin, input, options, share)),
    );
  }

  /** Says why no plugin needs to be asked. */
  #refusal({ size }: ExtractionInput, { turn, patience = 1 }: ExtractionOptions): Extraction | undefined {
    if (turn.spentMs > this.#mostWorkMs(patience))
      return makeExtraction('timeout', { reason: 'It took too long to read.', isCutShort: true });
    return size === 0 ? makeExtraction('empty', { reason: 'The file has no bytes.' }) : undefined;
  }

  /** Returns the limit for all turns of a document together. */
  #mostWorkMs(patience: number): number {
    const { timeoutMs, maxOcrPages, ocrPageTimeoutMs } = this.config;
    return (timeoutMs + maxOcrPages * ocrPageTimeoutMs) * patience;
  }

  /** Returns the lane in which the file has to wait for this plugin, unless it is in that lane. */
  #otherLane({ id, declaration }: ExtractionPlugin, { lane, remote }: ExtractionOptions): Extraction | undefined {
    if (declaration.form === 'remote') {
      if (lane === 'remote' && remote?.plugin === id) return undefined;
      return makeExtraction('needs-remote-lane', { reason: 'Queued for a service.', remotePlugin: id });
    }
    if (lane === 'remote') return makeExtraction('needs-quick-lane', { reason: 'Queued for the next plugin.' });
    if (declaration.ocr === 'always' && lane === 'quick' && this.ocr !== undefined)
      return makeExtraction('needs-ocr-lane', { reason: 'Queued for OCR.' });
    return undefined;
  }

  async #askOne(
    plugin: ExtractionPlugin,
    input: ExtractionInput,
    options: ExtractionOptions,
    { limits, attachments, target, place }: ReadingShare,
  ): Promise<Extraction> {
    const { declaration } = plugin;
    const languages = options.languages.length > 0 ? options.languages : this.config.ocrLanguages;
    const { lane, remote, signal, patience = 1, onProgress = () => undefined } = options;
    const task = { input, languages, limits };
    if (lane === 'remote' || declaration.form === 'remote') {
      const service = remote ?? { waitsForService: true, retriesTimeout: false };
      return this.#remote.run(plugin, { ...task, onProgress }, signal, service);
    }
    if (declaration.ocr === 'always' && this.ocr === undefined)
      return makeExtraction('unsupported', { reason: OCR_IS_MISSING });
    const sandboxed: LaneTask = {
      kind: 'task',
      ...task,
      timeoutMs: this.config.timeoutMs * patience,
      extractor: compiledUrl(declaration.extractor).href,
      config: plugin.config,
      ocrPageTimeoutMs: this.config.ocrPageTimeoutMs * patience,
      ocr: this.#ocrMode(lane),
      owner: options.owner,
      document: options.turn.document,
      turnMs: turnMs(options),
      attachments,
      target,
      keepsPages: place !== undefined,
    };
    return withPasswords(input, options.passwords, (given) => {
      const withGiven = { ...sandboxed, input: given };
      return place ? place.read(withGiven) : this.#lanes[lane].run(withGiven, signal, onProgress);
    });
  }

  #settingsOf(lane: LaneName, places: number, priority: number): ChildrenSettings {
    const installed = { plugins: this.plugins, ocr: this.ocr };
    return {
      places,
      priority,
      mostChildren: places,
      keepsSpare: false,
      memoryLimitBytes: this.config.memoryLimitMb * MEGABYTE,
      heapMb: HEAP_MB,
      modules: sandboxModules(installed),
      addonModules: addonModulesOf(lane, installed),
    };
  }

  #ocrMode(lane: SandboxLaneName): OcrMode {
    if (this.ocr === undefined) return { kind: 'missing' };
    if (lane === 'quick') return { kind: 'other-lane' };
    return { kind: 'engine', engine: compiledUrl(this.ocr.declaration.engine).href, config: this.ocr.config };
  }
}
