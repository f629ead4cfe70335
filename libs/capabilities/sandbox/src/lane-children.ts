import { TransientPluginError } from '@archivolt/plugin-kit';
import { ChildPool, type PoolLogger, type PoolSettings } from './child-pool.js';
import { LanePlaces, type Turn } from './lane-places.js';
import type { PrivateFiles } from './private-files.js';
import type { SandboxChild } from './sandbox-child.js';

export interface ChildrenSettings extends PoolSettings {
  /** Files that are in work at a time. */
  places: number;
}

/** A place in a lane while its work lasts. */
export interface Place {
  owner: string;
  turn: Turn;
  /** Aborted when the work is cancelled, or the lane closes. */
  signal: AbortSignal;
  /** Processes on their way back to the pool. */
  returns: Promise<void>[];
}

/** The child processes of a lane, and the work that waits for one. */
export class LaneChildren {
  private readonly pool: ChildPool;
  private readonly places: LanePlaces;
  private readonly closing = new AbortController();

  /** `does` completes "The process that …". */
  constructor(
    { keepsRoom = false, ...settings }: ChildrenSettings & { keepsRoom?: boolean },
    files: PrivateFiles,
    private readonly logger: PoolLogger,
    private readonly does: string,
  ) {
    this.pool = new ChildPool(settings, files, logger);
    this.places = new LanePlaces(settings.places, keepsRoom);
  }

  /** Keeps a place while `work` lasts; `undefined` when cancelled before there was one. */
  async withPlace<Result>(
    owner: string,
    signal: AbortSignal,
    work: (place: Place) => Promise<Result>,
  ): Promise<Result | undefined> {
    const anySignal = AbortSignal.any([signal, this.closing.signal]);
    const turn = await this.places.enter(owner, anySignal);
    if (!turn) return undefined;
    const returns: Promise<void>[] = [];
    try {
      return await work({ owner, turn, signal: anySignal, returns });
    } finally {
      // The result does not wait for the child to be ready again, but the next file does.
      void Promise.allSettled(returns).then(() => turn.end());
    }
  }

  /** Gives a child a copy of the file for `work`; `undefined` when cancelled before there was a child. */
  async withChild<Result>(
    { owner, signal, returns }: Place,
    file: string,
    work: (child: SandboxChild) => Promise<Result>,
  ): Promise<Result | undefined> {
    const child = await this.pool.take(owner, signal).catch((error: unknown) => error as Error);
    if (child instanceof Error) {
      if (signal.aborted) return undefined;
      // The failure says nothing about the file, which is read when the server has what a process needs.
      throw new TransientPluginError(`The process that ${this.does} does not start: ${child.message}`);
    }
    try {
      await child.workspace.putFile(file);
      return await work(child);
    } finally {
      returns.push(this.pool.giveBack(child, owner));
    }
  }

  logCrash(reason: string, child: SandboxChild): void {
    this.logger.warn(`${reason} ${child.lastErrors.slice(-1000)}`.trim());
  }

  /** Ends all children; work that is not done ends as cancelled. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.pool.close();
  }
}
