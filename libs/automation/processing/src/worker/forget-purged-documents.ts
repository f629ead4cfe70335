import { Injectable } from '@nestjs/common';
import { DocumentContent, DocumentPurged } from '#archive/documents';
import { ExtractionService } from '#capabilities/extraction';
import { ChangesCommitted, ChangesMissed, OnSignal, type CommittedChanges } from '#ground/history';

/**
 * Removes the recognized pages that this process keeps for the next turn of a document as soon as the document is purged.
 * Its job removes them too, but the job may wait for hours, or another process may run it.
 */
@Injectable()
export class ForgetPurgedDocuments {
  constructor(
    private readonly extraction: ExtractionService,
    private readonly content: DocumentContent,
  ) {}

  @OnSignal(ChangesCommitted)
  async onCommitted({ events }: CommittedChanges): Promise<void> {
    if (events.includes(DocumentPurged.name)) await this.#forget();
  }

  @OnSignal(ChangesMissed)
  onMissed(): Promise<void> {
    return this.#forget();
  }

  /** A signal may get lost and says no ids, so the database is asked which documents are still there. */
  async #forget(): Promise<void> {
    const kept = this.extraction.keptDocuments();
    if (kept.length === 0) return;
    const existing = await this.content.existing(kept);
    for (const document of kept) if (!existing.has(document)) await this.extraction.forget(document);
  }
}
