import { Injectable, Logger } from '@nestjs/common';
import { DamagedFileRepository } from './damaged-file.repository.js';
import type { FileProblem } from './damaged-file.schema.js';
import { StorageDrivers } from './storage-drivers.js';
import type { PlacedFile } from './stored-file.repository.js';

export const PROBLEMS: Record<FileProblem, string> = {
  missing: 'is missing',
  size: 'is shorter or longer than what was stored',
  hash: 'does not have the bytes that were stored',
  unreadable: 'cannot be read',
};

/** Marks files that are not what was stored, until a look finds them right. */
@Injectable()
export class DamagedFiles {
  readonly #logger = new Logger('Storage');

  constructor(
    private readonly drivers: StorageDrivers,
    private readonly damaged: DamagedFileRepository,
  ) {}

  /** Logs it once. Throws `StorageUnavailable` when the storage is the wrong one: then nothing is known of the file. */
  async note(file: PlacedFile, problem: FileProblem): Promise<void> {
    await this.drivers.requirePresent(file.driver);
    if (await this.damaged.mark(file, problem))
      this.#logger.error(
        `The stored file ${file.storageKey} ${PROBLEMS[problem]} (${file.driver}). Restore it from a backup; ` +
          '`npm run cli -- storage verify --hashes` says whether there is a copy.',
      );
  }

  /** A look has found the whole file right. */
  async clear(storageKey: string): Promise<void> {
    try {
      if (await this.damaged.clear(storageKey)) this.#logger.log(`The stored file ${storageKey} is right again.`);
    } catch (error) {
      // The reader gets the file all the same; the next look clears it.
      this.#logger.warn(`${storageKey} is right, and still marked as damaged: ${(error as Error).message}`);
    }
  }
}
