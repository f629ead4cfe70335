import { setTimeout as delay } from 'node:timers/promises';
import { answerWithoutText, type PluginAnswer } from '../extraction-report.js';
import type { PrivateFiles } from '../private-files.js';
import { ChildLauncher, type LaunchSettings } from './child-launcher.js';
import type { TaskMessage } from './messages.js';
import type { ChildVerdict, SandboxChild } from './sandbox-child.js';

const FILES_PER_CHILD = 200;
const IDLE_MS = 5 * 60_000;
const LONGEST_BACK_OFF_MS = 10_000;
const STARTS_PER_TASK = 3;

export interface LaneSettings extends LaunchSettings {
  children: number;
}

/** A task without the folders, which depend on the child, and with its time, which begins when a child is free. */
export type LaneTask = Omit<TaskMessage, 'deadline' | 'tempDir' | 'textFile'> & { timeoutMs: number };

export interface LaneLogger {
  warn(message: string): void;
}

/** Some child processes and the files that wait for one. */
export class SandboxLane {
  private readonly waiting: (() => void)[] = [];
  private readonly idle: SandboxChild[] = [];
  private readonly children = new Set<SandboxChild>();
  private readonly timers = new Map<SandboxChild, NodeJS.Timeout>();
  private readonly closing = new AbortController();
  private busy = 0;
  private failedStarts = 0;
  private readonly launcher: ChildLauncher;

  constructor(
    private readonly settings: LaneSettings,
    files: PrivateFiles,
    private readonly logger: LaneLogger,
  ) {
    this.launcher = new ChildLauncher(settings, files, logger);
  }

  async run(task: LaneTask, signal: AbortSignal): Promise<PluginAnswer> {
    const anySignal = AbortSignal.any([signal, this.closing.signal]);
    if (!(await this.enter(anySignal))) return answerWithoutText('cancelled', 'It was cancelled.');
    const returns: Promise<void>[] = [];
    try {
      const first = await this.attempt(task, anySignal, returns);
      return first.outcome === 'crashed' ? await this.attempt(task, anySignal, returns) : first;
    } finally {
      // The answer does not wait for the child to be ready again, but the next file does.
      void Promise.allSettled(returns).then(() => this.leave());
    }
  }

  /** Ends all children; files in work are answered `cancelled`. */
  async close(): Promise<void> {
    this.closing.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all([...this.children].map((child) => this.discard(child)));
  }

  /** Waits for a free place; false when cancelled before. */
  private async enter(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    if (this.busy >= this.settings.children) {
      const turn = Promise.withResolvers<boolean>();
      const take = (): void => turn.resolve(true);
      const leave = (): void => {
        const at = this.waiting.indexOf(take);
        if (at >= 0) this.waiting.splice(at, 1);
        turn.resolve(false);
      };
      this.waiting.push(take);
      signal.addEventListener('abort', leave, { once: true });
      const mayGo = await turn.promise;
      signal.removeEventListener('abort', leave);
      return mayGo; // with the place of the one who left
    }
    this.busy += 1;
    return true;
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }

  private async attempt(task: LaneTask, signal: AbortSignal, returns: Promise<void>[]): Promise<PluginAnswer> {
    const child = await this.takeChild(signal).catch((error: unknown) => error as Error);
    if (child instanceof Error)
      return answerWithoutText(
        signal.aborted ? 'cancelled' : 'crashed',
        `The process that reads documents does not start: ${child.message}`,
      );
    const { workspace } = child;
    const { file: path, tempDir, textFile } = workspace;
    try {
      await workspace.putFile(task.input.path);
      const { timeoutMs, ...rest } = task;
      const message = { ...rest, input: { ...task.input, path }, deadline: Date.now() + timeoutMs, tempDir, textFile };
      const verdict = await child.run(message, signal);
      return await this.readVerdict(verdict, child, task.limits.maxChars);
    } finally {
      returns.push(this.giveBack(child));
    }
  }

  private async readVerdict(verdict: ChildVerdict, child: SandboxChild, maxChars: number): Promise<PluginAnswer> {
    const peakRssBytes = child.watch.peakBytes;
    if (verdict.kind === 'ended') {
      if (verdict.why === 'crash') this.logger.warn(`${verdict.reason} ${child.lastErrors.slice(-1000)}`.trim());
      const outcome = { cancelled: 'cancelled', crash: 'crashed', memory: 'too-large', timeout: 'timeout' } as const;
      return answerWithoutText(outcome[verdict.why], verdict.reason, peakRssBytes);
    }
    const { outcome, reason, pages, truncated, warnings, cpuMs } = verdict.answer;
    const text = outcome === 'text' ? await child.workspace.readText(maxChars).catch(() => undefined) : '';
    if (text === undefined) {
      await child.end();
      return answerWithoutText('crashed', 'The process that reads documents left no text.', peakRssBytes);
    }
    return { outcome, reason, pages, truncated, warnings, cpuMs, text, peakRssBytes };
  }

  private async takeChild(signal: AbortSignal): Promise<SandboxChild> {
    for (;;) {
      const child = this.idle.pop();
      if (child === undefined) break;
      clearTimeout(this.timers.get(child));
      this.timers.delete(child);
      if (child.isAlive) return child;
      await this.discard(child);
    }
    for (let start = 1; ; start += 1) {
      if (this.failedStarts > 0)
        await delay(Math.min(LONGEST_BACK_OFF_MS, 100 * 2 ** this.failedStarts), undefined, { signal });
      try {
        const child = await this.startChild();
        this.failedStarts = 0;
        return child;
      } catch (error) {
        this.failedStarts += 1;
        if (start >= STARTS_PER_TASK || signal.aborted) throw error;
      }
    }
  }

  private async startChild(): Promise<SandboxChild> {
    const child = await this.launcher.launch();
    this.children.add(child);
    try {
      await child.whenReady();
      return child;
    } catch (error) {
      this.logger.warn(`${(error as Error).message} ${child.lastErrors.slice(-1000)}`.trim());
      await this.discard(child);
      throw error;
    }
  }

  /** Keeps a healthy child for the next file, within its measure, or ends it. */
  private async giveBack(child: SandboxChild): Promise<void> {
    const isReusable = child.isAlive && (await child.whenIdle());
    const isWornOut = child.filesRead >= FILES_PER_CHILD || child.rssBytes > (this.settings.memoryLimitBytes * 5) / 6;
    if (!isReusable || isWornOut || this.closing.signal.aborted || this.idle.length >= this.settings.children) {
      await this.discard(child);
      return;
    }
    if (!(await child.workspace.clear().catch(() => false))) return this.discard(child);
    this.idle.push(child);
    this.timers.set(child, setTimeout(() => void this.retire(child), IDLE_MS).unref());
  }

  private async retire(child: SandboxChild): Promise<void> {
    const at = this.idle.indexOf(child);
    if (at < 0) return;
    this.idle.splice(at, 1);
    await child.stop();
    await this.discard(child);
  }

  private async discard(child: SandboxChild): Promise<void> {
    this.timers.delete(child);
    await this.launcher.discard(child);
    this.children.delete(child);
  }
}
