import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { PermanentPluginError, type StorageDriver } from '@archivolt/plugin-kit';
import { StorageMarkerRepository } from './storage-marker.repository.js';
import { StoredFileRepository } from './stored-file.repository.js';

/** The key of the marker in every storage. */
export const MARKER_KEY = 'archivolt-storage';
const MOST_MARKER_BYTES = 4096;
/** Files that are looked for before a storage without a marker is taken for that of this archive. */
const SAMPLE = 100;

/**
 * A file in each storage has the same text as a row of the database. A storage without it is not mounted, is another
 * disk, or belongs to another archive: what is written there would be lost, and what is missing there is not gone.
 */
@Injectable()
export class StorageMarkers {
  constructor(
    private readonly markers: StorageMarkerRepository,
    private readonly stored: StoredFileRepository,
  ) {}

  /**
   * Throws, with cause and remedy, when this is not the storage of the archive. Marks a storage that is used for the first
   * time.
   */
  async verify(id: string, driver: StorageDriver): Promise<void> {
    const [expected, found] = [await this.markers.of(id), await readMarker(driver)];
    if (expected?.isPlaced === true) {
      if (found === undefined)
        throw new PermanentPluginError(
          `the storage of ${id} is not the one that has the files of this archive: its file ${MARKER_KEY} is missing.\n` +
            `Remedy: mount the disk, or correct the settings of ${id}. If its files were restored without that file, run \`npm run cli -- storage accept --plugin ${id}\`.`,
        );
      if (found !== expected.marker) throw foreign(id);
      return;
    }
    if (found !== undefined && found !== expected?.marker) {
      if ((await this.#files(id, driver)).there === 0) throw foreign(id);
      return this.markers.setPlaced(id, found); // the database was restored to a state before the marker
    }
    if (found === undefined) await this.#requireFiles(id, driver);
    await this.markers.add(id, randomUUID());
    await this.#place(id, driver);
  }

  /**
   * Takes the storage for that of this archive, for files that were restored or copied without the marker. Throws when the
   * database names files and none of those looked for is there.
   */
  async accept(id: string, driver: StorageDriver): Promise<{ there: number; looked: number }> {
    const files = await this.#requireFiles(id, driver);
    const found = await readMarker(driver);
    if (found !== undefined) await this.markers.setPlaced(id, found);
    else {
      await this.markers.add(id, randomUUID());
      await this.#place(id, driver);
    }
    return files;
  }

  async #place(id: string, driver: StorageDriver): Promise<void> {
    const { marker } = (await this.markers.of(id)) ?? { marker: randomUUID() };
    try {
      await writeMarker(driver, marker);
    } catch (error) {
      // Another process of this archive may have been faster.
      if ((await readMarker(driver).catch(() => undefined)) !== marker) throw error;
    }
    await this.markers.setPlaced(id, marker);
  }

  async #requireFiles(id: string, driver: StorageDriver): Promise<{ there: number; looked: number }> {
    const files = await this.#files(id, driver);
    if (files.there > 0 || files.looked === 0) return files;
    throw new PermanentPluginError(
      `the storage of ${id} has none of ${files.looked} files looked for, which the database says are there.\n` +
        `Remedy: mount the disk, correct the settings of ${id}, or restore its files from a backup.`,
    );
  }

  /** How many of some files that the database names are in the storage. */
  async #files(id: string, driver: StorageDriver): Promise<{ there: number; looked: number }> {
    const keys = await this.stored.some(id, SAMPLE);
    let there = 0;
    for (const key of keys) if ((await driver.stat(key)) !== undefined) there += 1;
    return { there, looked: keys.length };
  }
}

function foreign(id: string): PermanentPluginError {
  return new PermanentPluginError(
    `the storage of ${id} belongs to another archive: its file ${MARKER_KEY} is not that of this database.\n` +
      `Remedy: correct the settings of ${id}, or DATABASE_URL. If this database and these files belong together, run \`npm run cli -- storage accept --plugin ${id}\`.`,
  );
}

export async function writeMarker(driver: StorageDriver, marker: string): Promise<void> {
  const text = `The files of an Archivolt archive are here. It recognizes this storage by this file.\nmarker: ${marker}\n`;
  await driver.write(MARKER_KEY, Readable.from([Buffer.from(text)]), {});
}

/** Undefined for a storage without a marker. */
export async function readMarker(driver: StorageDriver): Promise<string | undefined> {
  const source = await driver.read(MARKER_KEY, { start: 0, end: MOST_MARKER_BYTES - 1 });
  if (!source) return undefined;
  const chunks: Buffer[] = [];
  for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
  return /^marker: (?<marker>\S+)$/m.exec(Buffer.concat(chunks).toString())?.groups?.marker ?? '';
}
