import { WorkClock } from './work-clock.js';

/** The time of one file in the child: aborts a signal when it is over. */
export class FileTimer {
  private readonly abort = new AbortController();
  private readonly clock: WorkClock;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    timeoutMs: number,
    private readonly what: string,
  ) {
    this.clock = new WorkClock(timeoutMs, { now: () => performance.now(), cpuMs: ownCpuMs });
    this.arm();
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Milliseconds since the epoch; later with each call while the process does not get the processor. */
  get deadline(): number {
    return Date.now() + this.leftMs;
  }

  get leftMs(): number {
    return this.abort.signal.aborted ? 0 : Math.max(0, this.clock.leftMs);
  }

  /** True after the time is over, even when the extractor kept the thread busy, and with it the timer. */
  get isOver(): boolean {
    this.expireWhenDue();
    return this.abort.signal.aborted;
  }

  get wasStarved(): boolean {
    return this.clock.wasStarved;
  }

  /** Returns what a plugin is given, with its time. */
  contextWith<Fields extends object>(fields: Fields): Fields & { signal: AbortSignal; readonly deadline: number } {
    const deadline = (): number => this.deadline;
    return {
      ...fields,
      signal: this.signal,
      get deadline() {
        return deadline();
      },
    };
  }

  extend(ms: number): void {
    this.clock.extend(ms);
    this.arm();
  }

  /** Makes the extractor end now. */
  stop(): void {
    this.abort.abort();
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private arm(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.expireWhenDue();
      if (!this.abort.signal.aborted) this.arm();
    }, this.clock.nextLookMs);
  }

  private expireWhenDue(): void {
    if (!this.abort.signal.aborted && this.clock.isOver)
      this.abort.abort(new DOMException(`The time for this ${this.what} is over.`, 'TimeoutError'));
  }
}

/** Returns the processor time as the parent counts it: undefined on systems where it cannot. */
function ownCpuMs(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
