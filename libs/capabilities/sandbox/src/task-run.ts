import type { ExtractionContext, OcrEngine, OcrImage, OcrText } from '@archivolt/plugin-kit';
import { FileTimer } from './file-timer.js';
import { KnownPages } from './known-pages.js';
import type { TaskMessage } from './messages.js';

export const NO_OCR = 'Pages without text were not read: no OCR plugin is installed.';

const PROGRESS_MS = 1000;
const MOST_PROGRESS = 10_000_000;
/** Extractors begin no further page so long before the end, to hand over what they have. */
const RESERVE_MS = 2_500;

/** What one file's extractor is given, and what is noted while it runs. */
export class TaskRun {
  readonly warnings = new Set<string>();
  /** Fulfilled when the extractor asks for OCR where there is none to be had. */
  readonly otherLane = Promise.withResolvers<'needs-ocr-lane'>();
  lacksOcr = false;
  private readonly timer: FileTimer;
  private ocrPages = 0;
  private reportedAt = -Infinity;
  private readonly knownPages: KnownPages;

  constructor(
    private readonly task: TaskMessage,
    private readonly engine: () => Promise<OcrEngine>,
    private readonly onOcrPage: () => void,
    private readonly onProgress: (done: number, total: number | null) => void,
  ) {
    this.timer = new FileTimer(task.timeoutMs, 'document');
    this.knownPages = new KnownPages(task.pagesFile);
  }

  get isOver(): boolean {
    return this.timer.isOver;
  }

  /** Returns whether an extractor that has left something out did so for lack of time. */
  get lacksTime(): boolean {
    return this.timer.isOver || this.timer.leftMs < RESERVE_MS;
  }

  /** Returns a sentence for people about what is missing when the time is over. */
  get lateness(): string {
    return this.timer.wasStarved
      ? 'The server was too busy to read all of this document in time.'
      : 'The time for this document ran out before all of it was read.';
  }

  context(): ExtractionContext {
    const { config, languages, limits, tempDir } = this.task;
    return this.timer.contextWith({
      config,
      languages,
      limits,
      tempDir,
      ocr: (image: OcrImage) => this.recognize(image),
      progress: (done: number, total: number | undefined) => this.report(done, total),
    });
  }

  end(): void {
    this.timer.end();
  }

  private async recognize(image: OcrImage): Promise<OcrText> {
    if (this.task.ocr.kind === 'other-lane') {
      this.otherLane.resolve('needs-ocr-lane');
      this.timer.stop();
    }
    this.timer.signal.throwIfAborted();
    if (this.task.ocr.kind === 'missing') {
      this.lacksOcr = true;
      // The page is not noted here: an extractor may ask about a page that has a text, and then misses nothing.
      return { text: '', confidence: 0, languages: [], warnings: [NO_OCR] };
    }
    const { maxOcrPages } = this.task.limits;
    if (this.ocrPages >= maxOcrPages) return this.nothing(`Only the first ${maxOcrPages} scanned pages were read.`);
    this.ocrPages += 1;
    this.timer.extend(this.task.ocrPageTimeoutMs);
    this.onOcrPage();
    const context = this.timer.contextWith({ languages: this.task.languages });
    const text = await this.knownPages.get(image, async () => (await this.engine()).recognize(image, context));
    for (const warning of text.warnings ?? []) this.warnings.add(warning);
    return text;
  }

  /** At most one message in a second: an extractor may report each of a million rows. */
  private report(done: number, total: number | undefined): void {
    const now = performance.now();
    if (now - this.reportedAt < PROGRESS_MS) return;
    this.reportedAt = now;
    const count = (value: number): number => Math.max(0, Math.min(MOST_PROGRESS, Math.floor(value) || 0));
    this.onProgress(count(done), total === undefined ? null : count(total));
  }

  private nothing(warning: string): OcrText {
    this.warnings.add(warning);
    return { text: '', confidence: 0, languages: [], warnings: [warning] };
  }
}
