import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { compiledUrl } from '#ground/kernel';
import type { Extraction } from './extraction.js';
import type { ChildWorkspace } from './child-folders.js';
import { cpuMsOf } from './cpu-time.js';
import { DiskWatch } from './disk-watch.js';
import { MemoryWatch } from './memory-watch.js';
import { MessageLines } from './message-lines.js';
import {
  MESSAGES_FD,
  type Answers,
  type ChildMessage,
  type ParentMessage,
  type PluginFault,
  type Work,
} from './messages.js';
import { readMessage } from './read-message.js';
import { WorkClock } from './work-clock.js';

/** A machine that is busy with other work takes many seconds to start a process. */
const READY_MS = 120_000;
/** Work between the abort an extractor sees and the end of its process. */
const GRACE_MS = 1000;
/** Longer than the two seconds the child itself waits for its extractor. */
const LETS_GO_MS = 5000;
const KEPT_STDERR = 8192;
const MOST_STDERR = 16 * 1024 * 1024;

export type ProgressListener = (done: number, total: number | undefined) => void;

export interface ChildSettings {
  heapMb: number;
  memoryLimitBytes: number;
  /** A value for `os.setPriority`; 0 is normal. */
  priority: number;
}

/** How the process of a child is started. */
export interface ChildLaunch {
  workspace: ChildWorkspace;
  /** Programs of the operating system that hold the child; empty where there are none. */
  prefix: readonly string[];
  flags: readonly string[];
  /** Modules to load before the doors are closed. */
  preload: readonly string[];
  /** True where nothing but a thread in the child can end it with this process. */
  needsWatchdog: boolean;
}

type Answer = Answers[Work['kind']];
const ANSWERS = {
  task: 'reply',
  draw: 'drawn',
  mail: 'opened',
  codes: 'coded',
  select: 'selected',
  render: 'rendered',
} as const;
const ANSWER_KINDS: ReadonlySet<unknown> = new Set(Object.values(ANSWERS));

const nothing = (): void => undefined;
const UNHEARD = { onPage: nothing, onProgress: nothing };

/** Why a child was ended, or ended itself, before it replied. */
export interface ChildEnd {
  kind: 'ended';
  outcome: Extract<Extraction['outcome'], 'cancelled' | 'crashed' | 'timeout' | 'too-large' | 'yielded'>;
  reason: string;
  /** Processor time for the file; 0 where it is not known. */
  cpuMs: number;
  /** What the extractor threw, when that ended it. */
  fault?: PluginFault;
}

/** One process that reads one file at a time. Whatever it does, `run` settles. */
export class SandboxChild {
  filesRead = 0;
  rssBytes = 0;
  /** The number of the file in the file that the child hands over, 0 between two; undefined before it has the text. */
  attaching: number | undefined;
  /** As `os.setPriority` takes it. */
  priority = 0;
  readonly watch: MemoryWatch;
  readonly workspace: ChildWorkspace;
  private readonly disk: DiskWatch;
  private readonly output: Socket;
  private readonly process: ChildProcess;
  private readonly exited = Promise.withResolvers<void>();
  private readonly ready = Promise.withResolvers<void>();
  private idle = Promise.withResolvers<boolean>();
  private settle: ((end: Answer | ChildEnd) => void) | undefined;
  private awaited: Answer['kind'] = 'reply';
  private onOcrPage: () => void = () => undefined;
  private onProgress: ProgressListener = () => undefined;
  private ending: ChildEnd | undefined;
  private errors = '';
  private errorBytes = 0;
  private cpuBefore = 0;

  private readonly lines: MessageLines;

