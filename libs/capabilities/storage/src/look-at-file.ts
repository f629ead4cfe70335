import { Injectable } from '@nestjs/common';
import { chunksOf } from './chunks.js';
import { DamagedFileRepository } from './damaged-file.repository.js';
import type { FileProblem } from './damaged-file.schema.js';
import { DamagedFiles } from './damaged-files.js';
import { FindFile } from './find-file.js';
import { StoredFileDamaged, StoredFileMissing } from './storage.errors.js';
import type { FileToCheck } from './stored-file.repository.js';

/** A storage over a network may fail once without a reason. */
const ATTEMPTS = 2;

interface LookOptions {
  signal: AbortSignal;
  /** False to look only whether it is there with the right size. */
  isWhole: boolean;
  /** Waited for after each chunk; what it throws ends the look. */
  onBytes?: (bytes: number) => Promise<void>;
}

/** Reads a stored file to find out whether it is what was stored, and marks it if it is not. */
@Injectable()
export class LookAtFile {
  constructor(
    private readonly findFile: FindFile,
    private readonly damaged: DamagedFiles,
    private readonly marks: DamagedFileRepository,
  ) {}

  /** Returns what is wrong with it. Throws `StorageUnavailable` when its storage is away. */
  async execute(file: FileToCheck, options: LookOptions): Promise<FileProblem | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      let isReading = true;
      try {
        const found = await this.findFile.execute(file.storageKey, file);
        if (!options.isWhole) return undefined;
        for await (const chunk of chunksOf(await found.read(), options.signal)) {
          isReading = false;
          await options.onBytes?.(chunk.length);
          isReading = true;
        }
        return undefined;
      } catch (error) {
        if (!isReading || options.signal.aborted) throw error;
        const isKnown = StoredFileMissing.matches(error) || StoredFileDamaged.matches(error);
        if (!isKnown && attempt < ATTEMPTS) continue;
        if (!isKnown) await this.damaged.note(file, 'unreadable');
        // Not marked: it was removed in the meantime.
        return this.marks.problemOf(file.storageKey);
      }
    }
  }
}
