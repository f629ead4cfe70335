import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { UnitOfWork, type Transaction } from '#ground/database';
import {
  DocumentAlreadyExists,
  DocumentRepository,
  DocumentTooLarge,
  EmptyDocument,
  UploadDocument,
  type UploadedDocument,
} from '#archive/documents';
import { createId, type OrganizationContext } from '#ground/kernel';
import { FileStore, type StoredFile } from '#capabilities/storage';
import { AddDocuments, type DocumentDetails } from './add-documents.js';
import { ArrivingBytes } from './arriving-bytes.js';
import { ResumableUploadRepository, type ResumableUpload } from './resumable-upload.repository.js';
import {
  ResumableUploadExpired,
  ResumableUploadNotFound,
  TooManyUnfinishedUploads,
  TooManyUploadParts,
  UploadLengthExceeded,
  WrongUploadOffset,
} from './uploads.errors.js';

/** A request may be longer: it is stored in parts of this size, so that a crash loses at most one of them. */
const PART_BYTES = 8 * 1024 * 1024;
/** A part that has begun to arrive is stored even when the client disconnects. */
const NEVER = new AbortController().signal;

export interface NewUpload {
  fileName: string;
  size: number;
  details: DocumentDetails;
}

/** How far an upload is; `document` when all has arrived. */
export interface Progress {
  upload: ResumableUpload;
  document?: UploadedDocument;
}

/**
 * Files that arrive over several requests. Each part is a stored file, durable before the response. The last part counts
 * only together with the document: while a client sees bytes missing there is no document, and when none is missing there
 * is one, whenever the server was killed.
 */
