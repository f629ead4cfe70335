import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { DocumentsConfig } from '#config/documents';
import { StorageFull } from './storage.errors.js';

/** Space on the disk of the data folder that uploads do not use: the database stops when it cannot write its log. */
@Injectable()
export class FreeSpace {
  constructor(
    private readonly data: DataConfig,
    private readonly documents: DocumentsConfig,
  ) {}

  /** Before anything is written: a refused upload must not use up what is left. */
  async assertUploadsFit(): Promise<void> {
    const { reservedBytes } = this.documents;
    if (reservedBytes === 0) return;
    const { bavail, bsize } = await statfs(this.data.dataDir);
    if (bavail * bsize < reservedBytes) throw StorageFull();
  }
}
