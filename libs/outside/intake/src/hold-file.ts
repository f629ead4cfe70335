import { cleanFileName, type IntakeFile, type IntakeResult } from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { IntakeConfig } from '#config/intake';
import { DocumentsConfig } from '#config/documents';
import { UnitOfWork } from '#ground/database';
import { boundedBytes, DocumentTooLarge, EmptyDocument, storableMimeType } from '#archive/documents';
import { createId } from '#ground/kernel';
import { fileExtension, FileStore, type StoredFile } from '#capabilities/storage';
import { IntakeFailureRepository } from './intake-failure.repository.js';
import { IntakeFailures } from './intake-failures.js';
import { IntakeFileRepository, TakenMeanwhile, type IntakeSource } from './intake-file.repository.js';
import { storableLine } from './storable-failure.js';
import type { IntakeFileFacts } from './take-file.js';

/** Files that are held of one organization. */
const MOST_FILES = 10_000;
/** What one sender may have of that, and of the bytes: others must find room, too. */
const SHARE_OF_SENDER = 0.1;

/** Refuses a file whose source will not have it any more: the server holds it, so that a member can have it taken. */
@Injectable()
export class HoldFile {
  constructor(
    private readonly config: IntakeConfig,
    private readonly documents: DocumentsConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly files: FileStore,
    private readonly taken: IntakeFileRepository,
    private readonly failures: IntakeFailures,
    private readonly repository: IntakeFailureRepository,
  ) {}

  /**
   * Puts the file on the list of failures with the reason, once for each key. It is not held when it is too large, or
   * when the organization or the sender has as much held already as it may have: then the list only says that it was
   * there.
   */
  async execute(
    source: IntakeSource,
    file: IntakeFile,
    { reason, facts, signal }: { reason: string; facts: IntakeFileFacts; signal: AbortSignal },
  ): Promise<IntakeResult> {
    file.content.on('error', () => undefined); // the reader gets it; without a listener it would end the process
    try {
      const known = await this.taken.find(source, file);
      if (known) return known;
      await using stored = await this.#store(file, facts.sender, signal);
      return await this.#save(source, file, { reason, facts, stored });
    } catch (error) {
      const known = error instanceof TakenMeanwhile ? await this.taken.find(source, file) : undefined;
      if (known) return known;
      throw error;
    } finally {
      file.content.destroy();
    }
  }

  async #save(
    source: IntakeSource,
    file: IntakeFile,
    { reason, facts, stored }: { reason: string; facts: IntakeFileFacts; stored: StoredFile | undefined },
  ): Promise<IntakeResult> {
    const { organizationId, key, fileName, type, tags } = file;
    return this.unitOfWork.run(async (tx) => {
      const result = await this.taken.record(tx, source, file, { outcome: 'refused', reason });
      const failure = {
        ...{ organizationId, key, kind: 'file' as const, reason, ...facts },
        ...{ fileName: cleanFileName(fileName) || 'unnamed', mimeType: storableMimeType(type), tags },
        ...(stored && { size: stored.size, storageKey: stored.storageKey }),
      };
      const held = await this.failures.save(tx, source, failure);
      if (stored && held === stored.storageKey) {
        await this.files.confirm(tx, stored.storageKey);
        tx.afterCommit(() => stored.keep());
      }
      return result;
    });
  }

  /** Stores what fits. What does not is no error: the reason of the failure is another one. */
  async #store(
    { organizationId, fileName, content }: IntakeFile,
    sender: string | undefined,
    signal: AbortSignal,
  ): Promise<StoredFile | undefined> {
    const room = await this.#room(organizationId, sender);
    if (room <= 0) return undefined;
    const storageKey = `${organizationId}/intake/${createId('inf')}${fileExtension(fileName)}`;
    try {
      return await this.files.store(storageKey, boundedBytes(content, room), { signal });
    } catch (error) {
      if (DocumentTooLarge.matches(error) || EmptyDocument.matches(error)) return undefined;
      throw error;
    }
  }

  /** Bytes that the next file of this sender may have. */
  async #room(organizationId: string, sender: string | undefined): Promise<number> {
    const { all, ofSender } = await this.unitOfWork.run((tx) =>
      this.repository.held(tx, { organizationId }, storableLine(sender)),
    );
    if (all.files >= MOST_FILES || ofSender.files >= MOST_FILES * SHARE_OF_SENDER) return 0;
    const { maxHeldBytes } = this.config;
    const largest = this.documents.maxUploadBytes === 0 ? Infinity : this.documents.maxUploadBytes;
    return Math.min(largest, maxHeldBytes - all.bytes, Math.floor(maxHeldBytes * SHARE_OF_SENDER) - ofSender.bytes);
  }
}
