import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ByteRange } from '@archivolt/plugin-kit';
import { DocumentActivity, type ActivityEntry } from '#libs/history';
import type { Page } from '#libs/kernel';
import { FileStore, StoredFileMissing } from '#libs/storage';
import { TagCatalog, type TagRow } from '#libs/tags';
import { DocumentRepository, type DocumentRow } from './document.repository.js';
import { DocumentNotFound } from './documents.errors.js';

export interface DocumentFile {
  name: string;
  /** Bytes. */
  size: number;
  sha256: string;
  open(range?: ByteRange): Promise<Readable>;
}

@Injectable()
export class ReadDocument {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly files: FileStore,
    private readonly tags: TagCatalog,
    private readonly documentActivity: DocumentActivity,
  ) {}

  /** A document with text and tags, trashed or not. */
  async details(
    organizationId: string,
    documentId: string,
  ): Promise<DocumentRow & { content: string; tags: TagRow[] }> {
    const document = await this.documents.find(organizationId, documentId);
    if (!document) throw DocumentNotFound();
    return { ...document, tags: (await this.tags.ofDocuments({ organizationId }, [documentId])).get(documentId) ?? [] };
  }

  /** A page of what happened to a document, newest first, and how many entries there are. */
  async activity(
    organizationId: string,
    documentId: string,
    page: Page,
  ): Promise<{ activities: ActivityEntry[]; activitiesCount: number }> {
    if (!(await this.documents.findFile(organizationId, documentId))) throw DocumentNotFound();
    const [activities, activitiesCount] = await Promise.all([
      this.documentActivity.list({ organizationId }, documentId, page),
      this.documentActivity.count({ organizationId }, documentId),
    ]);
    return { activities, activitiesCount };
  }

  /** The stored file, exactly as it was uploaded. */
  async file(organizationId: string, documentId: string): Promise<DocumentFile> {
    const file = await this.documents.findFile(organizationId, documentId);
    if (!file) throw DocumentNotFound();
    if (!(await this.files.stat(file.storageKey))) throw StoredFileMissing();
    return { ...file, open: (range) => this.files.read(file.storageKey, range) };
  }
}
