import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { TransientPluginError, type ByteRange, type StorageDriver } from '@archivolt/plugin-kit';
import { limitedCall } from '#ground/plugin-host';
import { checkedStream } from './checked-stream.js';
import type { FileProblem } from './damaged-file.schema.js';
import { DamagedFiles } from './damaged-files.js';
import { StorageUnavailable, StoredFileDamaged, StoredFileMissing } from './storage.errors.js';
import { ANSWERS_WITHIN_SECONDS, isOfAnotherCause, StorageDrivers } from './storage-drivers.js';
import { StoredFileRepository, type KnownFile } from './stored-file.repository.js';

/** A file that is there, with the size that it must have. */
export interface FoundFile {
  /**
   * Ends with `StoredFileDamaged` instead of the last bytes when the whole file is read and is not what was stored. The
   * caller must read or destroy the stream.
   */
  read(range?: ByteRange): Promise<Readable>;
}

/** Finds files with the plugins that have them, and compares what is there with what was stored. */
@Injectable()
export class FindFile {
  constructor(
    private readonly drivers: StorageDrivers,
    private readonly stored: StoredFileRepository,
    private readonly damaged: DamagedFiles,
  ) {}

  /**
   * Throws `StoredFileMissing`, `StoredFileDamaged` when its size is wrong, or `StorageUnavailable` when the storage does
   * not answer. `known` saves reading its row.
   */
  async execute(storageKey: string, known?: KnownFile): Promise<FoundFile> {
    const { found, file } = await this.#locate(storageKey, known, (driver) => driver.stat(storageKey));
    if (file.size !== null && found.size !== file.size) throw await this.#wrong(storageKey, file, 'size');
    return { read: (range) => this.#read(storageKey, file, range) };
  }

  async #read(storageKey: string, known: KnownFile, range: ByteRange | undefined): Promise<Readable> {
    const { size } = known;
    const isPart = range !== undefined && !(range.start === 0 && size !== null && range.end === size - 1);
    // Which of its bytes are wrong is not known.
    if (isPart && known.isDamaged) throw StoredFileDamaged();
    const { found, file } = await this.#locate(storageKey, known, async (driver, late) => {
      const bytes = await driver.read(storageKey, range);
      if (late.aborted) bytes?.destroy();
      return bytes;
    });
    const end = isPart ? (size === null ? null : Math.min(range.end, size - 1)) : undefined;
    const expected =
      end === undefined ? file : { size: end === null ? null : end - (range?.start ?? 0) + 1, sha256: null };
    const checks = {
      onRight: async () => {
        if (!isPart && file.isDamaged) await this.damaged.clear(storageKey);
      },
      onWrong: (problem: FileProblem) => this.#wrong(storageKey, file, problem),
    };
    return this.#ask(file.driver, () => checkedStream(found, expected, checks));
  }

  /** Looks again when the file is not where it was: it may have been moved to another plugin in between. */
  async #locate<Found>(
    storageKey: string,
    known: KnownFile | undefined,
    look: (driver: StorageDriver, late: AbortSignal) => Promise<Found | undefined>,
  ): Promise<{ found: Found; file: KnownFile }> {
    let file = known ?? (await this.stored.find(storageKey));
    while (file !== undefined) {
      const found = await this.#look(file.driver, look);
      if (found !== undefined) return { found, file };
      const current = await this.stored.find(storageKey);
      if (current?.driver === file.driver) {
        await this.damaged.note({ storageKey, driver: file.driver }, 'missing');
        break;
      }
      file = current;
    }
    throw StoredFileMissing();
  }

  async #look<Found>(id: string, look: (driver: StorageDriver, late: AbortSignal) => Promise<Found>): Promise<Found> {
    const driver = await this.drivers.named(id);
    return this.#ask(id, () => limitedCall(id, { seconds: ANSWERS_WITHIN_SECONDS }, (late) => look(driver, late)));
  }

  /** What a storage that is away throws says nothing of the file. */
  async #ask<Answer>(driver: string, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      if (StoredFileDamaged.matches(error) || isOfAnotherCause(error)) throw error;
      if (error instanceof TransientPluginError) {
        this.drivers.suspect(driver, error);
        throw StorageUnavailable({ cause: error });
      }
      await this.drivers.requirePresent(driver);
      throw error;
    }
  }

  async #wrong(storageKey: string, { driver }: KnownFile, problem: FileProblem): Promise<Error> {
    await this.damaged.note({ storageKey, driver }, problem);
    return StoredFileDamaged();
  }
}