@Injectable()
export class ResumableUploads {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly repository: ResumableUploadRepository,
    private readonly files: FileStore,
    private readonly uploads: UploadDocument,
    private readonly documents: DocumentRepository,
    private readonly addDocuments: AddDocuments,
  ) {}

  async begin(
    tx: Transaction,
    ctx: OrganizationContext,
    { fileName, size, details }: NewUpload,
  ): Promise<ResumableUpload> {
    const { maxUploadBytes, maxUnfinishedUploads, maxUnfinishedBytes } = this.config;
    if (size === 0) throw EmptyDocument();
    if (maxUploadBytes > 0 && size > maxUploadBytes) throw DocumentTooLarge();
    await this.repository.lockLimit(tx, ctx);
    const unfinished = await this.repository.unfinished(tx, ctx);
    if (unfinished.count >= maxUnfinishedUploads) throw TooManyUnfinishedUploads();
    if (maxUnfinishedBytes > 0 && unfinished.bytes + size > maxUnfinishedBytes) throw TooManyUnfinishedUploads();
    await this.addDocuments.checkTags(tx, ctx, details.tagIds);
    return this.repository.insert(tx, ctx, { id: createId('upl'), fileName, size, details });
  }

  async find(ctx: OrganizationContext, uploadId: string): Promise<ResumableUpload> {
    const upload = await this.repository.find(ctx, uploadId);
    if (!upload) throw ResumableUploadNotFound();
    if (upload.isExpired) throw ResumableUploadExpired();
    return upload;
  }

  /** Adds the document of a finished upload, unless it was purged. */
  async withDocument(ctx: OrganizationContext, upload: ResumableUpload): Promise<Progress> {
    if (upload.documentId === null) return { upload };
    const [document] = await this.documents.findInOrder(ctx, [upload.documentId]);
    return { upload, ...(document ? { document: { ...document, isRestored: upload.isRestored } } : {}) };
  }

  /**
   * Adds what arrives, from `offset` on. When all has arrived before, returns the document again for bytes that it has:
   * the response to them may have been lost.
   */
  async append(
    ctx: OrganizationContext,
    uploadId: string,
    { offset, length, body }: { offset: number; length: number | undefined; body: Readable },
    signal: AbortSignal,
  ): Promise<Progress> {
    let upload = await this.find(ctx, uploadId);
    if (upload.documentId !== null) {
      using repeated = new ArrivingBytes(body, signal);
      if (!(await this.#hasBytes(ctx, upload.documentId, offset, repeated))) throw WrongUploadOffset();
      return await this.withDocument(ctx, upload);
    }
    if (offset !== upload.received) throw WrongUploadOffset();
    if (length !== undefined && offset + length > upload.size) throw UploadLengthExceeded();
    using bytes = new ArrivingBytes(body, signal);
    while (await bytes.hasMore()) {
      await using part = await this.#store(ctx, upload, bytes);
      if (upload.received + part.size < upload.size) {
        upload = await this.#accept(ctx, upload, part);
        continue;
      }
      if (await bytes.hasMore()) throw UploadLengthExceeded();
      try {
        return await this.#finish(ctx, upload, part);
      } catch (error) {
        // It would count as unfinished for a day; a client that sent everything with its first request cannot cancel it.
        if (DocumentAlreadyExists.matches(error)) await this.#remove(ctx, upload.id);
        throw error;
      }
    }
    return { upload };
  }

  /** A finished upload is forgotten; its document stays. */
  async cancel(ctx: OrganizationContext, uploadId: string): Promise<void> {
    await this.find(ctx, uploadId);
    await this.#remove(ctx, uploadId);
  }

  /** Removes the uploads whose time is over, with their parts. Returns their number. */
  async removeExpired(signal: AbortSignal): Promise<number> {
    let removed = 0;
    for (;;) {
      signal.throwIfAborted();
      const count = await this.unitOfWork.run(async (tx) => {
        const uploadIds = await this.repository.lockExpired(tx);
        await this.files.removeLater(tx, await this.repository.remove(tx, uploadIds));
        return uploadIds.length;
      });
      if (count === 0) return removed;
      removed += count;
    }
  }

  async #remove(ctx: OrganizationContext, uploadId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.repository.findForChange(tx, ctx, uploadId))) return;
      await this.files.removeLater(tx, await this.repository.remove(tx, [uploadId]));
    });
  }

  #store({ organizationId }: OrganizationContext, upload: ResumableUpload, bytes: ArrivingBytes): Promise<StoredFile> {
    const storageKey = `${organizationId}/uploads/${upload.id}/${upload.received}-${randomUUID()}`;
    return this.files.store(storageKey, bytes.take(Math.min(PART_BYTES, upload.size - upload.received)), {
      signal: NEVER,
    });
  }

  async #accept(ctx: OrganizationContext, upload: ResumableUpload, part: StoredFile): Promise<ResumableUpload> {
    const { size, storageKey } = part;
    if ((await this.repository.countParts(upload.id)) >= this.config.maxPartsOfUpload) throw TooManyUploadParts();
    await this.unitOfWork.run(async (tx) => {
      if (!(await this.repository.addPart(tx, upload.id, { position: upload.received, size, storageKey }))) {
        throw WrongUploadOffset();
      }
      await this.files.confirm(tx, storageKey);
      tx.afterCommit(() => part.keep());
    });
    return { ...upload, received: upload.received + size };
  }

  /** The same request may have come twice, and the other one may have taken the parts at any moment. */
  async #finish(ctx: OrganizationContext, upload: ResumableUpload, last: StoredFile): Promise<Progress> {
    try {
      return await this.#complete(ctx, upload, last);
    } catch (error) {
      const current = await this.find(ctx, upload.id);
      if (current.documentId === null) throw error;
      const stored = await this.files.read(last.storageKey);
      try {
        using repeated = new ArrivingBytes(stored, NEVER);
        if (!(await this.#hasBytes(ctx, current.documentId, upload.received, repeated))) throw error;
      } finally {
        stored.destroy();
      }
      return await this.withDocument(ctx, current);
    }
  }

  async #complete(ctx: OrganizationContext, upload: ResumableUpload, last: StoredFile): Promise<Progress> {
    const parts = [...(await this.repository.partsOf(upload.id)), last.storageKey];
    const content = Readable.from(this.#contentOf(parts), { objectMode: false });
    await using file = await this.uploads.receive(ctx, { name: upload.fileName, content }, NEVER);
    return await this.unitOfWork.run(async (tx): Promise<Progress> => {
      const current = await this.repository.findForChange(tx, ctx, upload.id);
      if (!current) throw ResumableUploadNotFound();
      if (current.received !== upload.received || file.stored.size !== upload.size) throw WrongUploadOffset();
      const document = await this.addDocuments.addIn(tx, ctx, file, upload.details, { areTagsKnown: true });
      const { id: documentId, isRestored } = document;
      await this.files.removeLater(tx, await this.repository.finish(tx, upload.id, { documentId, isRestored }));
      return { upload: { ...upload, received: upload.size, documentId, isRestored }, document };
    });
  }

  /** Whether the file of a document has these bytes from `offset` to its end. */
  async #hasBytes(
    ctx: OrganizationContext,
    documentId: string,
    offset: number,
    bytes: ArrivingBytes,
  ): Promise<boolean> {
    const file = await this.documents.findFile(ctx, documentId);
    if (!file || offset > file.size) return false;
    if (offset < file.size) {
      const range = { start: offset, end: file.size - 1 };
      const stored = await this.files.read(file.storageKey, { known: file, range });
      for await (const chunk of stored as AsyncIterable<Buffer>) {
        let position = 0;
        for await (const piece of bytes.take(chunk.length)) {
          if (!piece.equals(chunk.subarray(position, position + piece.length))) return false;
          position += piece.length;
        }
        if (position < chunk.length) return false;
      }
    }
    return !(await bytes.hasMore());
  }

  async *#contentOf(storageKeys: readonly string[]): AsyncIterable<Buffer> {
    for (const storageKey of storageKeys) yield* (await this.files.read(storageKey)) as AsyncIterable<Buffer>;
  }
}