  constructor(launch: ChildLaunch, settings: ChildSettings) {
    const { workspace, prefix, flags, preload, needsWatchdog } = launch;
    const { memoryLimitBytes, heapMb } = settings;
    this.workspace = workspace;
    const script = fileURLToPath(compiledUrl(new URL('./child.js', import.meta.url)));
    const node = [`--max-old-space-size=${heapMb}`, '--disable-warning=SecurityWarning', ...flags, script];
    const [program = '', ...args] = [...prefix, process.execPath, ...node];
    this.process = spawn(program, args, {
      // Also makes the C library of Linux return memory to the system; without it a child grows with every scan.
      env: {
        TMPDIR: workspace.temp,
        OPENSSL_CONF: '/dev/null', // the one of the system is out of reach, and that would stop the start
        MALLOC_ARENA_MAX: '1',
        MALLOC_MMAP_THRESHOLD_: '131072',
        MALLOC_TRIM_THRESHOLD_: '131072',
      },
      // Plain pipes: the channel of `fork` takes messages of any length, and open files too.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      cwd: workspace.temp,
    });
    // Before anything else: without a listener the failed start of a process ends this one.
    this.process.on('error', () => undefined);
    // Without file descriptors for the pipes there is no process and there are no streams.
    if (this.process.pid === undefined) throw new Error('The process could not be started.');
    this.output = this.process.stdio[MESSAGES_FD] as Socket;
    this.lines = new MessageLines(
      this.output,
      (line) => this.receive(readMessage(line)),
      () => this.kill('crashed', 'It wrote messages without end.'),
    );
    this.watch = new MemoryWatch(this.process.pid ?? 0, memoryLimitBytes, () =>
      this.kill('too-large', `It needed more than ${Math.round(memoryLimitBytes / 1e6)} MB of memory.`),
    );
    this.disk = new DiskWatch(workspace.temp, () =>
      this.kill('too-large', 'It needed too much space for temporary files.'),
    );
    this.ready.promise.catch(() => undefined);
    this.listen();
    const watchdog = needsWatchdog ? { parent: process.pid, memoryLimitBytes } : null;
    this.send({ kind: 'start', parent: process.pid, temp: workspace.temp, preload: [...preload], watchdog });
    this.lowerPriority(settings.priority);
    this.release();
  }

  get isAlive(): boolean {
    return this.process.exitCode === null && this.process.signalCode === null && this.ending === undefined;
  }

  /** Processor time up to now; `undefined` where the system does not tell it. */
  get cpuMs(): number | undefined {
    return this.process.pid === undefined ? undefined : cpuMsOf(this.process.pid);
  }

  private get spentMs(): number {
    return Math.max(0, (this.cpuMs ?? 0) - this.cpuBefore);
  }

  /** Runs at this priority from now on. An ordinary account cannot raise it again. */
  lowerPriority(priority: number): void {
    if (this.process.pid === undefined || priority <= this.priority) return;
    this.priority = priority;
    lowerPriority(this.process.pid, priority);
  }

  /** Last lines the process wrote, for the log. */
  get lastErrors(): string {
    return this.errors.trim();
  }

  /** Settles when the process can take files; throws when it does not come up. */
  async whenReady(): Promise<void> {
    const timer = setTimeout(() => this.kill('crashed', 'It did not start in time.'), READY_MS);
    this.hold();
    await this.ready.promise.finally(() => clearTimeout(timer));
  }

