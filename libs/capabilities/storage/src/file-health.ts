import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import type { Page } from '#ground/kernel';
import { DamagedFileRepository, type DamagedFile } from './damaged-file.repository.js';
import { FileScrubRepository, type ScrubState } from './file-scrub.repository.js';
import { StoredFileRepository } from './stored-file.repository.js';

export type { DamagedFile } from './damaged-file.repository.js';

/** How far the check of all files is. */
export interface FilesCheck extends ScrubState {
  isEnabled: boolean;
  /** In all storages. */
  totalFiles: number;
}

/** What is known of the state of all files, for administrators. */
@Injectable()
export class FileHealth {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly damaged: DamagedFileRepository,
    private readonly scrub: FileScrubRepository,
    private readonly stored: StoredFileRepository,
  ) {}

  /** What was found first, first. */
  async damagedFiles(page: Page): Promise<{ damagedFiles: DamagedFile[]; totalCount: number }> {
    const [damagedFiles, totalCount] = await Promise.all([this.damaged.list(page), this.damaged.count()]);
    return { damagedFiles, totalCount };
  }

  async check(): Promise<FilesCheck> {
    const [state, counts] = await Promise.all([this.scrub.state(), this.stored.counts()]);
    const totalFiles = counts.reduce((sum, { count }) => sum + count, 0);
    return { ...state, totalFiles: Math.max(totalFiles, state.files), isEnabled: this.config.scrubEnabled };
  }
}
