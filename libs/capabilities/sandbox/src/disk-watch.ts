import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

const INTERVAL_MS = 500;
const MOST_BYTES = 2 * 1024 ** 3;
const MOST_ENTRIES = 20_000;
const BLOCK = 512;

/** Follows what a child keeps in its temporary folder. The limit of the system is for one file only. */
export class DiskWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly folder: string,
    private readonly onExcess: () => void,
    private readonly most: { bytes: number; entries: number } = { bytes: MOST_BYTES, entries: MOST_ENTRIES },
  ) {}

  start(): void {
    this.timer = setTimeout(() => void this.look(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private async look(): Promise<void> {
    const { timer } = this;
    const isOver = await this.exceeds();
    if (this.timer !== timer || timer === undefined) return;
    if (isOver) this.onExcess();
    else this.start();
  }

  /** Ends at the limit: a child may make more than could be counted. */
  private async exceeds(): Promise<boolean> {
    const folders = [this.folder];
    let bytes = 0;
    let entries = 0;
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name);
        const found = await lstat(path).catch(() => undefined);
        if (found === undefined) continue;
        bytes += found.blocks * BLOCK;
        entries += 1;
        if (bytes > this.most.bytes || entries > this.most.entries) return true;
        if (found.isDirectory()) folders.push(path);
      }
    }
    return false;
  }
}
