import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import type { DocumentFile } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { FileStore } from '#capabilities/storage';
import { Tasks } from '#archive/tasks';
import { DocumentArchiveRepository, type DocumentArchive } from './document-archive.repository.js';
import {
  DocumentArchiveExpired,
  DocumentArchiveNotFound,
  DocumentArchiveNotReady,
} from './document-archives.errors.js';

/** Archives that were requested: finding one for its download, deleting it, removing those that have expired. */
@Injectable()
export class DocumentArchives {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly archives: DocumentArchiveRepository,
    private readonly files: FileStore,
    private readonly tasks: Tasks,
  ) {}

  /** An archive that can be downloaded now by this caller. */
  async find(ctx: OrganizationContext, archiveId: string): Promise<DocumentArchive> {
    const archive = await this.archives.find(ctx, archiveId);
    if (!archive) throw DocumentArchiveNotFound();
    if (archive.isExpired) throw DocumentArchiveExpired();
    if (archive.status !== 'ready') throw DocumentArchiveNotReady();
    return archive;
  }

  /** The prepared file of an archive; `undefined` when the archive is made while it is sent. */
  async preparedFile({ fileName, ...archive }: DocumentArchive): Promise<DocumentFile | undefined> {
    const { storageKey, fileSize, fileSha256 } = archive;
    if (storageKey === null || fileSize === null || fileSha256 === null) return undefined;
    const found = await this.files.find(storageKey);
    const facts = { name: fileName, size: fileSize, sha256: fileSha256 };
    return { ...facts, open: (range) => found.read(range) };
  }

  /** Deletes an archive with its file; one that is being prepared is cancelled. */
  async delete(ctx: OrganizationContext, archiveId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const archive = await this.archives.find(ctx, archiveId, tx);
      if (!archive) throw DocumentArchiveNotFound();
      await this.files.removeLater(tx, await this.archives.remove(tx, [archiveId]));
      const { status, taskId } = archive;
      if (status === 'preparing' && taskId !== null)
        await this.tasks.cancel(tx, ctx, taskId, 'The archive was deleted.');
    });
  }

  /** Removes expired archives with their files, a part at a time. Returns how many. */
  async removeExpired(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      const count = await this.unitOfWork.run(async (tx) => {
        const archiveIds = await this.archives.lockExpired(tx);
        await this.files.removeLater(tx, await this.archives.remove(tx, archiveIds));
        return archiveIds.length;
      });
      if (count === 0) return removed;
      removed += count;
    }
  }
}
