import { Injectable } from '@nestjs/common';
import type { Transaction } from '#libs/database';
import { DocumentTexts, type DocumentToRead, type ProcessDocumentData, type ReadingResult } from '#libs/documents';
import {
  ExtractionService,
  firstTurn,
  READING_IS_OFF,
  type ExtractionLane,
  type ExtractionReport,
  type ReadingTurn,
} from '#libs/extraction';
import type { Job } from '#libs/jobs';
import { FileStore, StoredFileMissing } from '#libs/storage';
import { ApplyRulesToDocument } from '#libs/tagging-rules';
import { ReprocessTask } from './reprocess-task.js';

/** The document is to be read in the lane for OCR, from the start or in its next turn. */
export interface NotDone {
  nextTurn: ReadingTurn;
}

@Injectable()
export class ReadDocumentText {
  constructor(
    private readonly texts: DocumentTexts,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
    private readonly rules: ApplyRulesToDocument,
    private readonly task: ReprocessTask,
  ) {}

  /**
   * Reads one document, keeps its text and applies the tagging rules to it. Whatever the file is, the job ends well and
   * the document says how reading went; only faults of the installation make it fail, and then it is tried again.
   */
  async execute(job: Job<ProcessDocumentData>, lane: ExtractionLane): Promise<NotDone | 'done'> {
    const { organizationId, documentId, reason, taskId } = job.data;
    await this.task.begin(taskId);
    const document = await this.texts.begin(organizationId, documentId);
    const result = document && (await this.#readOrTellWhyNot(document, lane, job));
    if (result && 'nextTurn' in result) return result;
    // A file in which nothing is found must not cost a text that was there before.
    const kept = result && { ...result, text: result.text === '' ? undefined : result.text };
    const afterwards = async (tx: Transaction): Promise<void> => {
      await this.rules.execute(tx, organizationId, documentId);
      if (kept) await this.task.complete(tx, taskId, kept);
    };
    const replace = reason === 'reprocess';
    const isKept = kept && (await this.texts.finish(organizationId, documentId, kept, replace, afterwards));
    if (!isKept) await this.task.documentIsGone(taskId);
    if (!document) await this.extraction.forget(documentId);
    return 'done';
  }

  async #readOrTellWhyNot(
    document: DocumentToRead,
    lane: ExtractionLane,
    job: Job<ProcessDocumentData>,
  ): Promise<ReadingResult | NotDone> {
    try {
      return await this.#read(document, lane, job);
    } catch (error) {
      // The last attempt always leaves word with the document, or it would look as if it were still being read. One
      // that was cut short, because the server stops, is no attempt.
      if (job.signal.aborted || (!job.isLastAttempt && !StoredFileMissing.matches(error))) throw error;
      return {
        outcome: 'failed',
        text: undefined,
        reason: `It could not be read: ${(error as Error).message}`,
        provider: null,
      };
    }
  }

  async #read(
    document: DocumentToRead,
    lane: ExtractionLane,
    { data: { organizationId, documentId, turn }, signal }: Job<ProcessDocumentData>,
  ): Promise<ReadingResult | NotDone> {
    if (!this.extraction.isEnabled) {
      return { outcome: 'unsupported', text: undefined, reason: READING_IS_OFF, provider: null };
    }
    const source = await this.files.read(document.storageKey);
    const thisTurn = { ...firstTurn(documentId), ...turn };
    const report = await this.extraction.withPrivateCopy(
      source,
      (copy) =>
        this.extraction.extract(
          { ...copy, fileName: document.fileName, declaredType: document.mimeType },
          { languages: document.ocrLanguages, lane, signal, owner: organizationId, turn: thisTurn },
        ),
      signal,
    );
    if (report.outcome === 'needs-ocr-lane') return { nextTurn: thisTurn };
    if (report.nextTurn) return { nextTurn: lane === 'quick' ? thisTurn : report.nextTurn };
    if (report.outcome === 'cancelled') throw new Error('reading was cancelled');
    return asResult(report);
  }
}

function asResult(report: ExtractionReport): ReadingResult {
  const isRead = report.outcome === 'text' || report.outcome === 'empty';
  const remarks = [report.reason, ...report.warnings].filter((remark) => remark !== null && remark !== '');
  return {
    outcome: report.outcome,
    text: isRead ? report.text : undefined,
    reason: remarks.length > 0 ? remarks.join(' ') : null,
    provider: report.provider,
    detectedType: report.detectedType,
  };
}
