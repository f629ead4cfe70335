import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '#archive/documents';
import type { OrganizationContext, Page } from '#ground/kernel';
import { FileRequestRepository } from './file-request.repository.js';
import { FileRequestNotFound } from './file-requests.errors.js';
import { ReceivedFileRepository, type LoggedFile } from './received-file.repository.js';

/** A file that came in, with its document as it is now; null when that was purged. */
export type ListedFile = Omit<LoggedFile, 'documentId'> & { documentId: string | null; isInTrash: boolean };

/** What came in through one file request. */
@Injectable()
export class ReceivedFiles {
  constructor(
    private readonly requests: FileRequestRepository,
    private readonly files: ReceivedFileRepository,
    private readonly documents: DocumentRepository,
  ) {}

  /** Newest first. */
  async list(
    ctx: OrganizationContext,
    fileRequestId: string,
    page: Page,
  ): Promise<{ files: ListedFile[]; filesCount: number }> {
    const request = await this.requests.find(ctx, fileRequestId);
    if (!request) throw FileRequestNotFound();
    const files = await this.files.list(ctx, fileRequestId, page);
    const named = await this.documents.namesOf(ctx, [...new Set(files.map(({ documentId }) => documentId))]);
    const documents = new Map(named.map((document) => [document.id, document]));
    return {
      files: files.map((file) => {
        const document = documents.get(file.documentId);
        return { ...file, documentId: document?.id ?? null, isInTrash: document?.isInTrash ?? false };
      }),
      filesCount: request.filesCount,
    };
  }
}
