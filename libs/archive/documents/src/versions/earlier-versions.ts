import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DocumentsConfig } from '#config/documents';
import { fileExtension, FileStore, type StoredFile } from '#capabilities/storage';
import type { Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { createId, type OrganizationContext } from '#ground/kernel';
import { boundedBytes } from '../bounded-bytes.js';
import { DocumentUpdated } from '../documents.events.js';
import { MOST_VERSIONS } from './add-version.js';
import { DocumentVersionRepository } from './document-version.repository.js';

/** Earlier files that one document can get: its own is the last version. */
export const MOST_EARLIER_VERSIONS = MOST_VERSIONS - 1;

export interface ReceivedVersion {
  stored: StoredFile;
  mimeType: string;
  createdAt: Date | null;
  createdBy: string | null;
}

/** The files that a document of another archive had before. */
@Injectable()
export class EarlierVersions {
  constructor(
    private readonly config: DocumentsConfig,
    private readonly files: FileStore,
    private readonly versions: DocumentVersionRepository,
    private readonly changes: Changes,
  ) {}

  /** Stores the bytes, durably. The caller disposes the file, which removes it unless {@link add} has taken it over. */
  receive(
    { organizationId }: OrganizationContext,
    { name, content }: { name: string; content: Readable },
    signal: AbortSignal,
  ): Promise<StoredFile> {
    const key = `${organizationId}/originals/${createId('ver')}${fileExtension(name)}`;
    return this.files.store(key, boundedBytes(content, this.config.maxUploadBytes), { signal });
  }

  /**
   * Adds them to a document that this transaction has added, the oldest first; `changedAt`: since when it has its own
   * file, now without it.
   */
  async add(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { received, changedAt }: { received: readonly ReceivedVersion[]; changedAt: Date | null },
  ): Promise<void> {
    if (received.length === 0) return;
    for (const { stored } of received) await this.files.confirm(tx, stored.storageKey);
    const rows = received.map(({ stored: { storageKey, size, sha256 }, ...version }) => ({
      ...{ storageKey, size, sha256 },
      ...version,
    }));
    const activeBytes = await this.versions.addEarlier(tx, documentId, rows, changedAt);
    const counters = { activeBytes };
    this.changes.record(tx, ctx, DocumentUpdated, { documentId, updatedFields: ['file'] }, { counters });
    tx.afterCommit(() => {
      for (const { stored } of received) stored.keep();
    });
  }
}
