import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { DocumentsConfig } from '#config/documents';
import { Clock } from '#ground/kernel';
import { StorageDrivers } from './storage-drivers.js';
import { StorageFull } from './storage.errors.js';

/** How long a look counts: many small uploads share one. */
const KNOWN_FOR_MS = 250;

/**
 * Space on the disks of the data folder and of the storage that uploads do not use: the database stops when it cannot
 * write its log.
 */
@Injectable()
export class FreeSpace {
  #known: { until: number; free: Promise<number> } | undefined;

  constructor(
    private readonly data: DataConfig,
    private readonly documents: DocumentsConfig,
    private readonly drivers: StorageDrivers,
    private readonly clock: Clock,
  ) {}

  /** Before anything is written: a refused upload must not use up what is left. */
  async assertUploadsFit(): Promise<void> {
    if (!(await this.uploadsFit())) throw StorageFull();
  }

  async uploadsFit(): Promise<boolean> {
    const { reservedBytes } = this.documents;
    if (reservedBytes === 0) return true;
    const now = this.clock.monotonic();
    if (!this.#known || now >= this.#known.until) this.#known = { until: now + KNOWN_FOR_MS, free: this.#look() };
    return (await this.#known.free) >= reservedBytes;
  }

  async #look(): Promise<number> {
    const { folder } = this.drivers.writer;
    const folders = [this.data.dataDir, ...(folder === undefined ? [] : [folder])];
    return Math.min(...(await Promise.all(folders.map(freeBytes))));
  }
}

/** A folder that is not there yet, or not mounted, has no limit of its own: the first write says what is wrong. */
async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined);
  return found ? found.bavail * found.bsize : Infinity;
}
