import { Injectable } from '@nestjs/common';
import type { Transaction } from '#ground/database';
import { DocumentContent, type Reading } from '#archive/documents';
import { remarksOf, type ExtractionLane } from '#capabilities/extraction';
import type { OrganizationContext } from '#ground/kernel';
import { ApplyRulesToDocument } from '#automation/tagging-rules';
import { Tasks } from '#archive/tasks';
import { StepsAfterReading } from './steps-after-reading.js';

const DOCUMENT_IS_GONE = 'The document was removed before it was read.';

/** What a job has read. */
export interface ReadingOfJob extends Reading {
  lane: ExtractionLane;
  /** That of the file. */
  fileName: string;
  /** The document was here before: what people have corrected since stays. */
  wasRead: boolean;
  /** A content that is better than this reading stays. */
  mayKeep?: boolean;
  taskId?: string | undefined;
}

/** Saves what was read of documents, and does what follows from it. */
@Injectable()
export class SaveReadings {
  constructor(
    private readonly content: DocumentContent,
    private readonly rules: ApplyRulesToDocument,
    private readonly steps: StepsAfterReading,
    private readonly tasks: Tasks,
  ) {}

  /** Saves documents of one organization. Returns the ids of those that exist; the tasks of others are cancelled. */
  async execute(
    tx: Transaction,
    ctx: OrganizationContext,
    readings: readonly ReadingOfJob[],
  ): Promise<ReadonlySet<string>> {
    if (readings.length === 0) return new Set();
    const documentIds = readings.map(({ documentId }) => documentId);
    await this.rules.lock(tx, ctx, documentIds);
    const there = new Set<string>();
    for (const reading of readings)
      if (reading.mayKeep === true && (await this.content.keepBetter(tx, ctx, reading))) there.add(reading.documentId);
    const others = readings.filter(({ documentId }) => !there.has(documentId));
    const saved = await this.content.save(tx, ctx, others);
    const read = others.filter(({ documentId }) => saved.has(documentId));
    await this.steps.run(tx, ctx, read);
    for (const { documentId } of read) there.add(documentId);
    for (const reading of readings) await this.#endTask(tx, ctx, reading, there.has(reading.documentId));
    return there;
  }

  /** Cancels the task of a document that was gone before any of it was read. */
  async cancelTask(tx: Transaction, ctx: OrganizationContext, taskId: string | undefined): Promise<void> {
    if (taskId !== undefined) await this.tasks.cancel(tx, ctx, taskId, DOCUMENT_IS_GONE);
  }

  /** A file without text is a success: only faults of the server fail the task. */
  async #endTask(
    tx: Transaction,
    ctx: OrganizationContext,
    { taskId, extraction }: ReadingOfJob,
    isThere: boolean,
  ): Promise<void> {
    if (taskId === undefined || !isThere) return this.cancelTask(tx, ctx, taskId);
    const { outcome, provider } = extraction;
    const reason = remarksOf(extraction);
    if (outcome === 'failed') return this.tasks.fail(tx, ctx, taskId, reason ?? 'The document could not be read.');
    await this.tasks.complete(tx, ctx, taskId, { processed: 1, result: { outcome, reason, provider } });
  }
}
