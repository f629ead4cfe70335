import { setTimeout as delay } from 'node:timers/promises';
import type { PrivateFiles } from './private-files.js';
import { ChildLauncher, type LaunchSettings } from './child-launcher.js';
import type { SandboxChild } from './sandbox-child.js';

const FILES_PER_CHILD = 200;
const IDLE_MS = 5 * 60_000;
const LONGEST_BACK_OFF_MS = 10_000;
const STARTS_PER_TASK = 3;

export interface PoolSettings extends LaunchSettings {
  /** Processes at one time, those that wait for a file included. */
  mostChildren: number;
  /** Keep a process that has read nothing yet, so that a new owner does not wait for a start. */
  keepsSpare: boolean;
}

export interface PoolLogger {
  warn(message: string): void;
}

interface IdleChild {
  child: SandboxChild;
  /** Missing when it has read nothing. */
  owner: string | undefined;
  timer: NodeJS.Timeout;
}

/**
 * Child processes that read files. One that has read a file of an owner reads no file of another: code that a file ran in
 * it would see the next files.
 */
export class ChildPool {
  /** The longest idle first. */
  private idle: IdleChild[] = [];
  private readonly children = new Set<SandboxChild>();
  private spare: Promise<void> | undefined;
  private isClosed = false;
  private failedStarts = 0;
  private readonly launcher: ChildLauncher;

  constructor(
    private readonly settings: PoolSettings,
    files: PrivateFiles,
    private readonly logger: PoolLogger,
  ) {
    this.launcher = new ChildLauncher(settings, files, logger);
  }

  /** A child that has read files of this owner only, if any. */
  async take(owner: string, signal: AbortSignal): Promise<SandboxChild> {
    const child = (await this.takeIdle(owner)) ?? (await this.takeSpare()) ?? (await this.start(signal));
    if (this.settings.keepsSpare) this.prepareSpare();
    return child;
  }

  /** Keeps a healthy child for the next file of the owner, or ends it. */
  async giveBack(child: SandboxChild, owner: string): Promise<void> {
    const isReusable = child.isAlive && (await child.whenIdle());
    const isWornOut = child.filesRead >= FILES_PER_CHILD || child.rssBytes > (this.settings.memoryLimitBytes * 5) / 6;
    const isSlowedDown = child.priority !== this.settings.priority;
    if (!isReusable || isWornOut || isSlowedDown) return this.discard(child);
    if (!(await child.workspace.clear().catch(() => false))) return this.discard(child);
    await this.keep(child, owner);
  }

  /** Ends all children. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { timer } of this.idle) clearTimeout(timer);
    this.idle = [];
    await Promise.all([...this.children].map((child) => this.discard(child)));
    await this.spare;
  }

  private async takeIdle(owner: string | undefined): Promise<SandboxChild | undefined> {
    for (;;) {
      const at = this.idle.findLastIndex((each) => each.owner === owner);
      const [found] = at < 0 ? [] : this.idle.splice(at, 1);
      if (!found) return undefined;
      clearTimeout(found.timer);
      if (found.child.isAlive) return found.child;
      await this.discard(found.child);
    }
  }

  private async takeSpare(): Promise<SandboxChild | undefined> {
    await this.spare;
    return this.takeIdle(undefined);
  }

  private prepareSpare(): void {
    if (this.spare || this.isClosed || this.idle.some(({ owner }) => owner === undefined)) return;
    this.spare = this.makeRoom()
      .then(() => this.startOnce())
      .then((child) => {
        child.release();
        return this.keep(child, undefined);
      })
      .catch(() => undefined) // said in the log; the next file starts its own
      .finally(() => (this.spare = undefined));
  }

  private async start(signal: AbortSignal): Promise<SandboxChild> {
    await this.makeRoom();
    for (let start = 1; ; start += 1) {
      if (this.failedStarts > 0)
        await delay(Math.min(LONGEST_BACK_OFF_MS, 100 * 2 ** this.failedStarts), undefined, { signal });
      try {
        return await this.startOnce();
      } catch (error) {
        if (start >= STARTS_PER_TASK || signal.aborted) throw error;
      }
    }
  }

  /** Ends the child that has been idle for longest when there is no room for one more. */
  private async makeRoom(): Promise<void> {
    while (this.children.size >= this.settings.mostChildren) {
      const oldest = this.idle.shift();
      if (!oldest) return;
      clearTimeout(oldest.timer);
      await this.discard(oldest.child);
    }
  }

  private async startOnce(): Promise<SandboxChild> {
    const child = await this.launcher.launch();
    this.children.add(child);
    try {
      await child.whenReady();
      if (this.isClosed) throw new Error('the server stops');
      this.failedStarts = 0;
      return child;
    } catch (error) {
      this.failedStarts += 1;
      if (!this.isClosed) this.logger.warn(`${(error as Error).message} ${child.lastErrors.slice(-1000)}`.trim());
      await this.discard(child);
      throw error;
    }
  }

  private async keep(child: SandboxChild, owner: string | undefined): Promise<void> {
    if (this.isClosed) return this.discard(child);
    const timer = setTimeout(() => void this.retire(child), IDLE_MS).unref();
    this.idle.push({ child, owner, timer });
  }

  private async retire(child: SandboxChild): Promise<void> {
    const at = this.idle.findIndex((each) => each.child === child);
    if (at < 0) return;
    this.idle.splice(at, 1);
    await child.stop();
    await this.discard(child);
  }

  private async discard(child: SandboxChild): Promise<void> {
    await this.launcher.discard(child);
    this.children.delete(child);
  }
}
