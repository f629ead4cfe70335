import { TransientPluginError } from '@archivolt/plugin-kit';
import { makeExtraction, type Extraction } from '../extraction.js';
import type { PageLayout } from '../page-layout.js';
import type { PrivateFiles } from '../private-files.js';
import { ChildPool, type PoolLogger, type PoolSettings } from './child-pool.js';
import { LanePlaces, type Turn } from './lane-places.js';
import type { PluginFault, ReplyMessage, TaskMessage } from './messages.js';
import type { RecognizedPages } from './recognized-pages.js';
import { MOST_LAYOUT_BYTES, readLayouts } from './layout-file.js';
import type { ProgressListener, SandboxChild } from './sandbox-child.js';

/** A file that goes on after its turn, because none waits, does not take the processor from the server. */
const PRIORITY_OF_LONG_FILES = 10;
/** The job of a file has a time limit. At a page after this time it ends, and the file continues in another one. */
const LONGEST_ATTEMPT_MS = 60 * 60_000;

export interface LaneSettings extends PoolSettings {
  /** Files that are read at a time. */
  places: number;
  /** Leave a place to owners that have no file in work, as long as there are more places than such owners. */
  keepsRoom: boolean;
  /** A file that got no processor on a busy machine has a longer turn. For files that begin again in the next one. */
  countsCpu: boolean;
}

/** A task without the files, which depend on the child. Its time begins when a child is free. */
export type LaneTask = Omit<TaskMessage, 'layoutFile' | 'pagesFile' | 'tempDir' | 'textFile'> & {
  /** Whose file it is: owners take turns, and no process reads files of two. */
  owner: string;
  /** The same for each turn of one file. */
  document: string;
  /** After this time the file gives its place to one of another owner that waits. */
  turnMs: number;
};

/** A plugin threw `TransientPluginError`, twice: it may read the file later. */
export class PluginFailedForNow extends TransientPluginError {}

/** Some child processes and the files that wait for one. */
export class SandboxLane {
  private readonly pool: ChildPool;
  private readonly places: LanePlaces;
  private readonly closing = new AbortController();

  constructor(
    private readonly settings: LaneSettings,
    files: PrivateFiles,
    private readonly pages: RecognizedPages,
    private readonly logger: PoolLogger,
  ) {
    this.pool = new ChildPool(settings, files, logger);
    this.places = new LanePlaces(settings.places, settings.keepsRoom);
  }

  async run(task: LaneTask, signal: AbortSignal, onProgress: ProgressListener = () => undefined): Promise<Extraction> {
    const anySignal = AbortSignal.any([signal, this.closing.signal]);
    const turn = await this.places.enter(task.owner, anySignal);
    if (!turn) return makeExtraction('cancelled', { reason: 'It was cancelled.' });
    const returns: Promise<void>[] = [];
    try {
      const attempt = () => this.attempt(task, turn, anySignal, { returns, onProgress });
      const first = await attempt();
      const { fault, ...result } = first.outcome === 'crashed' && first.fault !== 'permanent' ? await attempt() : first;
      if (fault === 'transient') throw new PluginFailedForNow(result.reason ?? 'The plugin failed.');
      if (result.outcome !== 'yielded') await this.pages.forget(task.document);
      return result;
    } finally {
      // The result does not wait for the child to be ready again, but the next file does.
      void Promise.allSettled(returns).then(() => turn.end());
    }
  }

  /** Ends all children; files in work end as `cancelled`. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.pool.close();
  }

  private async attempt(
    task: LaneTask,
    turn: Turn,
    signal: AbortSignal,
    { returns, onProgress }: { returns: Promise<void>[]; onProgress: ProgressListener },
  ): Promise<Extraction & { fault?: PluginFault }> {
    const { owner, document, turnMs, ...message } = task;
    const child = await this.pool.take(owner, signal).catch((error: unknown) => error as Error);
    if (child instanceof Error) {
      if (signal.aborted) return makeExtraction('cancelled', { reason: 'It was cancelled.' });
      // It says nothing about the file, which is read when the server has what a process needs.
      throw new TransientPluginError(`The process that reads documents does not start: ${child.message}`);
    }
    const { workspace } = child;
    const { file: path, tempDir, textFile, layoutFile, pagesFile } = workspace;
    try {
      await workspace.putFile(task.input.path);
      await workspace.putPages(this.pages.of(document));
      const files = { input: { ...task.input, path }, tempDir, textFile, layoutFile, pagesFile };
      const stopWatching = turn.watch({
        turnMs,
        pageMs: task.ocrPageTimeoutMs,
        cpuMs: () => (this.settings.countsCpu ? child.cpuMs : undefined),
        interrupt: () => child.interrupt(),
      });
      const began = performance.now();
      const slowDown = setTimeout(() => child.lowerPriority(PRIORITY_OF_LONG_FILES), turnMs);
      const work = child.run({ ...message, ...files }, signal, {
        onPage: () => {
          turn.onPage();
          if (performance.now() - began > LONGEST_ATTEMPT_MS) child.interrupt();
        },
        onProgress,
      });
      const end = await work.finally(() => {
        clearTimeout(slowDown);
        stopWatching();
      });
      if (end.kind === 'reply') return await this.readReply(end, child, task.limits.maxChars);
      const { outcome, reason, cpuMs, fault } = end;
      if (outcome === 'crashed') this.logger.warn(`${reason} ${child.lastErrors.slice(-1000)}`.trim());
      const hasNewPages = outcome === 'yielded' &&
        (await this.pages.keep(await workspace.takePages(), document)) && { hasNewPages: true };
      return {
        ...makeExtraction(outcome, { reason, cpuMs, peakRssBytes: child.watch.peakBytes, ...hasNewPages }),
        ...(outcome === 'timeout' && { isCutShort: true }),
        ...(fault && { fault }),
      };
    } finally {
      returns.push(this.pool.giveBack(child, owner));
    }
  }

  private async readReply(reply: ReplyMessage, child: SandboxChild, maxChars: number): Promise<Extraction> {
    const { kind: _, outcome, ...fields } = reply;
    const peakRssBytes = child.watch.peakBytes;
    const text = outcome === 'text' ? await child.workspace.readText(maxChars).catch(() => undefined) : '';
    if (text !== undefined)
      return makeExtraction(outcome, { ...fields, text, layouts: await readLayout(outcome, child), peakRssBytes });
    await child.end();
    return makeExtraction('crashed', { reason: 'The process that reads documents left no text.', peakRssBytes });
  }
}

/** A text without layout is worth keeping. */
async function readLayout(outcome: ReplyMessage['outcome'], { workspace }: SandboxChild): Promise<PageLayout[]> {
  if (outcome !== 'text') return [];
  const bytes = await workspace.readLayout(MOST_LAYOUT_BYTES).catch(() => undefined);
  return bytes === undefined ? [] : readLayouts(bytes);
}
