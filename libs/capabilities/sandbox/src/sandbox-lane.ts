import { TransientPluginError } from '@archivolt/plugin-kit';
import type { HandedFiles } from './attachments.js';
import { makeExtraction, type Extraction } from './extraction.js';
import type { PageLayout } from './page-layout.js';
import type { PrivateFiles } from './private-files.js';
import type { PoolLogger } from './child-pool.js';
import { LaneChildren, type ChildrenSettings, type Place } from './lane-children.js';
import { MOST_LIST_BYTES, readHanded } from './handed-files.js';
import type { PluginFault, ReplyMessage, TaskMessage } from './messages.js';
import type { RecognizedPages } from './recognized-pages.js';
import { MOST_LAYOUT_BYTES, readLayouts } from './layout-file.js';
import { sentence } from './read-result.js';
import type { ProgressListener, SandboxChild } from './sandbox-child.js';

/** A file that goes on after its turn, because none waits, does not take the processor from the server. */
const PRIORITY_OF_LONG_FILES = 10;
/** The job of a file has a time limit. At a page after this time it ends, and the file continues in another one. */
const LONGEST_ATTEMPT_MS = 60 * 60_000;

export interface LaneSettings extends ChildrenSettings {
  /** Leave a place to owners that have no file in work, as long as there are more places than such owners. */
  keepsRoom: boolean;
  /** A file that got no processor on a busy machine has a longer turn. For files that begin again in the next one. */
  countsCpu: boolean;
}

/** A task without the files, which depend on the child. Its time begins when a child is free. */
export type LaneTask = Omit<
  TaskMessage,
  'headFile' | 'layoutFile' | 'pagesFile' | 'partsFile' | 'tempDir' | 'textFile'
> & {
  /** Where the bytes of files in the file go, out of the reach of the child. */
  target: string;
  /** Other files of the same document follow: what was recognized is kept until the caller forgets the document. */
  keepsPages: boolean;
  /** The owner of the file: owners take turns, and no process reads files of two. */
  owner: string;
  /** The same for each turn of one file. */
  document: string;
  /** After this time the file gives its place to one of another owner that waits. */
  turnMs: number;
};

/** A plugin threw `TransientPluginError`, twice: it may read the file later. */
export class PluginFailedForNow extends TransientPluginError {}

/** A place of a lane that is kept for several files of one document. */
export interface HeldPlace {
  read(task: LaneTask, onProgress?: ProgressListener): Promise<Extraction>;
  /** The document has had the place for so long, and another file waits that could have it. */
  isOver(turnMs: number): boolean;
}

/** Some child processes and the files that wait for one. */
export class SandboxLane {
  private readonly children: LaneChildren;

  constructor(
    private readonly settings: LaneSettings,
    files: PrivateFiles,
    private readonly pages: RecognizedPages,
    logger: PoolLogger,
  ) {
    this.children = new LaneChildren(settings, files, logger, 'reads documents');
  }

  async run(task: LaneTask, signal: AbortSignal, onProgress?: ProgressListener): Promise<Extraction> {
    const extraction = await this.withPlace(task.owner, signal, (place) => place.read(task, onProgress));
    return extraction ?? makeExtraction('cancelled', { reason: 'It was cancelled.' });
  }

  /** Keeps a place for files that `work` reads one after the other; `undefined` when cancelled before there was one. */
  withPlace<Result>(
    owner: string,
    signal: AbortSignal,
    work: (place: HeldPlace) => Promise<Result>,
  ): Promise<Result | undefined> {
    return this.children.withPlace(owner, signal, (place) =>
      work({
        read: async (task, onProgress = () => undefined) => {
          await Promise.allSettled(place.returns.splice(0));
          return this.read(task, place, onProgress);
        },
        isOver: (turnMs) => place.turn.isOver(turnMs),
      }),
    );
  }

  /** Ends all children; files in work end as `cancelled`. */
  close(): Promise<void> {
    return this.children.close();
  }

  private async read(task: LaneTask, place: Place, onProgress: ProgressListener): Promise<Extraction> {
    const attempt = (changes: Partial<LaneTask> = {}) => this.attempt({ ...task, ...changes }, place, onProgress);
    const first = await attempt();
    const again = async () =>
      first.outcome === 'crashed' && first.fault !== 'permanent' ? together(first, await attempt()) : first;
    const end = first.attaching === undefined ? await again() : await withFewerFiles(first, task, attempt);
    const { fault, ranMs: _ranMs, attaching: _attaching, ...result } = end;
    if (fault === 'transient') throw new PluginFailedForNow(result.reason ?? 'The plugin failed.');
    const isKept = result.outcome === 'yielded' || result.handed !== undefined || task.keepsPages;
    if (!isKept) await this.pages.forget(task.document);
    return result;
  }

  private async attempt(task: LaneTask, place: Place, onProgress: ProgressListener): Promise<Attempt> {
    const attempted = await this.children.withChild(place, task.input.path, (child) =>
      this.readIn(child, task, place, onProgress),
    );
    return attempted ?? makeExtraction('cancelled', { reason: 'It was cancelled.' });
  }

