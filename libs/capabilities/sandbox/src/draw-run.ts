import { writeFile } from 'node:fs/promises';
import type { DrawingContext, Extractor } from '@archivolt/plugin-kit';
import { FileTimer } from './file-timer.js';
import type { DrawMessage, DrawnMessage } from './messages.js';
import { readDrawn } from './read-drawn.js';

/** Has an extractor draw one page, in the child. */
export class DrawRun {
  private readonly timer: FileTimer;

  constructor(private readonly task: DrawMessage) {
    this.timer = new FileTimer(task.timeoutMs, 'page');
  }

  get isOverdue(): boolean {
    return this.timer.isOver;
  }

  async draw(extractor: Extractor): Promise<DrawnMessage> {
    const { input, page, pixelsFile } = this.task;
    if (extractor.drawPage === undefined) throw new Error('the plugin declares `draws`, but has no drawPage');
    const { pixels, ...drawn } = readDrawn(await extractor.drawPage(input, page, this.context()), page);
    if (pixels !== undefined) await writeFile(pixelsFile, pixels);
    return { kind: 'drawn', ...drawn, cpuMs: 0 };
  }

  end(): void {
    this.timer.end();
  }

  private context(): DrawingContext {
    const { config, limits, tempDir } = this.task;
    const { timer } = this;
    return {
      ...{ config, signal: timer.signal, limits, tempDir },
      get deadline() {
        return timer.deadline;
      },
    };
  }
}
