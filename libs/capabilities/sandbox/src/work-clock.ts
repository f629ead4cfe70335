/** How many times its limit a file may take on a machine that is busy with other work. */
export const LONGEST_WAIT = 20;
/** Less than the time of the job that reads the file. Pages that begin have their time besides. */
const LONGEST_WAIT_MS = 50 * 60_000;
/** A process that uses less than this part of the processor waits for nothing. */
const LEAST_PART = 1 / 1000;
const LEAST_CPU_MS = 10;
const SHORTEST_LOOK_MS = 10;
/** How often a process is looked at within the limit, to see whether it works. */
const LOOKS = 8;

/** Both in milliseconds. The processor time is `undefined` where it is not known. */
interface Times {
  now(): number;
  cpuMs(): number | undefined;
}

/**
 * The time that one file has. What counts is processor time, and never more than the time that passed, so that a file
 * loses nothing on a machine that is busy with other work. The file is also out of time after 20 times its limit, or 50 minutes, and
 * when its process has used no processor for as long as its limit was at first: it waits for something that never comes.
 */
export class WorkClock {
  private limitMs: number;
  private readonly started: number;
  private readonly cpuAtStart: number | undefined;
  /** When it was last seen to have worked. */
  private look: { at: number; cpuMs: number };
  private hasStopped = false;

  constructor(
    private readonly firstLimitMs: number,
    private readonly times: Times,
  ) {
    this.limitMs = firstLimitMs;
    this.started = times.now();
    this.cpuAtStart = times.cpuMs();
    this.look = { at: this.started, cpuMs: this.cpuAtStart ?? 0 };
  }

  /** Once true, it stays true unless there is more time. */
  get isOver(): boolean {
    return this.leftMs <= 0 || this.isStill;
  }

  /** The time is over because the machine was busy, and not because the file takes long. */
  get wasStarved(): boolean {
    return this.leftMs <= 0 && this.workedMs < this.limitMs;
  }

  /** The shortest time after which it may be over. */
  get leftMs(): number {
    const ofPagesMs = (this.limitMs - this.firstLimitMs) * LONGEST_WAIT;
    const endMs = Math.min(this.firstLimitMs * LONGEST_WAIT, Math.max(LONGEST_WAIT_MS, this.firstLimitMs)) + ofPagesMs;
    return Math.min(this.limitMs - this.workedMs, endMs - this.passedMs);
  }

  /** Returns when to ask again. */
  get nextLookMs(): number {
    return Math.max(SHORTEST_LOOK_MS, Math.min(this.leftMs, this.firstLimitMs / LOOKS));
  }

  /** The file has more time, for a page that begins. */
  extend(ms: number): void {
    this.limitMs += ms;
  }

  private get passedMs(): number {
    return this.times.now() - this.started;
  }

  private get workedMs(): number {
    const cpuMs = this.times.cpuMs();
    if (cpuMs === undefined || this.cpuAtStart === undefined) return this.passedMs;
    return Math.min(this.passedMs, cpuMs - this.cpuAtStart);
  }

  private get isStill(): boolean {
    const now = this.times.now();
    const cpuMs = this.times.cpuMs();
    if (this.hasStopped || cpuMs === undefined) return this.hasStopped;
    const spanMs = now - this.look.at;
    if (cpuMs - this.look.cpuMs >= Math.max(LEAST_CPU_MS, spanMs * LEAST_PART)) this.look = { at: now, cpuMs };
    else this.hasStopped = spanMs >= this.firstLimitMs;
    return this.hasStopped;
  }
}