  async run<Task extends Work>(
    task: Task,
    signal: AbortSignal,
    { onPage, onProgress }: { onPage: () => void; onProgress: ProgressListener } = UNHEARD,
  ): Promise<Answers[Task['kind']] | ChildEnd> {
    this.awaited = ANSWERS[task.kind];
    this.hold();
    this.filesRead += 1;
    this.lines.restart();
    this.attaching = undefined;
    this.idle = Promise.withResolvers();
    this.cpuBefore = this.cpuMs ?? 0;
    const clock = new WorkClock(task.timeoutMs + GRACE_MS, { now: () => performance.now(), cpuMs: () => this.cpuMs });
    let timer: NodeJS.Timeout | undefined;
    const arm = (): void => {
      clearTimeout(timer);
      const look = (): void => {
        if (!clock.isOver) return arm();
        this.kill(
          'timeout',
          clock.wasStarved ? 'The server was too busy to read it in time.' : 'It took too long to read.',
        );
      };
      timer = setTimeout(look, clock.nextLookMs);
    };
    this.onProgress = onProgress;
    let pages = 0;
    this.onOcrPage = () => {
      pages += 1;
      if (pages > task.limits.maxOcrPages) return;
      clock.extend('ocrPageTimeoutMs' in task ? task.ocrPageTimeoutMs : 0);
      arm();
      onPage();
    };
    const cancel = (): void => this.kill('cancelled', 'It was cancelled.');
    signal.addEventListener('abort', cancel, { once: true });
    arm();
    this.watch.start();
    this.disk.start();
    try {
      return await new Promise<Answers[Task['kind']] | ChildEnd>((resolve) => {
        // Only the awaited kind comes here.
        this.settle = (end) => resolve(end as Answers[Task['kind']] | ChildEnd);
        if (!this.isAlive) resolve(this.ending ?? crash('The process had ended.'));
        else if (signal.aborted) cancel();
        else this.send(task);
      });
    } finally {
      clearTimeout(timer);
      this.watch.stop();
      this.disk.stop();
      this.settle = undefined;
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Ends it in the middle of its file because others wait for the place. */
  interrupt(): void {
    this.kill('yielded', 'Other files wait.');
  }

  /** True when it let go of the last file and may take another; false when it ended, which it must soon do otherwise. */
  async whenIdle(): Promise<boolean> {
    // An extractor that keeps its thread busy after its result would hold the place permanently.
    const timer = setTimeout(() => this.kill('crashed', 'It did not let go of the file.'), LETS_GO_MS);
    try {
      return await this.idle.promise;
    } finally {
      clearTimeout(timer);
      this.release();
    }
  }

  /** Asks it to end, kills it a little later, and waits for the end. */
  async stop(): Promise<void> {
    if (this.isAlive) {
      this.hold();
      this.send({ kind: 'stop' });
      const timer = setTimeout(() => this.process.kill('SIGKILL'), GRACE_MS);
      await this.exited.promise.finally(() => clearTimeout(timer));
    }
    await this.end();
  }

  /** Kills it and waits for the end. */
  async end(): Promise<void> {
    this.hold();
    this.process.kill('SIGKILL');
    await this.exited.promise;
  }

  /** Stops keeping this process alive, which the child does while it works. */
  release(): void {
    this.process.unref();
    for (const stream of [this.process.stdin, this.output, this.process.stderr]) (stream as Socket | null)?.unref();
  }

  private kill(outcome: ChildEnd['outcome'], reason: string, fault?: PluginFault): void {
    this.ending ??= { kind: 'ended', outcome, reason, cpuMs: this.spentMs, ...(fault && { fault }) };
    this.process.kill('SIGKILL');
  }

  private send(message: ParentMessage): void {
    this.process.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  private listen(): void {
    this.process.stdin?.on('error', () => undefined); // the end of the process is what counts
    this.process.on('error', () => this.finish('It could not be started.'));
    this.process.on('close', (code, signal) => this.finish(signal === null ? `exit code ${code}` : `signal ${signal}`));
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.errorBytes += chunk.length;
      this.errors = (this.errors + chunk.toString('latin1')).slice(-KEPT_STDERR);
      if (this.errorBytes > MOST_STDERR) this.kill('crashed', 'It wrote messages without end.');
    });
  }

  /** What a file has taken over may write anything at any moment. */
  private receive(message: ChildMessage | undefined): void {
    if (message?.kind === 'ready') this.ready.resolve();
    else if (message?.kind === 'memory') this.watch.report(message.rssBytes);
    else if (message?.kind === 'ocr-page' && this.settle) this.onOcrPage();
    else if (message?.kind === 'attaching') this.attaching = this.settle && message.file;
    else if (message?.kind === 'progress') {
      // An extractor that is aborted may report once more.
      if (this.settle) this.onProgress(message.done, message.total ?? undefined);
    } else if (isAnswer(message) && message.kind === this.awaited && this.settle) this.settle(message);
    else if (message?.kind === 'failed' && this.settle)
      this.kill('crashed', `The plugin failed: ${message.reason}`, message.fault);
    else if (message?.kind === 'idle' && this.filesRead > 0) {
      this.rssBytes = message.rssBytes;
      this.idle.resolve(true);
    } else this.kill('crashed', 'It wrote something that is not a message.');
  }

  private finish(how: string): void {
    this.watch.stop();
    this.disk.stop();
    // V8 ends the process itself when its heap is full.
    const isHeapFull = this.errors.includes('heap out of memory') || this.errors.includes('heap limit');
    this.ending ??= isHeapFull
      ? { kind: 'ended', outcome: 'too-large', reason: 'It needed too much memory.', cpuMs: 0 }
      : crash(`The process that reads documents ended unexpectedly (${how}).`);
    this.ready.reject(new Error(this.ending.reason));
    this.settle?.(this.ending);
    this.idle.resolve(false);
    this.exited.resolve();
  }

  private hold(): void {
    this.process.ref();
    this.output.ref();
  }
}

function isAnswer(message: ChildMessage | undefined): message is Answer {
  return ANSWER_KINDS.has(message?.kind);
}

function crash(reason: string): ChildEnd {
  return { kind: 'ended', outcome: 'crashed', reason, cpuMs: 0 };
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // The system does not permit it: scans then compete with the rest on equal terms.
  }
}
