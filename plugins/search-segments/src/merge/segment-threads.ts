import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { DamagedSegmentError, type MergeOptions, type SegmentBlock, type SegmentDocument } from '../segments/index.js';
import { AT_ONCE, buffersOf, type FromThread, movableBlock, type ToThread } from './messages.js';

const IDLE_MS = 30_000;
const HEAP_MB = 256;

/** A segment that is being made: its blocks come as fast as they are taken. */
export interface MadeSegment {
  directory: Uint8Array;
  blocks: AsyncGenerator<SegmentBlock>;
}

/**
 * Builds and merges segments in worker threads, so that this work takes no time from the thread that answers requests.
 * Blocks are in memory a few at a time, in both threads. A thread stays for the next task for half a minute.
 */
export class SegmentThreads {
  readonly #all = new Set<SegmentThread>();
  #idle: SegmentThread | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** `buildSegment` in a thread, of documents that are read while they move to it. */
  build(documents: AsyncIterable<SegmentDocument> | Iterable<SegmentDocument>): Promise<MadeSegment> {
    return this.#run({ kind: 'build' }, new Sources([], documents));
  }

  /** `mergeSegments` in a thread, of segments given oldest first. Their directories are encoded. */
  merge(
    inputs: readonly { directory: Uint8Array; blocks: AsyncIterable<SegmentBlock> }[],
    { dropsRemoved, outdated = [] }: MergeOptions,
  ): Promise<MadeSegment> {
    const directories = inputs.map(({ directory }) => new Uint8Array(directory));
    const blocks = inputs.map((input) => input.blocks);
    return this.#run({ kind: 'merge', directories, dropsRemoved, outdated }, new Sources(blocks, []));
  }

  /** Stops all threads; what they are making fails. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#idle = undefined;
    await Promise.all([...this.#all].map((thread) => this.#stop(thread)));
  }

  async #run(task: ToThread, sources: Sources): Promise<MadeSegment> {
    const thread = this.#take();
    try {
      const begun = await this.#made(thread, task, sources);
      if (begun.kind !== 'directory') throw new Error(`a thread made "${begun.kind}" before a directory`);
      return { directory: begun.directory, blocks: this.#blocks(thread, sources) };
    } catch (error) {
      await this.#stop(thread);
      await sources.close();
      throw error;
    }
  }

  async *#blocks(thread: SegmentThread, sources: Sources): AsyncGenerator<SegmentBlock> {
    let isComplete = false;
    try {
      while (!isComplete) {
        const made = await this.#made(thread, { kind: 'next' }, sources);
        if (made.kind !== 'made') throw new Error(`a thread made "${made.kind}" instead of blocks`);
        yield* made.blocks;
        isComplete = made.blocks.length === 0;
      }
      this.#giveBack(thread);
    } finally {
      // A thread that was left in the middle of its task is of no use any more.
      if (!isComplete) await this.#stop(thread);
      await sources.close();
    }
  }

  /** What the thread makes next, after it was brought what it needs for it. */
  async #made(thread: SegmentThread, request: ToThread, sources: Sources): Promise<FromThread> {
    let answer = await thread.ask(request);
    while (answer.kind === 'wants documents' || answer.kind === 'wants blocks') {
      if (answer.kind === 'wants documents') {
        const documents = await sources.documents();
        const moved = documents.flatMap(({ terms }) => (terms === undefined ? [] : [terms.buffer as ArrayBuffer]));
        answer = await thread.ask({ kind: 'documents', documents }, moved);
      } else {
        const blocks = await sources.blocks(answer.input);
        answer = await thread.ask({ kind: 'blocks', blocks }, buffersOf(blocks));
      }
    }
    if (answer.kind !== 'failed') return answer;
    throw answer.finding === undefined ? new Error(answer.message) : new DamagedSegmentError(answer.finding);
  }

  #take(): SegmentThread {
    clearTimeout(this.#timer);
    const thread = this.#idle ?? new SegmentThread();
    this.#idle = undefined;
    this.#all.add(thread);
    thread.keepProcess(true);
    return thread;
  }

  #giveBack(thread: SegmentThread): void {
    if (this.#idle !== undefined || !this.#all.has(thread)) return void this.#stop(thread);
    this.#idle = thread;
    thread.keepProcess(false);
    this.#timer = setTimeout(() => {
      if (this.#idle === thread) this.#idle = undefined;
      void this.#stop(thread);
    }, IDLE_MS).unref();
  }

  async #stop(thread: SegmentThread): Promise<void> {
    this.#all.delete(thread);
    await thread.stop();
  }
}

/** What the segments are made of. */
class Sources {
  readonly #blocks: AsyncIterator<SegmentBlock>[];
  readonly #documents: AsyncIterator<SegmentDocument> | Iterator<SegmentDocument>;

  constructor(
    blocks: readonly AsyncIterable<SegmentBlock>[],
    documents: AsyncIterable<SegmentDocument> | Iterable<SegmentDocument>,
  ) {
    this.#blocks = blocks.map((iterable) => iterable[Symbol.asyncIterator]());
    this.#documents =
      Symbol.asyncIterator in documents ? documents[Symbol.asyncIterator]() : documents[Symbol.iterator]();
  }

  async documents(): Promise<SegmentDocument[]> {
    const documents = await some(this.#documents);
    return documents.map((document) => ({ ...document, terms: document.terms && new Uint8Array(document.terms) }));
  }

  async blocks(input: number): Promise<SegmentBlock[]> {
    const source = this.#blocks[input];
    return source === undefined ? [] : (await some(source)).map(movableBlock);
  }

  async close(): Promise<void> {
    for (const source of [...this.#blocks, this.#documents]) await source.return?.();
  }
}

async function some<T>(source: AsyncIterator<T> | Iterator<T>): Promise<T[]> {
  const values: T[] = [];
  while (values.length < AT_ONCE) {
    const result = await source.next();
    if (result.done === true) break;
    values.push(result.value);
  }
  return values;
}

/** A worker thread that answers each message with one. */
class SegmentThread {
  readonly #worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
  readonly #ended = new AbortController();

  constructor() {
    this.#worker.on('error', (error) => this.#ended.abort(error));
    this.#worker.on('exit', () => this.#ended.abort(new Error('the thread that makes segments has ended')));
  }

  async ask(message: ToThread, moved: ArrayBuffer[] = []): Promise<FromThread> {
    const { signal } = this.#ended;
    try {
      const answer = once(this.#worker, 'message', { signal });
      this.#worker.postMessage(message, moved);
      return ((await answer) as [FromThread])[0];
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** A process does not end while the thread works; an idle thread ends with it. */
  keepProcess(isKept: boolean): void {
    if (isKept) this.#worker.ref();
    else this.#worker.unref();
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Threads run compiled code, also when this file runs from its source, as in tests. */
function threadFile(): URL {
  const compiled = new URL('./thread.js', import.meta.url);
  return existsSync(compiled) ? compiled : new URL('../../dist/src/merge/thread.js', import.meta.url);
}
