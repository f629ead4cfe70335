import { TransientPluginError } from '@archivolt/plugin-kit';
import { undrawn, type Drawing } from './drawing.js';
import type { PrivateFiles } from './private-files.js';
import { ChildPool, type PoolLogger, type PoolSettings } from './child-pool.js';
import { LanePlaces } from './lane-places.js';
import type { DrawnMessage, DrawMessage, PluginFault } from './messages.js';
import type { SandboxChild } from './sandbox-child.js';

export interface DrawingLaneSettings extends PoolSettings {
  /** Pages that are drawn at a time. */
  places: number;
}

/** A page to draw, without the files, which depend on the child, and with its time, which begins when a child is free. */
export type DrawingTask = Omit<DrawMessage, 'kind' | 'pixelsFile' | 'tempDir'> & {
  /** The owner of the file: owners take turns, and no process draws files of two. */
  owner: string;
};

/** Child processes that draw pages, apart from those that read texts. A page is short, so it keeps its place to its end. */
export class DrawingLane {
  private readonly pool: ChildPool;
  private readonly places: LanePlaces;
  private readonly closing = new AbortController();

  constructor(
    settings: DrawingLaneSettings,
    files: PrivateFiles,
    private readonly logger: PoolLogger,
  ) {
    this.pool = new ChildPool(settings, files, logger);
    this.places = new LanePlaces(settings.places, false);
  }

  /** A file that crashes its process is tried once more in a new one. */
  async draw(task: DrawingTask, signal: AbortSignal): Promise<Drawing> {
    const anySignal = AbortSignal.any([signal, this.closing.signal]);
    const turn = await this.places.enter(task.owner, anySignal);
    if (!turn) return undrawn('cancelled', 'It was cancelled.');
    const returns: Promise<void>[] = [];
    try {
      const first = await this.attempt(task, anySignal, returns);
      const isFinal = first.drawing.outcome !== 'crashed' || first.fault === 'permanent';
      const { drawing, fault } = isFinal ? first : await this.attempt(task, anySignal, returns);
      if (fault === 'transient' && drawing.outcome !== 'drawn')
        throw new TransientPluginError(drawing.reason ?? 'The plugin failed.');
      return drawing;
    } finally {
      // The picture does not wait for the child to be ready again, but the next page does.
      void Promise.allSettled(returns).then(() => turn.end());
    }
  }

  /** Ends all children; pages in work end as `cancelled`. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.pool.close();
  }

  private async attempt(
    { owner, ...message }: DrawingTask,
    signal: AbortSignal,
    returns: Promise<void>[],
  ): Promise<{ drawing: Drawing; fault?: PluginFault | undefined }> {
    const child = await this.pool.take(owner, signal).catch((error: unknown) => error as Error);
    if (child instanceof Error) {
      if (signal.aborted) return { drawing: undrawn('cancelled', 'It was cancelled.') };
      throw new TransientPluginError(`The process that draws pages does not start: ${child.message}`);
    }
    const { workspace } = child;
    const { file: path, tempDir, pixelsFile } = workspace;
    try {
      await workspace.putFile(message.input.path);
      const files = { input: { ...message.input, path }, tempDir, pixelsFile };
      const end = await child.draw({ kind: 'draw', ...message, ...files }, signal);
      if (end.kind === 'drawn') return { drawing: await readDrawing(end, message, child) };
      const { outcome, reason, fault } = end;
      if (outcome === 'crashed') this.logger.warn(`${reason} ${child.lastErrors.slice(-1000)}`.trim());
      const why = outcome === 'timeout' ? 'It took too long to draw.' : reason;
      return { drawing: undrawn(outcome === 'yielded' ? 'cancelled' : outcome, why), fault };
    } finally {
      returns.push(this.pool.giveBack(child, owner));
    }
  }
}

/** A child that a file has taken over may say anything of its pixels. */
async function readDrawing(
  { outcome, reason, pagesCount, width, height, channels }: DrawnMessage,
  { page }: Pick<DrawingTask, 'page'>,
  child: SandboxChild,
): Promise<Drawing> {
  if (outcome !== 'drawn') return { outcome, reason, pagesCount };
  const fits = width > 0 && height > 0 && width <= page.width && height <= page.height;
  const pixels = fits ? await child.workspace.readPixels(width * height * channels).catch(() => undefined) : undefined;
  if (pixels && pagesCount !== null && pagesCount >= page.page)
    return { outcome, pagesCount, width, height, channels, pixels };
  await child.end();
  return undrawn('crashed', 'The process that draws pages left no picture of the size it named.');
}
