import type { ExtractionContext, OcrEngine, OcrImage, OcrText } from '@archivolt/plugin-kit';
import { KnownPages } from './known-pages.js';
import type { TaskMessage } from './messages.js';

export const NO_OCR = 'Pages without text were not read: no OCR plugin is installed.';

const PROGRESS_MS = 1000;
const MOST_PROGRESS = 10_000_000;

/** What one file's extractor is given, and what is noted while it runs. */
export class TaskRun {
  readonly warnings = new Set<string>();
  /** Fulfilled when the extractor asks for OCR where there is none to be had. */
  readonly otherLane = Promise.withResolvers<'needs-ocr-lane'>();
  lacksOcr = false;
  private readonly abort = new AbortController();
  private deadline: number;
  private timer: NodeJS.Timeout | undefined;
  private ocrPages = 0;
  private reportedAt = -Infinity;
  private readonly knownPages: KnownPages;

  constructor(
    private readonly task: TaskMessage,
    private readonly engine: () => Promise<OcrEngine>,
    private readonly onOcrPage: () => void,
    private readonly onProgress: (done: number, total: number | null) => void,
  ) {
    this.deadline = task.deadline;
    this.knownPages = new KnownPages(task.pagesFile);
    this.arm();
  }

  get isOverdue(): boolean {
    this.expireWhenDue();
    return this.abort.signal.aborted;
  }

  context(): ExtractionContext {
    const deadline = (): number => this.deadline;
    return {
      config: this.task.config,
      signal: this.abort.signal,
      get deadline() {
        return deadline();
      },
      languages: this.task.languages,
      limits: this.task.limits,
      tempDir: this.task.tempDir,
      ocr: (image) => this.recognize(image),
      progress: (done, total) => this.report(done, total),
    };
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private async recognize(image: OcrImage): Promise<OcrText> {
    if (this.task.ocr.kind === 'other-lane') {
      this.otherLane.resolve('needs-ocr-lane');
      this.abort.abort();
    }
    this.abort.signal.throwIfAborted();
    if (this.task.ocr.kind === 'missing') {
      this.lacksOcr = true;
      return this.nothing(NO_OCR);
    }
    const { maxOcrPages } = this.task.limits;
    if (this.ocrPages >= maxOcrPages) return this.nothing(`Only the first ${maxOcrPages} scanned pages were read.`);
    this.ocrPages += 1;
    this.deadline += this.task.ocrPageTimeoutMs;
    this.arm();
    this.onOcrPage();
    const { languages } = this.task;
    const { signal } = this.abort;
    const text = await this.knownPages.get(image, async () =>
      (await this.engine()).recognize(image, { languages, signal, deadline: this.deadline }),
    );
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

  private arm(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.expireWhenDue(), Math.max(0, this.deadline - Date.now()));
  }

  /** An engine that kept the thread busy has kept the timer from firing, too. */
  private expireWhenDue(): void {
    if (Date.now() >= this.deadline)
      this.abort.abort(new DOMException('The time for this document is over.', 'TimeoutError'));
  }
}