  private async readIn(
    child: SandboxChild,
    task: LaneTask,
    { turn, signal }: Place,
    onProgress: ProgressListener,
  ): Promise<Attempt> {
    const { owner: _owner, document, turnMs, target: _target, keepsPages: _keepsPages, ...message } = task;
    const { workspace } = child;
    const { file: path, tempDir, textFile, layoutFile, pagesFile, headFile, partsFile } = workspace;
    await workspace.putPages(this.pages.of(document));
    const files = { input: { ...task.input, path }, tempDir, textFile, layoutFile, pagesFile, headFile, partsFile };
    let ocrPages = 0;
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
        ocrPages += 1;
        turn.onPage();
        if (performance.now() - began > LONGEST_ATTEMPT_MS) child.interrupt();
      },
      onProgress,
    });
    const end = await work.finally(() => {
      clearTimeout(slowDown);
      stopWatching();
    });
    const ranMs = Math.round(performance.now() - began);
    if (end.kind === 'reply') return { ...(await this.readReply(end, child, task)), ocrPages, ranMs };
    const { outcome, reason, cpuMs, fault } = end;
    if (outcome === 'crashed') this.children.logCrash(reason, child);
    // A file that broke its process behind its text is read once more.
    const isBegun = outcome === 'yielded' || child.attaching !== undefined;
    const hasNewPages = isBegun &&
      (await this.pages.keep(await workspace.takePages(), document)) && { hasNewPages: true };
    return {
      ...makeExtraction(outcome, { reason, cpuMs, peakRssBytes: child.watch.peakBytes, ocrPages, ...hasNewPages }),
      ...(outcome === 'timeout' && { isCutShort: true }),
      ranMs,
      ...(fault && { fault }),
      // Only what the files in it did: a file that others wait for goes on as any other.
      ...(outcome !== 'cancelled' && outcome !== 'yielded' && { attaching: child.attaching }),
    };
  }

  private async readReply(reply: ReplyMessage, child: SandboxChild, task: LaneTask): Promise<Attempt> {
    const { kind: _, outcome, attachments, ...fields } = reply;
    const peakRssBytes = child.watch.peakBytes;
    const text = outcome === 'text' ? await child.workspace.readText(task.limits.maxChars).catch(() => undefined) : '';
    const handed = attachments > 0 ? await takeHanded(attachments, child, task) : undefined;
    if (text === undefined || handed === 'refused') {
      await child.end();
      const reason = `The process that reads documents left ${text === undefined ? 'no text' : 'other files than it named'}.`;
      return { ...makeExtraction('crashed', { reason, peakRssBytes }), ...(handed === 'refused' && { attaching: 0 }) };
    }
    const layouts = await readLayout(outcome, child);
    const hasMore = handed !== undefined || task.keepsPages;
    const hasNewPages = hasMore &&
      (await this.pages.keep(await child.workspace.takePages(), task.document)) && { hasNewPages: true };
    return makeExtraction(outcome, {
      ...fields,
      text,
      layouts,
      peakRssBytes,
      ...(handed && { handed }),
      ...hasNewPages,
    });
  }
}

type Attempt = Extraction & {
  fault?: PluginFault;
  /** The text was read, but not the files in the file: the one that comes next, or 0 where that is not known. */
  attaching?: number | undefined;
  /** How long the process had the file; missing when it got none. */
  ranMs?: number;
};

/** Adds up two attempts, because the first one has used its time as well. Without processor time, all that passed counts. */
function together(first: Attempt, second: Attempt): Attempt {
  const firstMs = first.cpuMs === 0 ? (first.ranMs ?? 0) : first.cpuMs;
  const cpuMs = second.cpuMs === 0 ? 0 : firstMs + second.cpuMs;
  const ocrPages = (first.ocrPages ?? 0) + (second.ocrPages ?? 0);
  const ranMs = (first.ranMs ?? 0) + (second.ranMs ?? 0);
  return { ...second, cpuMs, ocrPages, ranMs, ...(first.hasNewPages === true && { hasNewPages: true }) };
}

/** Leaves out the file that broke its process; where that is not known, or does not help, all files in the file. */
async function withFewerFiles(
  first: Attempt,
  { attachments }: LaneTask,
  attempt: (changes: Partial<LaneTask>) => Promise<Attempt>,
): Promise<Attempt> {
  let before = first;
  // After a timeout the job has no time for two more attempts.
  if (attachments && first.attaching !== undefined && first.attaching > 0 && first.outcome !== 'timeout') {
    const outcome = first.outcome === 'too-large' ? 'too-large' : 'corrupt';
    const leftOut = { file: first.attaching, outcome, reason: sentence(first.reason ?? 'It is damaged.') } as const;
    before = together(first, await attempt({ attachments: { ...attachments, leftOut } }));
    if (before.attaching === undefined && before.outcome !== 'crashed') return before;
  }
  return together(before, withoutFiles(await attempt({ attachments: null }), before));
}

/** The text of a file that cannot be read together with the files in it. */
function withoutFiles(second: Attempt, { reason, isCutShort }: Attempt): Attempt {
  if (second.outcome === 'yielded' || second.outcome === 'cancelled') return second;
  const warnings = [...second.warnings, sentence(`The files in it were not read: ${reason ?? 'it is damaged.'}`)];
  return { ...second, warnings, truncated: true, ...(isCutShort === true && { isCutShort }) };
}

/** A child that a file has taken over may name anything, and leave anything. */
async function takeHanded(
  count: number,
  { workspace }: SandboxChild,
  { attachments, target: path }: LaneTask,
): Promise<HandedFiles | 'refused'> {
  const { most = 0, mostBytes = 0 } = attachments ?? {};
  const list = await workspace.readHead(MOST_LIST_BYTES).catch(() => undefined);
  const files = list && readHanded(list, mostBytes);
  if (files === undefined || files.length > count || files.filter(({ unread }) => !unread).length > most)
    return 'refused';
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return (await workspace.tryTakeParts(path, bytes)) ? { files, count, path } : 'refused';
}

/** A text without layout is worth keeping. */
async function readLayout(outcome: ReplyMessage['outcome'], { workspace }: SandboxChild): Promise<PageLayout[]> {
  if (outcome !== 'text') return [];
  const bytes = await workspace.readLayout(MOST_LAYOUT_BYTES).catch(() => undefined);
  return bytes === undefined ? [] : readLayouts(bytes);
}
