import { readFile } from 'node:fs/promises';

const INTERVAL_MS = 100;

/**
 * Follows the resident memory of a process from outside, because a parser that is busy cannot report its own.
 * Where there is no /proc, the child's reports stand in (`report`).
 */
export class MemoryWatch {
  peakBytes = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly pid: number,
    private readonly limitBytes: number,
    private readonly onExcess: () => void,
  ) {}

  start(): void {
    this.peakBytes = 0;
    if (process.platform !== 'linux') return;
    void this.look();
    this.timer = setInterval(() => void this.look(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  report(bytes: number): void {
    this.peakBytes = Math.max(this.peakBytes, bytes);
    if (bytes > this.limitBytes) this.onExcess();
  }

  private async look(): Promise<void> {
    const status = await readFile(`/proc/${this.pid}/status`, 'latin1').catch(() => '');
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
    if (kilobytes !== undefined && this.timer !== undefined) this.report(Number(kilobytes) * 1024);
  }
}
