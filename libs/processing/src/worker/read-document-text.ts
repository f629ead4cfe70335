import { Injectable } from '@nestjs/common';
import { DocumentTexts, type DocumentToRead, type ProcessDocumentData, type ReadingResult } from '#libs/documents';
import { ExtractionService, type ExtractionLane, type ExtractionReport } from '#libs/extraction';
import type { Job } from '#libs/jobs';
import { FileStore, StoredFileMissing } from '#libs/storage';

@Injectable()
export class ReadDocumentText {
  constructor(
    private readonly texts: DocumentTexts,
    private readonly files: FileStore,
    private readonly extraction: ExtractionService,
  ) {}

  /**
   * Reads one document and keeps its text. Whatever the file is, the job ends well and the document says how reading
   * went; only faults of the installation make it fail, and then it is tried again.
   */
  async execute(job: Job<ProcessDocumentData>, lane: ExtractionLane): Promise<'done' | 'needs-ocr-lane'> {
    const { organizationId, documentId, reason } = job.data;
    const document = await this.texts.begin(organizationId, documentId);
    if (!document) return 'done'; // purged meanwhile
    let result: ReadingResult | 'needs-ocr-lane';
    try {
      result = await this.#read(document, lane, job.signal);
    } catch (error) {
      if (job.signal.aborted || (!job.isLastAttempt && !StoredFileMissing.matches(error))) throw error;
      result = {
        outcome: 'failed',
        text: undefined,
        reason: `It could not be read: ${(error as Error).message}`,
        provider: null,
      };
    }
    if (result === 'needs-ocr-lane') return result;
    await this.texts.finish(organizationId, documentId, result, reason === 'reprocess');
    return 'done';
  }

  async #read(
    document: DocumentToRead,
    lane: ExtractionLane,
    signal: AbortSignal,
  ): Promise<ReadingResult | 'needs-ocr-lane'> {
    const source = await this.files.read(document.storageKey);
    const report = await this.extraction.withPrivateCopy(
      source,
      (copy) =>
        this.extraction.extract(
          { ...copy, fileName: document.fileName, declaredType: document.mimeType },
          { languages: document.ocrLanguages, lane, signal },
        ),
      signal,
    );
    if (report.outcome === 'needs-ocr-lane') return 'needs-ocr-lane';
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
  };
}
