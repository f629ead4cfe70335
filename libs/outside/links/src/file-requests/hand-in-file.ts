import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import type { Transaction } from '#ground/database';
import {
  DocumentAlreadyExists,
  DocumentRepository,
  UploadDocument,
  type ReceivedFile,
  type UploadedDocument,
} from '#archive/documents';
import { Changes } from '#ground/history';
import { ServerBusy, systemContext, type OrganizationContext } from '#ground/kernel';
import { AddDocuments } from '#archive/uploads';
import { FileRequestRepository, type FileRequest, type FoundFileRequest } from './file-request.repository.js';
import { FileRequestFull, FileRequestGone, FileRequestNotFound } from './file-requests.errors.js';
import { FileReceived } from './file-requests.events.js';
import { ReceivedFileRepository } from './received-file.repository.js';

/** What a visitor says about a file. */
export interface HandedInDetails {
  mimeType: string;
  senderName: string | null;
  /** The network of the visitor, as members see it. */
  address: string;
}

/** Takes the file of a visitor: as any upload, but by the server, for the request. */
@Injectable()
export class HandInFile {
  constructor(
    private readonly documentsConfig: DocumentsConfig,
    private readonly uploads: UploadDocument,
    private readonly addDocuments: AddDocuments,
    private readonly documents: DocumentRepository,
    private readonly requests: FileRequestRepository,
    private readonly files: ReceivedFileRepository,
    private readonly changes: Changes,
  ) {}

  /** Bytes of the largest file that a request takes; 0 for no limit. */
  largestFile({ maxFileBytes }: Pick<FileRequest, 'maxFileBytes'>): number {
    const limits = [this.documentsConfig.maxUploadBytes, maxFileBytes ?? 0].filter((limit) => limit > 0);
    return limits.length === 0 ? 0 : Math.min(...limits);
  }

  /** First half: the bytes are stored durably, outside of any transaction. */
  receive(
    request: FoundFileRequest,
    file: { name: string; content: Readable },
    signal: AbortSignal,
  ): Promise<ReceivedFile> {
    return this.uploads.receive(contextOf(request), file, signal, { maxBytes: this.largestFile(request) });
  }

  /**
   * Second half: document, log entry and counter in one transaction, under the lock of the request, so that it never
   * takes more files than its limit. A file that the organization has already is logged with that document: visitors
   * cannot find out what is in the archive. An upload that began in time is taken even when the request has expired
   * since; one that was turned off, or is full by now, takes none.
   */
  async complete(
    tx: Transaction,
    opened: FoundFileRequest,
    file: ReceivedFile,
    details: HandedInDetails,
  ): Promise<void> {
    const ctx = contextOf(opened);
    const request = await this.requests.lock(tx, ctx, opened.id);
    if (!request) throw FileRequestNotFound();
    if (!request.isEnabled || (request.expiresAt && request.expiresAt <= opened.now)) throw FileRequestGone();
    if (isFull(request)) throw FileRequestFull();
    const { documentId, isDuplicate } = await this.#documentOf(tx, ctx, request, file, details.mimeType);
    const { id: fileRequestId, title } = request;
    const { senderName, address } = details;
    await this.files.add(tx, {
      ...{ fileRequestId, documentId, isDuplicate, name: file.name, size: file.stored.size, senderName, address },
    });
    const facts = { fileRequestId, title, documentId, name: file.name, isDuplicate };
    this.changes.record(tx, ctx, FileReceived, facts, { onDeletedOrganization: FileRequestGone });
  }

  async #documentOf(
    tx: Transaction,
    ctx: OrganizationContext,
    { id: fileRequestId, title: fileRequestTitle, tagIds }: FileRequest,
    file: ReceivedFile,
    mimeType: string,
  ): Promise<{ documentId: string; isDuplicate: boolean }> {
    const details = {
      mimeType,
      ocrLanguages: [],
      tagIds,
      fileRequest: { fileRequestId, fileRequestTitle },
      source: 'file-request' as const,
    };
    let added: UploadedDocument;
    try {
      added = await this.addDocuments.addIn(tx, ctx, file, details, { areTagsKnown: true });
    } catch (error) {
      if (!DocumentAlreadyExists.matches(error)) throw error;
      const same = await this.documents.findByHash(tx, ctx, file.stored.sha256);
      // The bytes were not kept, because a document had them that is gone since: the next attempt stores them.
      if (!same || same.isTrashed) throw ServerBusy({ cause: error, retryAfterSeconds: 1 });
      return { documentId: same.id, isDuplicate: true };
    }
    return { documentId: added.id, isDuplicate: false };
  }
}

/** Returns a context without a user: what a visitor hands in is a change by the server. */
function contextOf({ organizationId }: FoundFileRequest): OrganizationContext {
  return systemContext(organizationId, 'file-request');
}

export function isFull({ maxFiles, filesCount }: Pick<FileRequest, 'filesCount' | 'maxFiles'>): boolean {
  return maxFiles !== null && filesCount >= maxFiles;
}
