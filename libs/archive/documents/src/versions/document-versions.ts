import { Injectable } from '@nestjs/common';
import type { SelectedPage } from '@archivolt/plugin-kit';
import { Tasks } from '#archive/tasks';
import { ExtractionService } from '#capabilities/extraction';
import { fileExtension, FileStore } from '#capabilities/storage';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext, OrganizationScope } from '#ground/kernel';
import type { DocumentFile } from '../documents.service.js';
import { DocumentNotFound } from '../documents.errors.js';
import { AddVersion } from './add-version.js';
import { DocumentVersionRepository, type DocumentVersion } from './document-version.repository.js';
import { DocumentFileChanged, PagesNotEditable, VersionIsCurrent, VersionNotFound } from './versions.errors.js';
import { EditPages } from './versions.jobs.js';

/** Pages of a new version. */
export const MOST_PAGES_OF_VERSION = 5_000;

/** The versions of documents: what requests read, and how one becomes another. */
@Injectable()
export class DocumentVersions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly versions: DocumentVersionRepository,
    private readonly addVersion: AddVersion,
    private readonly extraction: ExtractionService,
    private readonly files: FileStore,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
  ) {}

  /** The newest, which is the file of the document, first. */
  async list(scope: OrganizationScope, documentId: string): Promise<DocumentVersion[]> {
    const versions = await this.versions.list(scope, documentId);
    if (versions.length === 0) throw DocumentNotFound();
    return versions;
  }

  /** The file of a version, under a name with its number. */
  async file(scope: OrganizationScope, documentId: string, number: number): Promise<DocumentFile> {
    const file = await this.versions.findFile(scope, documentId, number);
    if (!file) throw VersionNotFound();
    const found = await this.files.find(file.storageKey, file);
    const ending = fileExtension(file.name);
    const name = `${file.name.slice(0, file.name.length - ending.length)} (version ${number})${ending}`;
    return { ...file, name, open: (range) => found.read(range) };
  }

  /** Gives the document the file of an earlier version, as a new version, whose number is returned. */
  async restore(ctx: OrganizationContext, documentId: string, number: number): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const document = await this.addVersion.lock(tx, ctx, documentId);
      const file = await this.versions.find(tx, ctx, documentId, number);
      if (!file) throw VersionNotFound();
      if (file.storageKey === document.storageKey) throw VersionIsCurrent();
      return this.addVersion.execute(tx, ctx, document, { ...file, change: 'restore', restoredNumber: number });
    });
  }

  /**
   * Requests a new version of these pages, in their order; `chosenIn` is the hash of the file in which they were chosen.
   * Returns the id of the task, whose result is `{ version }`.
   */
  async requestPages(
    ctx: OrganizationContext,
    documentId: string,
    pages: readonly SelectedPage[],
    chosenIn?: string,
  ): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const { mimeType, sha256 } = await this.addVersion.lock(tx, ctx, documentId);
      if (chosenIn !== undefined && chosenIn !== sha256) throw DocumentFileChanged();
      if (!this.extraction.selectsPages(mimeType)) throw PagesNotEditable();
      const taskId = await this.tasks.create(tx, ctx, 'edit-pages');
      const { organizationId, ...requestedBy } = ctx;
      await this.jobs.enqueue(tx, EditPages, { organizationId, documentId, taskId, sha256, pages, requestedBy });
      return taskId;
    });
  }
}
