import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { DocumentFilesRepository, DocumentsNotFromOrganization, LockDocuments } from '#archive/documents';
import { Tasks } from '#archive/tasks';
import { ExtractionService } from '#capabilities/extraction';
import { UnitOfWork } from '#ground/database';
import { JobQueue } from '#ground/jobs';
import type { OrganizationContext } from '#ground/kernel';
import { isMergeable } from './mergeable.js';
import { DocumentsNotMergeable, MergedInTrash, MergeTooLarge } from './merging.errors.js';
import { MergeDocuments, type MergeDocumentsData } from './merging.jobs.js';

/** Documents that become one. */
export const MOST_MERGED = 50;
const LONGEST_NAME = 255;
const ENDING = '.pdf';

/** Requests that documents become one. */
@Injectable()
export class RequestMerge {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentFilesRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly extraction: ExtractionService,
    private readonly tasks: Tasks,
    private readonly jobs: JobQueue,
    private readonly config: DocumentsConfig,
  ) {}

  /** Returns the id of the task, whose result is `{ documentId }`. */
  async execute(
    ctx: OrganizationContext,
    { documentIds, name, trashOriginals }: Pick<MergeDocumentsData, 'documentIds' | 'name' | 'trashOriginals'>,
  ): Promise<string> {
    await this.#check(ctx, documentIds);
    return this.unitOfWork.run(async (tx) => {
      const locked = await this.lockDocuments.execute(tx, ctx, documentIds, { activeOnly: true });
      if (locked.length !== documentIds.length) throw MergedInTrash();
      const taskId = await this.tasks.create(tx, ctx, 'merge-documents');
      const { organizationId, ...requestedBy } = ctx;
      const asked = { documentIds, name: pdfName(name), trashOriginals };
      await this.jobs.enqueue(tx, MergeDocuments, { organizationId, taskId, ...asked, requestedBy });
      return taskId;
    });
  }

  async #check(ctx: OrganizationContext, documentIds: readonly string[]): Promise<void> {
    const documents = await this.documents.findInOrder(ctx, documentIds);
    if (documents.length !== documentIds.length) throw DocumentsNotFromOrganization();
    if (documents.some(({ isInTrash }) => isInTrash)) throw MergedInTrash();
    const others = documents.filter(({ mimeType }) => !isMergeable(this.extraction, mimeType));
    if (others.length > 0) {
      const details = others.map(({ id, name }) => ({
        path: 'documentIds',
        message: `${name} (${id}) is no PDF or picture`,
      }));
      throw DocumentsNotMergeable({ details });
    }
    const bytes = documents.reduce((sum, { size }) => sum + size, 0);
    if (this.config.maxUploadBytes > 0 && bytes > this.config.maxUploadBytes) throw MergeTooLarge();
  }
}

function pdfName(name: string): string {
  if (name.toLowerCase().endsWith(ENDING)) return name;
  return `${name
    .slice(0, LONGEST_NAME - ENDING.length)
    .toWellFormed()
    .trimEnd()}${ENDING}`;
}
