import { writeFile } from 'node:fs/promises';
import type { DrawingContext, Extractor } from '@archivolt/plugin-kit';
import type { DrawMessage, DrawnMessage } from './messages.js';
import { readDrawn } from './read-drawn.js';

/** Has an extractor draw one page, in the child. */
export class DrawRun {
  private readonly abort = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly task: DrawMessage) {
    const late = (): void => this.abort.abort(new DOMException('The time for this page is over.', 'TimeoutError'));
    this.timer = setTimeout(late, Math.max(0, task.deadline - Date.now()));
  }

  /** Also when the extractor kept the thread busy, and with it the timer. */
  get isOverdue(): boolean {
    return this.abort.signal.aborted || Date.now() >= this.task.deadline;
  }

  async draw(extractor: Extractor): Promise<DrawnMessage> {
    const { input, page, pixelsFile } = this.task;
    if (extractor.drawPage === undefined) throw new Error('the plugin declares `draws`, but has no drawPage');
    const { pixels, ...drawn } = readDrawn(await extractor.drawPage(input, page, this.context()), page);
    if (pixels !== undefined) await writeFile(pixelsFile, pixels);
    return { kind: 'drawn', ...drawn, cpuMs: 0 };
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private context(): DrawingContext {
    const { config, deadline, limits, tempDir } = this.task;
    return { config, signal: this.abort.signal, deadline, limits, tempDir };
  }
}
