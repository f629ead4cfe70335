import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { Tasks } from '#archive/tasks';
import { ExtractionService } from '#capabilities/extraction';
import { fileExtension, FileStore, StoredFileDamaged, StoredFileMissing, type StoredFile } from '#capabilities/storage';
import { UnitOfWork } from '#ground/database';
import { AppError, createId, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { boundedBytes } from '../bounded-bytes.js';
import { AddVersion } from './add-version.js';
import type { DocumentToChange } from './document-version.repository.js';
import type { EditPagesData } from './versions.jobs.js';

/** Milliseconds of work for the new file. */
const TIMEOUT_MS = 60_000;
const CHANGED = 'The document has another file since the pages were chosen.';
const SAME = 'The document has these pages in this order already.';
/** Failures that depend on the file and the pages, not on the moment. */
const FINAL: readonly ErrorCategory[] = ['conflict', 'forbidden', 'invalid', 'not_found', 'too_large'];

/** Why there is no new version; nothing was changed. */
class Refused extends Error {}

/**
 * Makes a new version of some pages of a document. The file is stored durably first; then version, document, jobs and the
 * end of the task are one transaction.
 */
@Injectable()
export class EditDocumentPages {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly addVersion: AddVersion,
    private readonly extraction: ExtractionService,
    private readonly files: FileStore,
    private readonly tasks: Tasks,
    private readonly config: DocumentsConfig,
  ) {}

  /** Doing it twice changes nothing: the task has ended then. */
  async execute(data: EditPagesData, signal: AbortSignal): Promise<void> {
    const { organizationId, taskId } = data;
    const ctx: OrganizationContext = { ...data.requestedBy, organizationId };
    if (!(await this.tasks.start(ctx, taskId))) return;
    try {
      await this.#edit(ctx, data, signal);
    } catch (error) {
      if (!isFinal(error)) throw error;
      await this.unitOfWork.run((tx) => this.tasks.fail(tx, ctx, taskId, (error as Error).message));
    }
  }

  async #edit(ctx: OrganizationContext, data: EditPagesData, signal: AbortSignal): Promise<void> {
    const document = await this.unitOfWork.run((tx) => this.addVersion.lock(tx, ctx, data.documentId));
    if (document.sha256 !== data.sha256) throw new Refused(CHANGED);
    await using received = new AsyncDisposableStack();
    let stored: StoredFile | undefined;
    const mostBytes = Math.max(this.config.maxUploadBytes, document.size);
    const made = await this.extraction.selectPages(
      {
        open: () => this.files.read(document.storageKey),
        fileName: document.originalName,
        declaredType: document.mimeType,
      },
      { parts: [data.pages], mostBytes, timeoutMs: TIMEOUT_MS, signal, owner: ctx.organizationId },
      async ({ path }) => {
        const key = `${ctx.organizationId}/originals/${createId('ver')}${fileExtension(document.originalName)}`;
        stored = received.use(await this.files.store(key, boundedBytes(createReadStream(path), mostBytes), { signal }));
      },
    );
    if (made.outcome === 'cancelled') throw new Error('changing the pages was cancelled');
    if (made.outcome !== 'selected') throw new Refused(made.reason ?? 'The pages of the file could not be changed.');
    if (!stored) throw new Error('selecting pages made no file');
    await this.#commit(ctx, data, document, stored);
  }

  async #commit(
    ctx: OrganizationContext,
    { documentId, taskId, sha256 }: EditPagesData,
    { mimeType }: DocumentToChange,
    stored: StoredFile,
  ): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const document = await this.addVersion.lock(tx, ctx, documentId);
      if (document.sha256 !== sha256) throw new Refused(CHANGED);
      if (stored.sha256 === sha256) throw new Refused(SAME);
      const { storageKey, size } = stored;
      await this.files.confirm(tx, storageKey);
      const file = { storageKey, size, sha256: stored.sha256, mimeType };
      const version = await this.addVersion.execute(tx, ctx, document, {
        ...file,
        ...{ change: 'pages' as const, restoredNumber: null },
      });
      await this.tasks.complete(tx, ctx, taskId, { processed: 1, result: { version } });
      tx.afterCommit(() => stored.keep());
    });
  }
}

function isFinal(error: unknown): boolean {
  if (error instanceof Refused || StoredFileMissing.matches(error) || StoredFileDamaged.matches(error)) return true;
  return error instanceof AppError && FINAL.includes(error.category);
}
